// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that those who use the libraries never fetch or build it.
// Specs/benchmarks.md says what is measured; Documentation/Decisions/0004 why by our own harness.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let suite = "intensity-suite"
let corpus = "Corpus"

let package = Package(
  name: "intensity-benchmarks",
  platforms: [.macOS("26.0")],
  products: [
    .executable(name: "ia-bench", targets: ["ia-bench"]),
    .executable(name: "ia-first-frame", targets: ["ia-first-frame"]),
    .executable(name: "ia-engine", targets: ["ia-engine"]),
    .executable(name: "ia-counters", targets: ["ia-counters"]),
    .executable(name: "ia-layout", targets: ["ia-layout"]),
    .executable(name: "ia-proof", targets: ["ia-proof"]),
    .executable(name: "ia-tree-threads", targets: ["ia-tree-threads"]),
  ],
  dependencies: [.package(name: suite, path: ".."), .package(path: "../Corpus")],
  targets: [
    // What Swift cannot reach: memory in use, ICU's iterators alone.
    .target(name: "CMeasure", path: "CMeasure", linkerSettings: [.linkedLibrary("icuuc")]),
    // Calls of malloc, in programs that link this.
    .target(name: "CAllocationCount", path: "CAllocationCount"),
    // zstd as a peer, apart from the codec that uses it.
    .systemLibrary(name: "CPeerZstd", path: "CPeerZstd", pkgConfig: "libzstd"),
    // A JSON parser as a peer of the codec.
    .target(name: "CFastJSON", path: "CFastJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    // HarfBuzz as a yardstick, apart from the fonts that use it.
    .systemLibrary(name: "CPeerHarfBuzz", path: "CPeerHarfBuzz", pkgConfig: "harfbuzz"),
    .target(name: "CRawShaping", dependencies: ["CPeerHarfBuzz"], path: "CRawShaping"),
    .target(
      name: "Harness", dependencies: ["CMeasure"], path: "Harness", swiftSettings: strict),
    .target(
      name: "Inputs",
      dependencies: [
        .product(name: "IACorpus", package: corpus), .product(name: "IAFormats", package: suite),
        .product(name: "IAText", package: suite),
      ],
      path: "Inputs", swiftSettings: strict),
    // Processes of engines: their pipes, their CPU clocks, pictures in shared memory.
    .target(name: "CEngines", path: "CEngines"),
    // Engines that others provide, checked and measured over Specs/engine-protocol.md.
    .target(
      name: "EngineHarness", dependencies: ["CEngines", "Harness", "Inputs", "Scrolling"],
      path: "EngineHarness", swiftSettings: strict),
    // This suite as such an engine.
    .executableTarget(
      name: "ia-engine",
      dependencies: [
        "CEngines", "CMeasure", .product(name: "IAFonts", package: suite),
        .product(name: "IALayout", package: suite), .product(name: "IARender", package: suite),
        .product(name: "IAText", package: suite),
      ],
      path: "Engines/Ours", swiftSettings: strict),
    // Views that are scrolled by scripts, for ia-bench and ia-counters.
    .target(
      name: "Scrolling",
      dependencies: [
        "CMeasure", "Harness", "Inputs", .product(name: "IACorpus", package: corpus),
        .product(name: "IAFonts", package: suite), .product(name: "IALayout", package: suite),
        .product(name: "IARender", package: suite), .product(name: "IAText", package: suite),
        .product(name: "IAViews", package: suite),
      ],
      path: "Scrolling", swiftSettings: strict),
    .executableTarget(
      name: "ia-bench",
      dependencies: [
        "ia-first-frame", "ia-spawn", "EngineHarness", "Harness", "Inputs", "Scrolling", "CMeasure",
        "CAllocationCount",
        "CFastJSON", "CPeerZstd", "CRawShaping",
        .product(name: "IACodec", package: suite), .product(name: "IABytes", package: suite),
        .product(name: "IARangeTree", package: suite), .product(name: "IAText", package: suite),
        .product(name: "IAFormats", package: suite), .product(name: "IACorpus", package: corpus),
        .product(name: "IAArchive", package: suite), .product(name: "IASyntax", package: suite),
        .product(name: "IALayout", package: suite), .product(name: "IAFonts", package: suite),
        .product(name: "IARender", package: suite), .product(name: "IAViews", package: suite),
      ],
      path: "Suites", exclude: ["Archive/archive_peers.py"], swiftSettings: strict),
    // The first frame of an archive, with what a program for it links and no more. The Swift library is linked
    // statically, as in the programs of Scripts/release: a loader spends a third of the time on its relocations.
    .executableTarget(
      name: "ia-first-frame",
      dependencies: [
        "CMeasure", .product(name: "IAArchive", package: suite),
        .product(name: "IAArchiveViews", package: suite), .product(name: "IAFonts", package: suite),
        .product(name: "IALayout", package: suite), .product(name: "IARender", package: suite),
        .product(name: "IAText", package: suite), .product(name: "IAViews", package: suite),
      ],
      path: "FirstFrame", swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux])),
        .linkedLibrary("_FoundationCollections", .when(platforms: [.linux])),
        .linkedLibrary("_FoundationCShims", .when(platforms: [.linux])),
      ]),
    .executableTarget(
      name: "ia-counters",
      dependencies: [
        "CMeasure", "Inputs", "Scrolling", .product(name: "IARangeTree", package: suite),
        .product(name: "IACodec", package: suite), .product(name: "IABytes", package: suite),
        .product(name: "IAText", package: suite), .product(name: "IAFormats", package: suite),
        .product(name: "IACorpus", package: corpus), .product(name: "IALayout", package: suite),
        .product(name: "IAFonts", package: suite),
        .product(name: "IAArchive", package: suite),
      ],
      path: "Counters", swiftSettings: strict),
    // Layouts in the shape that the peers' drivers have, for Scripts/layout-peers.
    .executableTarget(
      name: "ia-layout",
      dependencies: [
        "Harness", "Inputs", .product(name: "IALayout", package: suite),
        .product(name: "IAFonts", package: suite), .product(name: "IAText", package: suite),
        .product(name: "IARender", package: suite),
      ],
      path: "Layout", swiftSettings: strict),
    // What the tests try on a few inputs, over as many as one asks for.
    .executableTarget(
      name: "ia-proof",
      dependencies: [
        "CRawShaping", "Harness", "Inputs", "Scrolling",
        .product(name: "IACorpus", package: corpus),
        .product(name: "IAForging", package: corpus), .product(name: "IAConvert", package: suite),
        .product(name: "IAFormats", package: suite),
        .product(name: "IALayout", package: suite), .product(name: "IAFonts", package: suite),
        .product(name: "IARender", package: suite), .product(name: "IAText", package: suite),
        .product(name: "IAMarkup", package: suite), .product(name: "IAViews", package: suite),
      ],
      path: "Proofs", swiftSettings: strict),
    .executableTarget(name: "ia-spawn", path: "Spawn"),
    // Readers of copies of a tree that is typed into, for Scripts/tree-threads.
    .executableTarget(
      name: "ia-tree-threads", dependencies: [.product(name: "IARangeTree", package: suite)],
      path: "TreeThreads", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
