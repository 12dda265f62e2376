#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  import Darwin
#endif

/// Ends the run where a property does not hold. An optimised build keeps no message of a precondition.
public func expect(_ condition: Bool, _ property: @autoclosure () -> String) {
  if !condition { fail(property()) }
}

/// Ends the run; libFuzzer saves the input.
public func fail(_ property: String) -> Never {
  fputs("property: \(property)\n", stderr)
  abort()
}
