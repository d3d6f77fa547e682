// swift-tools-version: 6.2
import PackageDescription

// Built with `Fuzzing/run`, which instruments the decoders themselves too. Without FUZZ in the
// environment there is nothing to link libFuzzer with, so there is no executable.

let sanitize = ["-sanitize=fuzzer,address"]

let fuzz: [Target] =
  Context.environment["FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzz",
      dependencies: ["CLibFuzzer", .product(name: "IAFuzzTargets", package: "intensity-suite")],
      swiftSettings: [.unsafeFlags(sanitize)],
      linkerSettings: [.unsafeFlags(sanitize + ["-use-ld=lld"])])
  ]

let package = Package(
  name: "fuzzing",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "intensity-suite", path: "..")],
  targets: [.target(name: "CLibFuzzer")] + fuzz,
  swiftLanguageModes: [.v6]
)
