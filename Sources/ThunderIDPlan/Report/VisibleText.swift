/// Makes text of servers and manifests safe to show: what could steer a terminal or hide itself is spelled out.
package enum VisibleText {
  /// The text with control, format and bidirectional characters as `\u{1b}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) {
        out += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// JSON with what could steer a terminal as `\u001b`: the same document to whoever parses it. Line breaks stay.
  package static func escaped(json text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 != "\n" && isHidden($0) }) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      if scalar != "\n", isHidden(scalar) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Whether the scalar draws nothing of its own but changes how the rest is shown.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Soft hyphen, zero-width and bidirectional marks, line and paragraph separators, interlinear marks, tags. The
    // joiners U+200C and U+200D stay: names and emoji need them. Fillers of Hangul and Khmer vowels that draw nothing.
    case 0xAD, 0x61C, 0x115F, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFFA0, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}
