import Testing

@testable import ThunderIDPlan

@Suite("Secrets in diagnostics")
struct SecretExposureTests {
  static let secret = "hunter2"

  @Test(
    "no message, hint or line shows a secret that stands in the manifest",
    arguments: [
      "users: [{ type: P, x: 1, attributes: { username: a }, credentials: { password: hunter2 } }]",
      "users: [{ type: P, x: 1, attributes: { username: a, password: hunter2 } }]",
      "users: [{ type: P, attributes: { username: a }, credential: { password: hunter2 } }]",
      "users: [{ type: P, attributes: { username: a }, pasword: hunter2 }]",
      "users: [{ type: P, attributes: { username: a }, credentials: hunter2 }]",
      "users: [{ type: P, attributes: { username: a }, credentials: [hunter2] }]",
      "users: [{ type: P, attributes: { username: a }, credentials: { password: [hunter2] } }]",
      "users: [{ type: P, attributes: { username: a }, credentials: { password: *hunter2 } }]",
      "users: [{ type: P, attributes: { username: a }, credentials: { password: !hunter2 } }]",
      "users: [{ type: P, attributes: { username: a }, credentials: { password: '${hunter2!}' } }]",
      "users: [{ type: P, attributes: { username: a }, credentials: { password: '${A-:-hunter2}' } }]",
      "users: [{ type: P, attributes: { username: a }, credentials: { password: '##hunter2##' } }]",
      "users: [{ type: P, attributes: { username: a, n: !secret hunter2 }, x: 1 }]",
      "users: [{ type: P, attributes: !secret { username: b, n: hunter2 }, x: 1 }]",
      "users:\n  - type: P\n    credentials:\n      password: @hunter2\n",
      "users:\n  - type: P\n    credentials:\n      password: hunter2: x\n",
      "users:\n  - type: P\n    credentials:\n      pin: hunter2: x\n",
      "users:\n  - type: P\n    credentials: { pin: \"hunter2\n",
      "users:\n  - type: P\n    credentials: { pin: \"a\n b\n hunter2\", x: y: z }\n",
      "users:\n  - type: P\n    credentials: { pin: \"a\n\n b\n hunter2\" }, x\n",
      "users:\n  - type: P\n    credentials:\n      pin: |\n        a\n        hunter2\n\n     x\n",
      "users:\n  - type: P\n    attributes: { username: a }\n    credentials: { pin: \"a\n      b hunter2\" }, x: 1\n",
      "users:\n  - { type: P, attributes: { username: a }, credentials: { pin: \"a\n      b hunter2\" }, x: 1 }\n",
      "resource_type: usr\ncredentials: { password: hunter2 }\n",
      "{ resource_type: usr, credentials: { password: hunter2 } }\n",
      "x: { a: &p hunter2, b: 1 }\nusers: [{ type: P, attributes: { username: a }, credentials: { password: *p } }]\n",
      "x: &p { a: hunter2 }\nusers: [{ type: P, attributes: { username: a }, credentials: *p }]\n",
      "users: [{ type: P, attributes: { username: a }, credentials: { password: hunter2 } },"
        + " { type: P, attributes: { username: a } }]\n",
      "applications: [{ name: A, type: !secret hunter2 }]\n",
      "applications: [{ name: A, type: m2m, isRegistrationFlowEnabled: !secret hunter2 }]\n",
      "applications: [{ name: A, type: m2m, assertion: { validityPeriod: !secret hunter2 } }]\n",
      "applications: [{ name: A, type: m2m, inboundAuthConfig: [{ type: x, config: { clientSecret: hunter2 } }] }]\n",
      "applications: [{ name: A, type: m2m, flowSecret: hunter2, x: 1 }]\n",
      "applications: [{ name: A, type: m2m, attestation: { android: { serviceAccountCredentials: hunter2, x: 1 } } }]\n",
      "applications: [{ name: A, name: B, flowSecret: hunter2 }]\n",
      "applications:\n  - name: A\n    flowSecret: hunter2\tx: y\n",
    ])
  func nothingShown(text: String) {
    let found = diagnostics { try parsed(text) }
    #expect(!found.isEmpty)
    for diagnostic in found {
      #expect(!"\(diagnostic.message) \(diagnostic.hint ?? "") \(diagnostic.sourceLine ?? "")".contains("hunter2"))
    }
  }

  @Test(
    "no message shows what a variable brought",
    arguments: [
      "applications: [{ name: A, type: '${S}' }]",
      "applications: [{ name: A, type: m2m, metadata: { a: { b: '${S}${X}' } } }]",
      "applications: [{ name: A, type: m2m, isRegistrationFlowEnabled: '${S}' }]",
      "applications: [{ name: A, type: m2m, assertion: { validityPeriod: '${S}' } }]",
    ])
  func variableNotShown(text: String) {
    let found = diagnostics { try parsed(text, variables: ["S": "hunter2"]) }
    #expect(found.count == 1)
    for diagnostic in found {
      #expect(!"\(diagnostic.message) \(diagnostic.hint ?? "") \(diagnostic.sourceLine ?? "")".contains("hunter2"))
      #expect(diagnostic.sourceLine != nil)
    }
  }

  @Test("a line that only says where a secret comes from is shown")
  func referencesShown() {
    let found = diagnostics {
      try parsed(
        "users:\n  - type: P\n    attributes: { username: a }\n    credentials:\n      password: ${PW}\n"
          + "      pin: ${file:p}\n")
    }
    #expect(found.map(\.sourceLine) == ["      password: ${PW}", "      pin: ${file:p}"])
  }

  @Test("a mask that a variable or file brings is refused as one that is written")
  func expandedMask() {
    let user = "users:\n  - type: P\n    attributes: { username: a }\n    credentials: { password: '${P}' }\n"
    #expect(complaints(user, variables: ["P": "********"]) == ["4:30 mask"])
  }

  @Test("what is tagged secret stays so when defaults or merge keys bring it")
  func taintFollows() throws {
    let manifest = try parsed(
      """
      defaults: { users: { type: P, attributes: !secret { pin: a1 } } }
      users:
        - attributes: { username: a }
        - attributes: { username: b, deep: { <<: !secret { pin: b1 }, shown: 1 } }
      """)
    #expect(
      manifest.resources.map { $0.fields.sensitivePointers().map(\.description) }
        == [["/attributes/pin"], ["/attributes/deep/pin", "/attributes/pin"]])
  }
}
