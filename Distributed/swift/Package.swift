// swift-tools-version: 6.2
import PackageDescription

// An example of a program that lets workers convert documents; the tests of the suite compile it too.
let package = Package(
  name: "convert-folder",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "intensity-suite", path: "../..")],
  targets: [
    .executableTarget(
      name: "convert-folder",
      dependencies: [.product(name: "IAConvert", package: "intensity-suite")], path: ".")
  ],
  swiftLanguageModes: [.v6]
)
