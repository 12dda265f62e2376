// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "thunderid-apply",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "ThunderID", targets: ["ThunderID"]),
    .library(name: "ThunderIDSwiftUI", targets: ["ThunderIDSwiftUI"]),
    .executable(name: "thunderid-apply", targets: ["thunderid-apply"]),
  ],
  targets: [
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
    .systemLibrary(name: "CMalloc"),
    .target(name: "ThunderID", path: "Sources/ThunderIDClient"),
    .target(name: "ThunderIDSwiftUI", dependencies: ["ThunderID"]),
    .target(name: "CurlTransport", dependencies: ["ThunderID", "CCurl"]),
    .target(name: "ThunderIDSandbox", dependencies: ["ThunderID", "CCrypto"]),
    .target(name: "ThunderIDPlan", dependencies: ["ThunderID", "CYAML", "CCrypto"]),
    .executableTarget(
      name: "thunderid-apply",
      dependencies: ["ThunderID", "CurlTransport", "CCurl", "CCrypto", "CMalloc", "ThunderIDPlan", "ThunderIDSandbox"]),
    .testTarget(name: "ThunderIDTests", dependencies: ["ThunderID", "ThunderIDSandbox"]),
    .testTarget(name: "ThunderIDSwiftUITests", dependencies: ["ThunderIDSwiftUI", "ThunderID"]),
    .testTarget(name: "CurlTransportTests", dependencies: ["CurlTransport", "ThunderID"]),
    .testTarget(
      name: "ThunderIDSandboxTests", dependencies: ["ThunderIDSandbox", "ThunderID"], exclude: ["Fixtures"]),
    .testTarget(
      name: "ThunderIDPlanTests", dependencies: ["ThunderIDPlan", "ThunderIDSandbox", "ThunderID"],
      exclude: ["Report/Golden"]),
    .testTarget(
      name: "DocsTests", dependencies: ["thunderid-apply", "ThunderIDPlan", "ThunderID"],
      exclude: ["Support/ci_scripts.py"]),
    .testTarget(
      name: "CommandTests", dependencies: ["thunderid-apply", "ThunderID", "ThunderIDSandbox"],
      exclude: ["Arguments/Golden", "Support/jose.py", "Support/check_schema.py", "Support/check_html.py"]),
  ],
  swiftLanguageModes: [.v6]
)
