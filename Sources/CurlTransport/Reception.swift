import ThunderID

/// What has come back for one request, and what may still come.
struct Reception {
  /// Bytes of a body at most.
  var limit = 0
  /// Whether sending the request a second time can do no harm.
  var isRepeatable = false
  /// How often sending has begun.
  private(set) var sendings = 0
  /// Whether a second sending was refused.
  private(set) var wasRepeatRefused = false
  /// Whether the answer was refused for its size.
  private(set) var isTooLarge = false
  private(set) var head = ResponseHead()
  private(set) var body: [UInt8] = []

  /// Whether the request may go out (again).
  mutating func allowsSending() -> Bool {
    if sendings > 0, !isRepeatable {
      wasRepeatRefused = true
      return false
    }
    sendings += 1
    return true
  }

  /// Takes one line of the head; false ends the transfer.
  mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    head.take(line)
    isTooLarge = head.isTooLarge
    return !isTooLarge
  }

  /// Takes a part of the body; false ends the transfer.
  mutating func takeBody(_ part: UnsafeRawBufferPointer) -> Bool {
    if body.isEmpty, let length = head.contentLength, length > 0 {
      isTooLarge = length > limit
      if !isTooLarge { body.reserveCapacity(length) }
    }
    if part.count > limit - body.count { isTooLarge = true }
    if isTooLarge { return false }
    body.append(contentsOf: part)
    return true
  }
}
