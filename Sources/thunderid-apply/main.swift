print("thunderid-apply")
