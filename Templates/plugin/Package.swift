// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "my-keyboard",
  dependencies: [
    // Keyguide's sources, beside this folder.
    .package(path: "../keyguide")
  ],
  targets: [
    .executableTarget(
      name: "my-keyboard", dependencies: [.product(name: "KeyguidePlugin", package: "keyguide")],
      // All of a plugin lives on the one thread of its event loop.
      swiftSettings: [.defaultIsolation(MainActor.self)])
  ],
  swiftLanguageModes: [.v6]
)
