// swift-tools-version: 6.0
import PackageDescription

// The modules under test stand here by links, so that they are of this package (`package` access) and built with the
// fuzzer's instruments.
let asLibrary: [SwiftSetting] = [.unsafeFlags(["-parse-as-library"])]

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v14)],
  targets: [
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
    .target(name: "ThunderID", path: "Sources/ThunderIDClient"),
    .target(name: "ThunderIDPlan", dependencies: ["ThunderID", "CYAML", "CCrypto"]),
    .target(name: "Property"),
    .executableTarget(name: "FuzzJSON", dependencies: ["ThunderID", "Property"], swiftSettings: asLibrary),
    .executableTarget(name: "FuzzYAML", dependencies: ["ThunderIDPlan", "Property"], swiftSettings: asLibrary),
    .executableTarget(
      name: "FuzzManifest", dependencies: ["ThunderIDPlan", "ThunderID", "Property"], swiftSettings: asLibrary),
  ],
  swiftLanguageModes: [.v6]
)
