// swift-tools-version: 6.2
import PackageDescription

// Documents that tests and benchmarks convert, and the program that writes their files. A package of
// its own, so that those who use the libraries never build it (decision 0073).

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let suite = "intensity-suite"

// Without access to what is `package`, as in the tests of the suite, so that one build serves both (decision 0205).
let packageAccess = false

let package = Package(
  name: "Corpus",
  platforms: [.macOS("26.0")],
  products: [
    .library(name: "IACorpus", targets: ["IACorpus"]),
    .library(name: "IAForging", targets: ["IAForging"]),
    .executable(name: "ia-corpus", targets: ["ia-corpus"]),
  ],
  dependencies: [.package(name: suite, path: "..")],
  targets: [
    .target(
      name: "IACorpus", dependencies: [.product(name: "IAText", package: suite)],
      packageAccess: packageAccess, swiftSettings: strict),
    // Documents with forged hidden data.
    .target(
      name: "IAForging",
      dependencies: [
        "IACorpus", .product(name: "IAFormats", package: suite),
        .product(name: "IASyntax", package: suite), .product(name: "IAText", package: suite),
      ],
      packageAccess: packageAccess, swiftSettings: strict),
    .executableTarget(
      name: "ia-corpus",
      dependencies: [
        "IACorpus", .product(name: "IACodec", package: suite),
        .product(name: "IAFormats", package: suite), .product(name: "IASyntax", package: suite),
        .product(name: "IAText", package: suite),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
