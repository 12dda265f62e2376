/// A JSON number kept as the text it was written in, so that no digit is lost (RFC 8259, section 6).
public struct JSONNumber: Sendable, Hashable {
  /// The number as written: `1.0`, `1e400`, `9007199254740993`.
  public let text: String

  /// A number from JSON's spelling of it; nil where the text is not a JSON number (`01`, `.5`, `+1`, `NaN`).
  public init?(_ text: String) {
    guard JSONNumber.isValid(text.utf8) else { return nil }
    self.text = text
  }

  /// A number from an integer.
  public init(_ value: Int) { text = String(value) }

  init(unchecked text: String) { self.text = text }

  /// The value as an integer, where it is one and fits: `1.0` and `1e2` are integers.
  public var int: Int? {
    if let value = Int(text) { return value }
    guard let parts = decimal, parts.exponent >= 0, parts.exponent < 20, parts.digits.count + parts.exponent < 20 else {
      return nil
    }
    return Int((parts.isNegative ? "-" : "") + parts.digits + String(repeating: "0", count: parts.exponent))
  }

  /// The value as a double: rounded, infinite past its range.
  public var double: Double { Double(text) ?? .nan }

  /// Whether both texts mean the same number, whatever their spelling and however large.
  public func isEquivalent(to other: JSONNumber) -> Bool {
    if text == other.text { return true }
    guard let mine = decimal, let theirs = other.decimal else { return false }
    return mine == theirs
  }

  /// One spelling for each value: `1`, `1.0` and `1e0` all give `1e0`; the text where the exponent does not fit.
  package var canonical: String {
    guard let parts = decimal else { return text }
    return (parts.isNegative ? "-" : "") + parts.digits + "e" + String(parts.exponent)
  }

  /// Sign, digits without leading or trailing zeros, and the power of ten of the last digit: one spelling per value.
  struct Decimal: Equatable {
    var isNegative: Bool
    var digits: String
    var exponent: Int
  }

  /// Nil where the exponent does not fit: such a number is known by its text alone.
  var decimal: Decimal? {
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var isFraction = false
    var isExact = true
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        var rest: [UInt8] = []
        while let next = iterator.next() { rest.append(next) }
        let written = Int(String(decoding: rest, as: UTF8.self))
        let (sum, overflows) = exponent.addingReportingOverflow(written ?? 0)
        isExact = written != nil && !overflows
        exponent = sum
      default:
        digits.append(byte)
        if isFraction { exponent -= 1 }
      }
    }
    let zero = UInt8(ascii: "0")
    var significant = digits[...].drop { $0 == zero }
    while significant.last == zero {
      significant.removeLast()
      let (sum, overflows) = exponent.addingReportingOverflow(1)
      isExact = isExact && !overflows
      exponent = sum
    }
    if significant.isEmpty { return Decimal(isNegative: false, digits: "0", exponent: 0) }
    guard isExact else { return nil }
    return Decimal(isNegative: isNegative, digits: String(decoding: significant, as: UTF8.self), exponent: exponent)
  }

  private enum State { case start, minus, zero, integer, point, fraction, mark, sign, exponent }

  static func isValid(_ bytes: some Sequence<UInt8>) -> Bool {
    var state = State.start
    for byte in bytes {
      let isDigit = byte >= 0x30 && byte <= 0x39
      switch (state, byte) {
      case (.start, UInt8(ascii: "-")): state = .minus
      case (.start, UInt8(ascii: "0")), (.minus, UInt8(ascii: "0")): state = .zero
      case (.start, _) where isDigit, (.minus, _) where isDigit: state = .integer
      case (.integer, _) where isDigit: break
      case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): state = .point
      case (.point, _) where isDigit, (.fraction, _) where isDigit: state = .fraction
      case (.zero, 0x65), (.zero, 0x45), (.integer, 0x65), (.integer, 0x45), (.fraction, 0x65), (.fraction, 0x45):
        state = .mark
      case (.mark, UInt8(ascii: "+")), (.mark, UInt8(ascii: "-")): state = .sign
      case (.mark, _) where isDigit, (.sign, _) where isDigit, (.exponent, _) where isDigit: state = .exponent
      default: return false
      }
    }
    switch state {
    case .zero, .integer, .fraction, .exponent: return true
    default: return false
    }
  }
}
