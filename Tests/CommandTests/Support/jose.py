"""JSON Web Keys and signatures by Python and the openssl command alone: what the Swift code is checked against.

  jose.py jwks PRIVATE.pem [KID]      prints the key set of a private key
  jose.py verify PRIVATE.pem TOKEN    prints header and claims of a token that the key signed; exit 1 for others
"""
import base64, json, os, subprocess, sys, tempfile


def openssl(*words, data=None):
    return subprocess.run(["openssl", *words], input=data, check=True, capture_output=True).stdout


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public(path):
    text = openssl("pkey", "-in", path, "-noout", "-text_pub").decode()
    der = openssl("pkey", "-in", path, "-pubout", "-outform", "DER")
    return text, der


def jwks(path, kid=None):
    text, der = public(path)
    if "ED25519" in text:
        key = {"kty": "OKP", "crv": "Ed25519", "x": b64(der[-32:])}
    elif "prime256v1" in text:
        key = {"kty": "EC", "crv": "P-256", "x": b64(der[-64:-32]), "y": b64(der[-32:])}
    else:
        modulus = openssl("rsa", "-in", path, "-noout", "-modulus").decode().strip().split("=")[1]
        key = {"kty": "RSA", "n": b64(bytes.fromhex(modulus)), "e": "AQAB"}
    if kid:
        key["kid"] = kid
    return json.dumps({"keys": [key]})


def integer(data):
    data = data.lstrip(b"\0") or b"\0"
    data = b"\0" + data if data[0] & 0x80 else data
    return bytes([2, len(data)]) + data


def verify(path, token):
    head, body, signature = token.split(".")
    signed, signature = f"{head}.{body}".encode(), unb64(signature)
    header = json.loads(unb64(head))
    with tempfile.TemporaryDirectory() as folder:
        names = {name: os.path.join(folder, name) for name in ("pub", "sig", "text")}
        openssl("pkey", "-in", path, "-pubout", "-out", names["pub"])
        if header["alg"] == "ES256":
            assert len(signature) == 64, "an ES256 signature has 64 bytes"
            both = integer(signature[:32]) + integer(signature[32:])
            signature = bytes([0x30, len(both)]) + both
        for name, data in (("sig", signature), ("text", signed)):
            with open(names[name], "wb") as file:
                file.write(data)
        if header["alg"] == "EdDSA":
            openssl("pkeyutl", "-verify", "-pubin", "-inkey", names["pub"], "-rawin", "-in", names["text"], "-sigfile", names["sig"])
        else:
            openssl("dgst", "-sha256", "-verify", names["pub"], "-signature", names["sig"], names["text"])
    return json.dumps({"header": header, "claims": json.loads(unb64(body))})


try:
    print({"jwks": jwks, "verify": verify}[sys.argv[1]](*sys.argv[2:]))
except (subprocess.CalledProcessError, AssertionError) as error:
    sys.exit(f"{error}")
