/// How wide text is on a terminal (Unicode Standard Annexes 11 and 29).
extension VisibleText {
  /// How many columns the text takes: none for marks that combine, two for the wide letters of East Asia and for emoji,
  /// however many scalars one of them is made of.
  package static func width(_ text: String) -> Int {
    // Most text is ASCII, where nothing needs to be looked up.
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  /// How many columns what a person takes for one character takes.
  package static func width(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else { return scalars.first.map(width) ?? 0 }
    // A flag, a keycap, a sequence that is joined or coloured, a sign that is asked to be an emoji.
    let isEmoji =
      isRegional(first) && scalars.count == 2
      || scalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 || $0.properties.isEmojiModifier }
      || first.properties.isEmojiPresentation
    return isEmoji ? 2 : scalars.reduce(0) { $0 + width($1) }
  }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return isRegional(scalar) ? 1 : 2 }
    return switch scalar.value {
    // Vowels and final consonants of Hangul join the letter ahead of them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
