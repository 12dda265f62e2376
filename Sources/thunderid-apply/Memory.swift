import CMalloc

/// How the C library hands out memory.
enum Memory {
  /// Sets it up for a command that reads much, works it over once and ends: one heap that grows in large steps and keeps
  /// what is freed. glibc's own way, a heap for each thread that grows page by page, costs such a run a tenth of its time.
  static func prepareForOneRun() {
    #if canImport(Glibc)
      mallopt(M_ARENA_MAX, 1)
      mallopt(M_TOP_PAD, 16 << 20)
      mallopt(M_TRIM_THRESHOLD, 1 << 30)
      mallopt(M_MMAP_THRESHOLD, 32 << 20)
    #endif
  }
}
