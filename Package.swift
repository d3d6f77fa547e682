// swift-tools-version: 6.2
import PackageDescription

// The tables below list what each target may import. They are the architecture
// (Documentation/Architecture.md): Scripts/check refuses an import that is not listed here, and a
// dependency that no file of its target imports.

/// One row: the name of a target and what it may import.
typealias Row = (name: String, dependencies: [Target.Dependency])

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// C libraries of the system: module, package of pkg-config, packages of Debian, of Homebrew.
let systemLibraries: [(name: String, pkgConfig: String, debian: [String], brew: String)] = [
  ("CICU", "icu-uc", ["libicu-dev"], "icu4c"),
  ("CCmark", "libcmark-gfm", ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"], "cmark-gfm"),
  ("CZstd", "libzstd", ["libzstd-dev"], "zstd"),
  ("CDeflate", "libdeflate", ["libdeflate-dev"], "libdeflate"),
  ("CSodium", "libsodium", ["libsodium-dev"], "libsodium"),
  ("CArchive", "libarchive", ["libarchive-dev"], "libarchive"),
  ("CHarfBuzz", "harfbuzz-subset", ["libharfbuzz-dev"], "harfbuzz"),
  ("CFontconfig", "fontconfig", ["libfontconfig-dev"], "fontconfig"),
  ("CFreeType", "freetype2", ["libfreetype-dev"], "freetype"),
  ("CCairo", "cairo-ft", ["libcairo2-dev"], "cairo"),
  ("CPCRE2", "libpcre2-16", ["libpcre2-dev"], "pcre2"),
  ("CJPEG", "libjpeg", ["libjpeg-dev"], "jpeg-turbo"),
  ("CWebP", "libwebp", ["libwebp-dev"], "webp"),
]

/// C of this package.
let cTargets: [Row] = [
  ("CShims", ["CICU"]),
  ("CPictures", ["CJPEG"]),
  ("CBlending", []),
  ("CRingMemory", []),
  ("CChecksum", []),
  ("CFiles", []),
  ("CAllocation", []),
  ("CGalois", []),
  ("CSHA", []),
  ("CUnits", []),
  ("CWorkers", []),
  ("CSandbox", []),
]

/// Modules, from the lowest layer to the highest.
let modules: [Row] = [
  ("IABytes", ["CChecksum", "CUnits"]),
  ("IAMarkup", ["IABytes"]),
  ("IAEquations", ["IAMarkup"]),
  ("IASyntax", ["IABytes", "CSHA"]),
  ("IARangeTree", []),
  ("IAUnicode", ["CShims"]),
  ("IAText", ["IARangeTree", "IAUnicode", "IABytes", "IASyntax"]),
  ("IAShapes", ["IAText"]),
  ("IAFiles", ["IABytes", "CFiles"]),
  ("IAFormats", ["IAFiles", "IAText", "IABytes", "IASyntax"]),
  ("IAAttributedString", ["IAFiles", "IAFormats", "IAText", "IABytes"]),
  ("IAStickers", ["IAFiles", "IAFormats", "IAText", "IABytes", "IASyntax"]),
  ("IAHiddenData", ["IAFiles", "IAFormats", "IAText", "IABytes", "IASyntax"]),
  ("IALegacy", ["IAText", "IABytes"]),
  ("IAJSON", ["IAFiles", "IAFormats", "IALegacy", "IAText", "IABytes", "IASyntax"]),
  ("IAPlainText", ["IAFiles", "IAFormats", "IAStickers", "IAText", "IABytes", "IASyntax"]),
  ("IACSS", ["IAFormats", "IAText"]),
  ("IASVG", ["IACSS", "IAText", "IABytes"]),
  (
    "IAMarkdown",
    [
      "IACSS", "IAFiles", "IAFormats", "IAHiddenData", "IAText", "IABytes", "IASyntax", "IAMarkup",
      "IAEquations", "IASVG", "CCmark",
    ]
  ),
  (
    "IAHTML",
    [
      "IACSS", "IAFiles", "IAFormats", "IAHiddenData", "IAText", "IAUnicode", "IABytes", "IASyntax",
      "IAMarkup", "IAEquations", "IAShapes", "IASVG",
    ]
  ),
  (
    "IARTF",
    [
      "IAFiles", "IAFormats", "IAHiddenData", "IAText", "IAUnicode", "IABytes", "IASyntax",
      "IAEquations", "IAShapes",
    ]
  ),
  ("IAKit", ["IAFiles", "IAFormats", "IALegacy", "IAText", "IABytes", "IASyntax"]),
  ("IACodec", ["IAText", "IABytes", "IASyntax", "CZstd"]),
  ("IAZip", ["IABytes", "CDeflate"]),
  ("IAEmbedding", ["IABytes", "IAZip"]),
  (
    "IAArchive",
    ["IACodec", "IAZip", "IAText", "IABytes", "IASyntax", "CGalois", "CSodium"]
  ),
  (
    "IAForeignArchives",
    ["IAFiles", "IAFormats", "IABytes", "IASyntax", "IAZip", "IACodec", "CArchive"]
  ),
  ("IAFonts", ["IAUnicode", "CHarfBuzz", "CFontconfig"]),
  ("IAHighlighting", ["IAText", "IABytes", "IASyntax", "CPCRE2"]),
  ("IALayout", ["IAFonts", "IAText", "IAUnicode", "IAEquations"]),
  (
    "IARender",
    [
      "IALayout", "IAFonts", "IAText", "IAUnicode", "IABytes", "IASyntax", "IAZip", "IAEmbedding",
      "IAShapes", "IASVG", "CCairo", "CFreeType", "CPictures", "CBlending", "CRingMemory", "CWebP",
    ]
  ),
  ("IAViews", ["IARender", "IALayout", "IAText", "IARangeTree"]),
  ("IAArchiveViews", ["IAViews", "IARender", "IAArchive", "IAText", "IABytes"]),
  (
    "IARenderFormats",
    [
      "IARender", "IALayout", "IAFonts", "IAHighlighting", "IAConvert", "IAEmbedding", "IAFiles",
      "IAFormats", "IAHTML", "IAStickers", "IAText", "IABytes", "IASyntax",
    ]
  ),
  (
    "IAConvert",
    [
      "IAFiles", "IAFormats", "IAStickers", "IAText", "IAUnicode", "IABytes", "IASyntax",
      "IAJSON", "IAPlainText", "IAMarkdown", "IAHTML", "IARTF", "IAKit", "IACodec", "IAArchive",
      "IAForeignArchives", "IAEmbedding", "CWorkers",
    ]
  ),
  ("IAReports", ["IAConvert", "IAFiles", "IABytes", "IASyntax"]),
  (
    "IACommands",
    [
      "IAConvert", "IAReports", "IAFiles", "IAFormats", "IAText", "IASyntax", "IABytes",
      "CAllocation",
      "CSandbox", argumentParser,
    ]
  ),
]

let programs: [Row] = [
  ("iaconv", ["IACommands"]),
  // Draws what iaconv cannot: it alone is linked with Cairo (decision 0019).
  ("iaconv-render", ["IACommands", "IARenderFormats"]),
]

/// Modules for tests alone.
let testModules: [Row] = [
  ("IATestSupport", ["IAText", "IAFormats", "IARangeTree", "IACorpus"]),
  (
    "IAFuzzTargets",
    [
      "IASyntax", "IABytes", "IAFiles", "IAFormats", "IAMarkdown", "IAPlainText", "IAText",
      "IAHTML", "IARTF", "IAKit", "IACodec", "IAArchive", "IAForeignArchives", "IAHighlighting",
      "IARender", "IAMarkup", "IAConvert", "IAReports", "IAEmbedding", "IAEquations", "IAFonts",
      "IALayout", "IARenderFormats", "IASVG",
    ]
  ),
]

/// Modules of the package in Corpus, which imports the products of this one.
///
/// The tests compile its sources, because a package cannot depend on one that depends on it (decision 0073).
let corpusModules: [Row] = [
  ("IACorpus", ["IAText"]),
  (
    "IAForging",
    ["IABytes", "IACorpus", "IAFiles", "IAFormats", "IAHiddenData", "IASyntax", "IAText"]
  ),
]

/// Tests, which also import IATestSupport.
let tests: [Row] = [
  ("CSHATests", ["CSHA", "CSodium"]),
  ("FuzzTargetTests", ["IAFuzzTargets"]),
  ("IACorpusTests", ["IACorpus", "IAFormats", "IAText", "IASyntax"]),
  ("IABytesTests", ["IABytes"]),
  ("IAMarkupTests", ["IAMarkup", "IABytes"]),
  ("IAEquationsTests", ["IAEquations"]),
  ("IASyntaxTests", ["IASyntax", "IABytes"]),
  ("IARangeTreeTests", ["IARangeTree"]),
  ("IAUnicodeTests", ["IAUnicode"]),
  ("IATextTests", ["IAText", "IABytes", "IASyntax"]),
  ("IAAttributedStringTests", ["IAAttributedString", "IAFiles", "IAFormats", "IAText", "IABytes"]),
  ("IAFilesTests", ["IAFiles", "IABytes"]),
  ("IAFormatsTests", ["IAFormats", "IAText", "IASyntax"]),
  ("IAStickersTests", ["IAFiles", "IAFormats", "IAStickers", "IAText", "IABytes"]),
  ("IAHiddenDataTests", ["IAFormats", "IAHiddenData", "IAText", "IABytes"]),
  ("IAJSONTests", ["IAJSON", "IAFiles", "IAFormats", "IAText", "IABytes"]),
  ("IAPlainTextTests", ["IAPlainText", "IAFiles", "IAFormats", "IAStickers", "IAText", "IABytes"]),
  (
    "IAMarkdownTests",
    ["IAMarkdown", "IACorpus", "IAFiles", "IAFormats", "IAHiddenData", "IAText", "IABytes"]
  ),
  (
    "IAHTMLTests",
    ["IACSS", "IAHTML", "IAFiles", "IAFormats", "IAHiddenData", "IAText", "IABytes", "IASyntax"]
  ),
  (
    "IARTFTests",
    ["IARTF", "IAShapes", "IAFiles", "IAFormats", "IAHiddenData", "IAText", "IABytes"]
  ),
  ("IASVGTests", ["IASVG", "IAText"]),
  ("IAKitTests", ["IAKit", "IAFiles", "IAFormats", "IAText", "IABytes"]),
  ("IACodecTests", ["IACodec", "IACorpus", "IAText", "IABytes"]),
  (
    "IAArchiveTests",
    [
      "IAArchive", "IACodec", "IAZip", "IAFiles", "IAFormats", "IAJSON", "IAText", "IABytes",
      "IASyntax",
    ]
  ),
  ("IAZipTests", ["IAZip", "IABytes"]),
  ("IAEmbeddingTests", ["IAEmbedding", "IABytes"]),
  ("IAForeignArchivesTests", ["IAForeignArchives", "IAFiles", "IABytes"]),
  ("IAFontsTests", ["IAFonts", "IAUnicode"]),
  ("IAHighlightingTests", ["IAHighlighting", "IAText", "IABytes"]),
  ("IALayoutTests", ["IALayout", "IAFonts", "IAText", "IAUnicode"]),
  ("IARenderTests", ["IARender", "IALayout", "IAFonts", "IAText", "IABytes"]),
  ("IAViewsTests", ["IAViews", "IARender", "IALayout", "IAFonts", "IAText"]),
  (
    "IAArchiveViewsTests",
    [
      "IAArchiveViews", "IAViews", "IARender", "IALayout", "IAFonts", "IAArchive", "IAText",
      "IABytes",
    ]
  ),
  (
    "IARenderFormatsTests",
    [
      "IARenderFormats", "IARender", "IAConvert", "IAEmbedding", "IAZip", "IAFiles", "IAFormats",
      "IAText", "IABytes",
    ]
  ),
  // The library as a Swift developer uses it.
  (
    "LibraryTests",
    [
      "IAConvert", "IACodec", "IAJSON", "IAAttributedString", "IALayout", "IARenderFormats",
      "IAArchive",
    ]
  ),
  (
    "IAConvertTests",
    [
      "IAConvert", "IACodec", "IAFiles", "IAFormats", "IAHiddenData", "IAForging", "IAText",
      "IABytes", "IASyntax",
    ]
  ),
  ("IAReportsTests", ["IAReports", "IAMarkup", "IABytes"]),
  (
    "SpecTests",
    [
      "IAConvert", "IACodec", "IACSS", "IAFiles", "IAFormats", "IAStickers", "IAHTML", "IAJSON",
      "IAMarkdown", "IAPlainText", "IARTF", "IAText", "IABytes", "IASyntax", "IAHighlighting",
      "IALayout", "IAFonts", "IAArchive", "IAHiddenData", "IAEquations",
    ]
  ),
  (
    "CommandTests",
    [
      "IACommands", "IAConvert", "IAFiles", "IAFormats", "IASyntax", "IAText", "iaconv",
      "iaconv-render", argumentParser,
    ]
  ),
]

/// The library products and their modules.
let libraries: [(name: String, modules: [String])] = [
  ("IASyntax", ["IASyntax", "IABytes"]),
  ("IARangeTree", ["IARangeTree"]),
  ("IAText", ["IAText"]),
  ("IAAttributedString", ["IAAttributedString"]),
  (
    "IAFormats",
    [
      "IAFormats", "IAFiles", "IAStickers", "IAJSON", "IAPlainText", "IAMarkdown", "IAHTML",
      "IARTF",
    ]
  ),
  ("IABytes", ["IABytes"]),
  ("IAMarkup", ["IAMarkup"]),
  ("IACodec", ["IACodec"]),
  ("IAArchive", ["IAArchive"]),
  ("IAConvert", ["IAConvert"]),
  ("IAKit", ["IAKit"]),
  ("IAForeignArchives", ["IAForeignArchives"]),
  ("IAFonts", ["IAFonts"]),
  ("IAHighlighting", ["IAHighlighting"]),
  ("IALayout", ["IALayout", "IAFonts"]),
  ("IARender", ["IARender", "IALayout", "IAFonts"]),
  ("IAViews", ["IAViews", "IARender", "IALayout", "IAFonts"]),
  ("IAArchiveViews", ["IAArchiveViews"]),
  ("IARenderFormats", ["IARenderFormats"]),
]

/// Folders of targets that are not in Sources or Tests.
let folders = [
  "IACorpus": "Corpus/Sources/IACorpus", "IAForging": "Corpus/Sources/IAForging",
  "IATestSupport": "Tests/IATestSupport", "IAFuzzTargets": "Fuzzing/Targets",
]

/// Files that become part of a module's code.
let resources: [String: [Resource]] = ["IAHighlighting": [.embedInCode("Rules")]]

/// Settings of every Swift target: the upcoming features, no warning tolerated.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// Whether this is the release build that tests, programs and benchmarks share (Scripts/build-options, decision 0205).
let isShared = Context.environment["IA_SHARED_BUILD"] == "1"

/// Modules and tests in whose builds a tree is checked after each change if its geometry requires it.
let withTreeChecks: Set = ["IARangeTree", "IARangeTreeTests"]
let treeChecks: [SwiftSetting] = [
  isShared ? .define("IA_TREE_CHECKS") : .define("IA_TREE_CHECKS", .when(configuration: .debug))
]

/// Settings of what only tests use, which is not worth the time of the optimiser.
let forTests: [SwiftSetting] = strict + (isShared ? [.unsafeFlags(["-Onone"])] : [])

/// Returns the settings of a module.
func settings(of module: String) -> [SwiftSetting] {
  strict + [.strictMemorySafety()] + (withTreeChecks.contains(module) ? treeChecks : [])
}

var targets: [Target] = systemLibraries.map {
  .systemLibrary(
    name: $0.name, pkgConfig: $0.pkgConfig, providers: [.apt($0.debian), .brew([$0.brew])])
}
targets += cTargets.map { .target(name: $0.name, dependencies: $0.dependencies) }
targets += modules.map {
  .target(
    name: $0.name, dependencies: $0.dependencies, path: folders[$0.name],
    resources: resources[$0.name], swiftSettings: settings(of: $0.name))
}
targets += programs.map {
  .executableTarget(
    name: $0.name, dependencies: $0.dependencies, path: folders[$0.name],
    swiftSettings: settings(of: $0.name))
}
targets += testModules.map {
  .target(
    name: $0.name, dependencies: $0.dependencies, path: folders[$0.name], swiftSettings: forTests)
}
targets += corpusModules.map {
  .target(
    name: $0.name, dependencies: $0.dependencies, path: folders[$0.name], packageAccess: false,
    swiftSettings: strict)
}
targets += tests.map {
  .testTarget(
    name: $0.name, dependencies: $0.dependencies + ["IATestSupport"],
    exclude: $0.name == "CommandTests" ? ["Cases"] : [],
    swiftSettings: forTests + (withTreeChecks.contains($0.name) ? treeChecks : []))
}

let package = Package(
  name: "intensity-suite",
  platforms: [.macOS("26.0")],
  products: libraries.map { .library(name: $0.name, targets: $0.modules) }
    + ["iaconv", "iaconv-render"].map { .executable(name: $0, targets: [$0]) }
    // The fuzz targets also test decoders that are not public, so that they are part of this
    // package; Fuzzing/run sets the variable (decision 0073).
    + (Context.environment["FUZZ"] == nil
      ? [] : [.library(name: "IAFuzzTargets", targets: ["IAFuzzTargets"])]),
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
