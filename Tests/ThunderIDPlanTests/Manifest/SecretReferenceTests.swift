import Testing
import ThunderIDPlan

@Suite("What of a secret may be saved")
struct SecretReferenceTests {
  @Test(
    "a text of nothing but variables and files may be saved in place of the secret",
    arguments: ["${A}", "${file:secrets/a}", "${A}${B}", "${file:a:-b}"])
  func referencesAreSaved(text: String) { #expect(Template.isReference(text)) }

  @Test(
    "a text with a default or text of its own holds a part of the secret and is not saved",
    arguments: ["", "plain", "${A:-default}", "prefix-${A}", "${A}-suffix", "$$", "$A", "${A"])
  func ownTextIsNotSaved(text: String) { #expect(!Template.isReference(text)) }
}
