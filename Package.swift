// swift-tools-version: 6.2
import PackageDescription

// One table of targets: name, what it may import. The arrows are the architecture
// (Documentation/Architecture.md); Scripts/check refuses an import that is not listed here.

/// Settings of every Swift target: Swift 6 mode, the upcoming features, no warning tolerated.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// Modules that touch raw memory say so at each place.
let strictMemory: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
  name: "intensity-suite",
  platforms: [.macOS("26.0")],
  products: [
    .library(name: "IASyntax", targets: ["IASyntax", "IABytes"]),
    .library(name: "IARangeTree", targets: ["IARangeTree"]),
    .library(name: "IAText", targets: ["IAText"]),
    .library(name: "IAAttributedString", targets: ["IAAttributedString"]),
    .library(
      name: "IAFormats",
      targets: ["IAFormats", "IAJSON", "IAPlainText", "IAMarkdown", "IAHTML", "IARTF"]),
    .library(name: "IABytes", targets: ["IABytes"]),
    .library(name: "IACodec", targets: ["IACodec"]),
    .library(name: "IAArchive", targets: ["IAArchive"]),
    .library(name: "IAConvert", targets: ["IAConvert"]),
    .library(name: "IAFonts", targets: ["IAFonts"]),
    .library(name: "IAHighlighting", targets: ["IAHighlighting"]),
    .library(name: "IALayout", targets: ["IALayout", "IAFonts"]),
    .library(name: "IARender", targets: ["IARender", "IALayout", "IAFonts"]),
    .library(name: "IACorpus", targets: ["IACorpus"]),
    // Only for the package in Fuzzing.
    .library(name: "IAFuzzTargets", targets: ["IAFuzzTargets"]),
    .executable(name: "iaconv", targets: ["iaconv"]),
    // Draws what iaconv cannot: it alone is linked with Cairo (decision 0019).
    .executable(name: "iaconv-render", targets: ["iaconv-render"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    // C libraries.
    .systemLibrary(
      name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
    .systemLibrary(
      name: "CCmark", pkgConfig: "libcmark-gfm",
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
      ]),
    .systemLibrary(
      name: "CGumbo", pkgConfig: "gumbo",
      providers: [.apt(["libgumbo-dev"]), .brew(["gumbo-parser"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive",
      providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2",
      providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo-ft",
      providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-16",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .target(name: "CShims", dependencies: ["CICU"]),
    .target(name: "CPictures", dependencies: ["CJPEG"]),
    .target(name: "CGumboParse", dependencies: ["CGumbo"]),
    .target(name: "CBlending"),
    .target(name: "CChecksum"),
    .target(name: "CFiles"),
    .target(name: "CAllocation"),
    .target(name: "CGalois"),
    .target(name: "CSHA"),
    .target(name: "CUnits"),

    // The house, from the ground up.
    .target(name: "IABytes", dependencies: ["CChecksum", "CUnits"], swiftSettings: strictMemory),
    .target(
      name: "IASyntax", dependencies: ["IABytes", "CSHA"], swiftSettings: strictMemory),
    .target(name: "IARangeTree", swiftSettings: strictMemory),
    .target(name: "IAUnicode", dependencies: ["CShims"], swiftSettings: strict),
    .target(
      name: "IAText", dependencies: ["IARangeTree", "IAUnicode", "IABytes", "IASyntax"],
      swiftSettings: strict),
    .target(name: "IAAttributedString", dependencies: ["IAText"], swiftSettings: strict),
    .target(
      name: "IAFormats", dependencies: ["IAText", "IABytes", "IASyntax", "CFiles"],
      swiftSettings: strict),
    .target(
      name: "IAJSON", dependencies: ["IAFormats", "IAText", "IABytes", "IASyntax"],
      swiftSettings: strict),
    .target(
      name: "IAPlainText", dependencies: ["IAFormats", "IAText", "IABytes", "IASyntax"],
      swiftSettings: strict),
    .target(
      name: "IAMarkdown",
      dependencies: ["IAFormats", "IAText", "IABytes", "IASyntax", "CCmark"],
      swiftSettings: strict),
    .target(
      name: "IAHTML",
      dependencies: [
        "IAFormats", "IAText", "IAUnicode", "IABytes", "IASyntax", "CGumbo", "CGumboParse",
      ],
      swiftSettings: strict),
    .target(
      name: "IARTF", dependencies: ["IAFormats", "IAText", "IAUnicode", "IABytes", "IASyntax"],
      swiftSettings: strict),
    .target(
      name: "IAKit", dependencies: ["IAFormats", "IAText", "IABytes", "IASyntax"],
      swiftSettings: strict),
    .target(
      name: "IACodec", dependencies: ["IAText", "IABytes", "IASyntax", "CZstd"],
      swiftSettings: strictMemory),
    .target(name: "IAZip", dependencies: ["IABytes"], swiftSettings: strictMemory),
    .target(
      name: "IAArchive",
      dependencies: [
        "IACodec", "IAText", "IABytes", "IASyntax", "CDeflate", "CGalois",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strictMemory),
    .target(
      name: "IAForeignArchives",
      dependencies: ["IAFormats", "IAText", "IABytes", "IASyntax", "IAZip", "CArchive"],
      swiftSettings: strict),
    .target(
      name: "IAFonts", dependencies: ["IAUnicode", "CHarfBuzz", "CFontconfig"],
      swiftSettings: strict),
    .target(
      name: "IAHighlighting", dependencies: ["IAText", "IABytes", "IASyntax", "CPCRE2"],
      resources: [.embedInCode("Rules")], swiftSettings: strictMemory),
    .target(
      name: "IALayout", dependencies: ["IAFonts", "IAText", "IARangeTree", "IAUnicode", "IABytes"],
      swiftSettings: strictMemory),
    .target(
      name: "IARender",
      dependencies: [
        "IALayout", "IAFonts", "IAText", "IAUnicode", "IABytes", "IASyntax", "CCairo", "CFreeType",
        "CPictures", "CBlending", "CWebP",
      ],
      swiftSettings: strictMemory),
    .target(
      name: "IARenderFormats",
      dependencies: [
        "IARender", "IALayout", "IAFonts", "IAHighlighting", "IAConvert", "IAFormats", "IAText",
        "IABytes",
      ],
      swiftSettings: strict),
    .target(
      name: "IAConvert",
      dependencies: [
        "IAFormats", "IAText", "IAUnicode", "IABytes", "IASyntax", "IAJSON", "IAPlainText",
        "IAMarkdown", "IAHTML", "IARTF", "IAKit", "IACodec", "IAArchive", "IAForeignArchives",
      ],
      swiftSettings: strict),
    .target(
      name: "IACommands",
      dependencies: [
        "IAConvert", "IAFormats", "IAText", "IABytes", "CAllocation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    .executableTarget(name: "iaconv", dependencies: ["IACommands"], swiftSettings: strict),
    .executableTarget(
      name: "iaconv-render", dependencies: ["IACommands", "IARenderFormats"],
      swiftSettings: strict),

    // The corpus: documents made for tests and benchmarks, and the program that writes them out.
    .target(
      name: "IACorpus", dependencies: ["IAText"], path: "Corpus/Sources/IACorpus",
      swiftSettings: strict),
    .executableTarget(
      name: "ia-corpus",
      dependencies: [
        "IACorpus", "IACodec", "IAFormats", "IAJSON", "IAText", "IASyntax", "IABytes",
      ],
      path: "Corpus/Sources/ia-corpus", swiftSettings: strict),

    // Tests mirror the targets.
    .target(
      name: "IATestSupport",
      dependencies: ["IAText", "IAFormats", "IARangeTree", "IABytes", "IACorpus"],
      path: "Tests/IATestSupport", swiftSettings: strict),
    .target(
      name: "IAFuzzTargets",
      dependencies: [
        "IASyntax", "IABytes", "IAFormats", "IAMarkdown", "IAPlainText", "IAText", "IAHTML",
        "IARTF",
        "IAKit", "IACodec", "IAArchive", "IAForeignArchives", "IAHighlighting",
        "IARender",
      ],
      path: "Fuzzing/Targets", swiftSettings: strict),
    .testTarget(
      name: "FuzzTargetTests", dependencies: ["IAFuzzTargets", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IACorpusTests",
      dependencies: ["IACorpus", "IAFormats", "IAText", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IABytesTests", dependencies: ["IABytes", "IATestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CSHATests",
      dependencies: ["CSHA", .product(name: "Crypto", package: "swift-crypto"), "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IASyntaxTests", dependencies: ["IASyntax", "IABytes", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IARangeTreeTests", dependencies: ["IARangeTree", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAUnicodeTests", dependencies: ["IAUnicode", "IATestSupport"], swiftSettings: strict),
    .testTarget(
      name: "IATextTests", dependencies: ["IAText", "IABytes", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAAttributedStringTests", dependencies: ["IAAttributedString", "IAText"],
      swiftSettings: strict),
    .testTarget(
      name: "IAFormatsTests", dependencies: ["IAFormats", "IAText", "IABytes", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAJSONTests",
      dependencies: ["IAJSON", "IAFormats", "IAText", "IABytes", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAPlainTextTests",
      dependencies: ["IAPlainText", "IAFormats", "IAText", "IABytes", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAMarkdownTests",
      dependencies: ["IAMarkdown", "IAFormats", "IAText", "IABytes", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAHTMLTests",
      dependencies: ["IAHTML", "IAFormats", "IAText", "IABytes", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IARTFTests",
      dependencies: [
        "IARTF", "IAFormats", "IAText", "IAUnicode", "IABytes", "IASyntax", "IATestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IAKitTests",
      dependencies: ["IAKit", "IAFormats", "IAText", "IABytes", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IACodecTests",
      dependencies: ["IACodec", "IACorpus", "IAText", "IABytes", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAArchiveTests",
      dependencies: ["IAArchive", "IACodec", "IAText", "IABytes", "IASyntax", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAZipTests", dependencies: ["IAZip", "IABytes", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAForeignArchivesTests",
      dependencies: [
        "IAForeignArchives", "IAFormats", "IASyntax", "IAText", "IABytes", "IAZip",
        "IATestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IAFontsTests", dependencies: ["IAFonts", "IAUnicode", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IAHighlightingTests",
      dependencies: ["IAHighlighting", "IAText", "IABytes", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IALayoutTests",
      dependencies: ["IALayout", "IAFonts", "IAText", "IAUnicode", "IABytes", "IATestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "IARenderTests",
      dependencies: [
        "IARender", "IALayout", "IAFonts", "IAText", "IABytes", "IASyntax", "IATestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IARenderFormatsTests",
      dependencies: [
        "IARenderFormats", "IARender", "IAFonts", "IAConvert", "IAFormats", "IAText", "IABytes",
        "IASyntax", "IATestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IAConvertTests",
      dependencies: [
        "IAConvert", "IACodec", "IAFormats", "IAText", "IABytes", "IASyntax", "IATestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SpecTests",
      dependencies: [
        "IAConvert", "IACodec", "IAFormats", "IAHTML", "IAJSON", "IAMarkdown", "IAPlainText",
        "IARTF", "IAText", "IABytes", "IASyntax", "IAHighlighting", "IATestSupport", "IALayout",
        "IAFonts",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "IATestSupport", "IACommands", "iaconv", "iaconv-render",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Cases"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
