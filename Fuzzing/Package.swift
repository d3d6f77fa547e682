// swift-tools-version: 6.2
import PackageDescription

// `Fuzzing/run` builds this package with instrumentation, including the decoders. Without the
// environment variable FUZZ there is no executable, because libFuzzer is not available.

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
