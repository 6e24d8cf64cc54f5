// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target: language mode 6, and a warning stops the build.
let common: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Targets that live on the one thread of the event loop.
let onTheLoop: [SwiftSetting] = common + [.defaultIsolation(MainActor.self)]

/// Rounding is libm's business where the processor has no instruction for it; pure targets import nothing that links it.
let mathematics: [LinkerSetting] = [.linkedLibrary("m")]

// The order is the direction of the arrows: no target imports one that stands below it.
let package = Package(
  name: "Keyguide",
  products: [
    .library(name: "KeyguideClient", targets: ["KeyguideClient"]),
    .library(name: "KeyguidePlugin", targets: ["EventLoop", "Geometry", "KeyguideAPI", "KeyguidePlugin"]),
    .library(name: "ViewLayout", targets: ["ViewLayout"]),
    .library(name: "ConstraintSolver", targets: ["ConstraintSolver"]),
    .executable(name: "keyguided", targets: ["keyguided"]),
    .executable(name: "keyguidectl", targets: ["keyguidectl"]),
    .executable(name: "keyguide-plugin-host", targets: ["keyguide-plugin-host"]),
  ],
  targets: [
    // System libraries, and the few calls of Linux that Swift cannot import.
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CWaylandClient", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .target(name: "CUsableArea", dependencies: ["CWaylandClient"]),
    .target(name: "CLinux", cSettings: [.define("_GNU_SOURCE")]),

    // Functional core: values and pure functions.
    .target(name: "Geometry", swiftSettings: common),
    .target(name: "ConstraintSolver", swiftSettings: common, linkerSettings: mathematics),
    .target(name: "KeyboardGuide", dependencies: ["Geometry"], swiftSettings: common),
    .target(name: "JSON", swiftSettings: common),
    .target(
      name: "ViewLayout", dependencies: ["ConstraintSolver", "Geometry", "JSON"], swiftSettings: common,
      linkerSettings: mathematics),
    .target(name: "SolverWorkloads", dependencies: ["ConstraintSolver", "JSON"], swiftSettings: common),
    .target(name: "CToml"),
    .target(name: "TOML", dependencies: ["CToml"], swiftSettings: common),
    .target(
      name: "DeviceClassification", dependencies: ["JSON", "TOML"], resources: [.embedInCode("devices.toml")],
      swiftSettings: common),
    .target(name: "KeyActivity", dependencies: ["JSON", "DeviceClassification"], swiftSettings: common),
    .target(name: "PluginPolicy", dependencies: ["JSON", "TOML"], swiftSettings: common),

    // Thin shell: devices, loop, socket.
    .target(
      name: "InputDevices",
      dependencies: [
        "CEvdev", "CUdev", "CLinux", "JSON", "KeyboardGuide", "DeviceClassification", "KeyActivity", "TOML",
      ],
      swiftSettings: onTheLoop),
    .target(name: "EventLoop", dependencies: ["CLinux", "CSystemd"], swiftSettings: onTheLoop),
    .target(name: "Handover", dependencies: ["CLinux"], swiftSettings: common),
    .target(name: "ServiceLog", dependencies: ["CSystemd", "EventLoop"], swiftSettings: onTheLoop),
    .target(name: "MessageBus", dependencies: ["CSystemd", "EventLoop"], swiftSettings: onTheLoop),
    .target(name: "BluetoothLinks", dependencies: ["EventLoop", "MessageBus"], swiftSettings: onTheLoop),
    .target(name: "Varlink", dependencies: ["JSON"], swiftSettings: common),
    .target(
      name: "VarlinkServer", dependencies: ["Varlink", "JSON", "EventLoop", "Handover", "CLinux"],
      swiftSettings: onTheLoop),
    .target(
      name: "KeyguideAPI",
      dependencies: ["Geometry", "JSON", "Varlink"],
      resources: [
        .embedInCode("Interfaces/io.keyguide.Monitor.varlink"),
        .embedInCode("Interfaces/io.keyguide.Layout.varlink"),
        .embedInCode("Interfaces/io.keyguide.Control.varlink"),
        .embedInCode("Interfaces/io.keyguide.Provider.varlink"),
        .embedInCode("Interfaces/io.keyguide.Service.varlink"),
        .embedInCode("Interfaces/io.keyguide.PluginHost.varlink"),
      ],
      swiftSettings: common),
    .target(
      name: "Providers", dependencies: ["EventLoop", "Geometry", "KeyboardGuide", "KeyguideAPI"], swiftSettings: common),
    .target(
      name: "SeatReplay", dependencies: ["Geometry", "JSON", "KeyboardGuide", "KeyguideAPI"], swiftSettings: common),
    .target(
      name: "KeyguideSettings", dependencies: ["InputDevices", "KeyboardGuide", "TOML", "VarlinkServer"],
      swiftSettings: onTheLoop),
    .target(
      name: "KeyguideService",
      dependencies: [
        "CLinux", "CSystemd", "CSeccomp", "KeyguideSettings", "Handover", "ServiceLog", "BluetoothLinks",
        "DeviceClassification",
        "Geometry",
        "KeyboardGuide",
        "InputDevices", "EventLoop",
        "Varlink",
        "VarlinkServer", "KeyguideAPI", "Providers", "SeatReplay",
        "JSON", "ViewLayout",
      ],
      resources: [.embedInCode("Recordings/usb-keyboard.jsonl")],
      swiftSettings: onTheLoop),
    .target(name: "KeyguideClient", dependencies: ["CLinux", "Varlink", "KeyguideAPI", "JSON"], swiftSettings: common),
    .target(
      name: "PluginHost",
      dependencies: [
        "CLinux", "CSeccomp", "EventLoop", "JSON", "KeyguideAPI", "KeyguideClient", "PluginPolicy", "ServiceLog",
        "Varlink",
        "VarlinkServer",
      ],
      swiftSettings: onTheLoop),

    .target(
      name: "KeyguidePlugin", dependencies: ["EventLoop", "JSON", "KeyguideAPI", "KeyguideClient", "Varlink"],
      swiftSettings: onTheLoop),

    .target(name: "ServiceProcess", dependencies: ["CLinux", "Varlink"], swiftSettings: common),

    // Plugins for what people run.
    .target(
      name: "PluginSupport", dependencies: ["CLinux", "EventLoop", "KeyguideAPI", "TOML"], swiftSettings: onTheLoop),
    .target(name: "SwayIPC", dependencies: ["Geometry", "JSON", "KeyguideAPI"], swiftSettings: common),
    .executableTarget(
      name: "compositor-sway",
      dependencies: [
        "CommandLineOptions", "CUsableArea", "EventLoop", "KeyguideAPI", "KeyguidePlugin", "PluginSupport", "SwayIPC",
        "Varlink",
      ],
      path: "Sources/Plugins/compositor-sway", swiftSettings: onTheLoop),
    .executableTarget(
      name: "osk-dbus", dependencies: ["EventLoop", "KeyguideAPI", "KeyguidePlugin", "MessageBus", "PluginSupport"],
      path: "Sources/Plugins/osk-dbus", swiftSettings: onTheLoop),
    .executableTarget(
      name: "osk-wvkbd",
      dependencies: ["CLinux", "CommandLineOptions", "EventLoop", "KeyguideAPI", "KeyguidePlugin", "PluginSupport"],
      path: "Sources/Plugins/osk-wvkbd", swiftSettings: onTheLoop),
    .executableTarget(
      name: "osk-command",
      dependencies: ["EventLoop", "Geometry", "KeyguideAPI", "KeyguidePlugin", "PluginSupport", "TOML"],
      path: "Sources/Plugins/osk-command", swiftSettings: onTheLoop),
    .executableTarget(
      name: "osk-gnome", dependencies: ["EventLoop", "KeyguideAPI", "KeyguidePlugin", "PluginSupport"],
      path: "Sources/Plugins/osk-gnome", swiftSettings: onTheLoop),
    .executableTarget(
      name: "bar-items", dependencies: ["EventLoop", "KeyguideAPI", "KeyguidePlugin", "PluginSupport", "TOML"],
      path: "Sources/Plugins/bar-items", swiftSettings: onTheLoop),

    // Programs.
    .target(name: "CommandLineOptions", dependencies: ["CLinux"], swiftSettings: common),
    .executableTarget(
      name: "keyguided",
      dependencies: [
        "KeyguideService", "KeyguideSettings", "EventLoop", "Varlink", "VarlinkServer", "KeyguideAPI", "InputDevices",
        "CLinux", "CSystemd", "CommandLineOptions", "ServiceLog", "TOML",
      ],
      swiftSettings: onTheLoop),
    .executableTarget(
      name: "keyguide-plugin-host",
      dependencies: [
        "CLinux", "CommandLineOptions", "EventLoop", "KeyguideAPI", "KeyguideClient", "PluginHost", "PluginPolicy",
        "ServiceLog", "Varlink",
      ],
      swiftSettings: onTheLoop),
    .executableTarget(
      name: "keyguidectl",
      dependencies: [
        "KeyguideClient", "KeyguideAPI", "CommandLineOptions", "EventLoop", "Geometry", "JSON", "Varlink",
        "ServiceProcess", "DeviceClassification", "InputDevices", "KeyActivity", "KeyguideSettings", "SeatReplay",
        "SolverWorkloads", "TOML",
      ],
      swiftSettings: onTheLoop),

    // For developers: not installed.
    .executableTarget(
      name: "example-plugin", dependencies: ["EventLoop", "Geometry", "KeyguideAPI", "KeyguidePlugin"],
      path: "Templates/plugin/Sources/my-keyboard", swiftSettings: onTheLoop),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "keyguide-bench",
      dependencies: [
        "CAllocations", "ConstraintSolver", "JSON", "KeyboardGuide", "Geometry", "KeyguideAPI", "KeyguideClient",
        "ServiceProcess", "SolverWorkloads", "Varlink", "ViewLayout",
      ],
      swiftSettings: common),

    // Tests, and what they stand on.
    .systemLibrary(
      name: "CUMockdev", path: "Tests/Support/CUMockdev", pkgConfig: "umockdev-1.0",
      providers: [.apt(["libumockdev-dev"])]),
    .target(name: "CMockInput", dependencies: ["CUMockdev", "CEvdev"], path: "Tests/Support/CMockInput"),
    .target(
      name: "MockInput", dependencies: ["CMockInput", "CEvdev", "JSON"], path: "Tests/Support/MockInput",
      swiftSettings: common),
    .target(
      name: "GraphicalSession", dependencies: ["CLinux"], path: "Tests/Support/GraphicalSession", swiftSettings: common),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "EventLoop", "Geometry", "GraphicalSession", "JSON", "KeyguideAPI", "PluginSupport", "SwayIPC", "TOML",
        "Varlink",
        "bar-items", "compositor-sway", "osk-command", "osk-dbus", "osk-gnome", "osk-wvkbd",
      ],
      swiftSettings: onTheLoop),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: common),
    .testTarget(
      name: "ConstraintSolverTests", dependencies: ["ConstraintSolver", "SolverWorkloads", "JSON"],
      exclude: ["Fixtures"], swiftSettings: common),
    .testTarget(name: "KeyboardGuideTests", dependencies: ["KeyboardGuide", "Geometry"], swiftSettings: common),
    .testTarget(
      name: "ProvidersTests", dependencies: ["Providers", "KeyboardGuide", "KeyguideAPI", "Geometry"],
      swiftSettings: common),
    .testTarget(
      name: "SeatReplayTests", dependencies: ["SeatReplay", "KeyboardGuide", "KeyguideAPI", "Geometry", "JSON"],
      exclude: ["Scenarios"], swiftSettings: common),
    .testTarget(
      name: "ViewLayoutTests", dependencies: ["ViewLayout", "KeyboardGuide", "Geometry", "JSON"], swiftSettings: common),
    .target(
      name: "JSONReference", dependencies: ["JSON"], path: "Tests/Support/JSONReference", swiftSettings: common),
    .testTarget(
      name: "JSONTests", dependencies: ["JSON", "JSONReference"], exclude: ["Fixtures"], swiftSettings: common),
    .testTarget(name: "TOMLTests", dependencies: ["TOML"], swiftSettings: common),
    .testTarget(
      name: "DeviceClassificationTests", dependencies: ["DeviceClassification", "JSON", "TOML"],
      resources: [.embedInCode("Fixtures/devices.jsonl")],
      swiftSettings: common),
    .testTarget(
      name: "KeyActivityTests", dependencies: ["KeyActivity", "DeviceClassification", "JSON"],
      resources: [.embedInCode("Fixtures/sequences.jsonl"), .embedInCode("Fixtures/devices.jsonl")],
      swiftSettings: common),
    .testTarget(name: "PluginPolicyTests", dependencies: ["JSON", "PluginPolicy"], swiftSettings: common),
    .testTarget(
      name: "PluginHostTests",
      dependencies: [
        "CLinux", "EventLoop", "JSON", "KeyguideAPI", "KeyguideClient", "PluginHost", "ServiceProcess", "Varlink",
        "VarlinkServer", "keyguide-plugin-host", "keyguidectl",
      ],
      swiftSettings: onTheLoop),
    .testTarget(name: "VarlinkTests", dependencies: ["Varlink", "JSON"], swiftSettings: common),
    .testTarget(
      name: "KeyguideAPITests", dependencies: ["KeyguideAPI", "Varlink"], exclude: ["Fixtures"], swiftSettings: common),
    .testTarget(name: "HandoverTests", dependencies: ["CLinux", "Handover"], swiftSettings: common),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"], swiftSettings: onTheLoop),
    .testTarget(
      name: "BluetoothLinksTests", dependencies: ["BluetoothLinks", "EventLoop"], exclude: ["Clients"],
      swiftSettings: onTheLoop),
    .testTarget(
      name: "InputDevicesTests",
      dependencies: ["InputDevices", "KeyboardGuide", "DeviceClassification", "KeyActivity", "CEvdev"],
      swiftSettings: onTheLoop),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["CommandLineOptions", "PluginPolicy", "keyguide-plugin-host", "keyguided", "keyguidectl"],
      swiftSettings: onTheLoop),
    .testTarget(
      name: "KeyguideSettingsTests", dependencies: ["KeyguideSettings", "InputDevices", "KeyboardGuide"],
      swiftSettings: onTheLoop),
    .testTarget(
      name: "KeyguideServiceTests",
      dependencies: [
        "KeyguideService", "KeyguideSettings", "CLinux", "KeyguideAPI", "KeyguideClient", "VarlinkServer", "Varlink",
        "EventLoop", "Handover", "InputDevices",
        "KeyboardGuide", "DeviceClassification", "SeatReplay", "JSON", "ServiceLog", "Providers", "KeyguidePlugin",
      ],
      resources: [.embedInCode("Fixtures/devices.jsonl")],
      swiftSettings: onTheLoop),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "CLinux", "MockInput", "GraphicalSession", "InputDevices", "DeviceClassification", "EventLoop", "KeyboardGuide",
        "KeyguideClient", "KeyguideAPI", "Varlink", "JSON", "ServiceProcess", "Geometry", "KeyguideService",
        "SeatReplay",
        "CEvdev", "keyguided", "keyguidectl", "keyguide-plugin-host", "compositor-sway", "osk-dbus", "osk-wvkbd",
      ],
      exclude: ["Clients"],
      resources: [.embedInCode("Fixtures/devices.jsonl")],
      swiftSettings: onTheLoop),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// `make fuzz` builds this; in a plain build it would not link.
if Context.environment["FUZZ"] != nil {
  package.targets += [
    .target(name: "CFuzz", path: "Tests/Fuzz/CFuzz"),
    .executableTarget(
      name: "keyguide-fuzz",
      dependencies: [
        "CFuzz", "CLinux", "Handover", "DeviceClassification", "EventLoop", "Geometry", "InputDevices", "JSON",
        "JSONReference",
        "KeyActivity", "KeyguideService", "KeyguideSettings", "PluginPolicy", "SeatReplay", "ServiceLog", "SwayIPC",
        "Varlink",
        "ViewLayout",
      ],
      path: "Tests/Fuzz/keyguide-fuzz", swiftSettings: common,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ]
  for target in package.targets where [.regular, .executable].contains(target.type) && target.name.first != "C" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
  }
}
