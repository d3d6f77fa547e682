internal import IAConvert
internal import IAFiles
internal import IAFonts
internal import IAFormats
internal import IAHTML
internal import IAText

/// Writes HTML pages that contain subsets of the fonts of their text (decision 0092).
struct FontEmbeddingWriter: DocumentWriter {
  /// The fonts from which the subsets are made.
  let fonts: DrawingOptions.Fonts

  var descriptor: FormatDescriptor { HTMLWriter().descriptor }

  /// The maximum total size of the fonts of a page in bytes.
  static let maximumByteCount = 6 << 20
  /// The maximum number of families of a page.
  static let maximumFamilies = 32

  func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport {
    let collection = try fonts.collection()
    var embedding = FontEmbedding(collection, fonts, limit: Self.maximumByteCount)
    embedding.add(document, options)
    var writer = HTMLWriter()
    writer.fonts = embedding.pageFonts
    var report = try writer.write(document, to: &sink, options: options)
    report.add(embedding.report)
    collection.listSubstitutes(document, options, fonts, in: &report)
    return report
  }
}

/// Collects the fonts of a page.
private struct FontEmbedding {
  /// The family and the slant of text; texts with the same values share their fonts.
  private struct Use: Hashable {
    var family: PageFont.Family
    var isItalic: Bool
  }

  private let collection: FontCollection
  private let fonts: DrawingOptions.Fonts
  private let limit: Int
  private(set) var pageFonts: [PageFont] = []
  private(set) var report = ConversionReport()
  /// The numbers of the fallback families, which have characters that the requested families lack, by name.
  private var fallbacks: [String: Int] = [:]

  init(_ collection: FontCollection, _ fonts: DrawingOptions.Fonts, limit: Int) {
    self.collection = collection
    self.fonts = fonts
    self.limit = limit
  }

  /// Adds the fonts of a document.
  mutating func add(_ document: IADocument, _ options: WriteOptions) {
    let base = options.effectiveDisplay(for: document).fontFamily
    let (characters, order) = Self.uses(of: document, base: base)
    let scheme = DrawingSession.shows(document, options) ? options.scheme(for: document) : nil
    // Headings and bold text are bold; a scheme adds its weights.
    let weights = Set([400, 700] + (scheme?.weights ?? [])).filter { (1...1000).contains($0) }
    var families: Set<PageFont.Family> = []
    for use in order {
      families.insert(use.family)
      guard families.count <= FontEmbeddingWriter.maximumFamilies else {
        report.add(
          .approximated, .font, "more than \(FontEmbeddingWriter.maximumFamilies) families")
        return
      }
      add(use, characters[use] ?? [], weights)
    }
  }

  private mutating func add(_ use: Use, _ characters: Set<UInt32>, _ weights: Set<Int>) {
    let request = FontRequest(families: names(of: use.family, weights), isItalic: use.isItalic)
    let used = pageFonts.reduce(0) { $0 + $1.bytes.count }
    let found = collection.subsets(
      of: characters, request, weights: weights, limit: limit - used)
    for subset in found.subsets {
      let face = subset.face
      let name = face.families.first ?? ""
      let isOwn = name == found.family
      if !isOwn, fallbacks[name] == nil { fallbacks[name] = fallbacks.count + 1 }
      pageFonts.append(
        PageFont(
          family: isOwn ? use.family : .fallback(fallbacks[name] ?? 0),
          weights: subset.weights,
          isItalic: use.isItalic, hasCFF: subset.hasCFF, characters: subset.characters,
          bytes: subset.bytes))
    }
    for (face, reason) in found.refusals {
      report.add(
        .approximated, .font, "\(face.families.first ?? "") is not embedded: \(reason.rawValue)")
    }
    noteWeights(found.subsets, weights)
  }

  /// Reports families that have fewer weights than the text uses.
  private mutating func noteWeights(_ subsets: [FontSubset], _ weights: Set<Int>) {
    var counts: [String: Int] = [:]
    for subset in subsets {
      let missing = weights.count { !subset.face.weights.contains(Double($0)) }
      guard !subset.face.isVariable else { continue }
      let name = subset.face.families.first ?? ""
      counts[name] = (counts[name] ?? weights.count) - (weights.count - missing)
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
      report.add(
        .approximated, .fontWeight, "\(name) has \(weights.count - count) of \(weights.count)")
    }
  }

  /// Returns the families to try, in order, for text of a family with the given weights.
  private func names(of family: PageFont.Family, _ weights: Set<Int>) -> [String] {
    switch family {
    case .text:
      [fonts.family ?? collection.family(showing: weights, insteadOf: "sans-serif"), "sans-serif"]
    case .code: [fonts.monospacedFamily, "monospace"].compactMap(\.self)
    case .fallback: []
    case .named(let name): [name, fonts.family, "sans-serif"].compactMap(\.self)
    }
  }

  /// Returns the characters of each combination of family and slant, and the combinations in the order of the document.
  private static func uses(
    of document: IADocument, base: String?
  ) -> (characters: [Use: Set<UInt32>], order: [Use]) {
    let string = document.string
    var characters: [Use: Set<UInt32>] = [:]
    var order: [Use] = []
    for paragraphs in string.canonicalParagraphs() {
      let isCode = paragraphs.attributes.blocks.contains { block in
        if case .codeBlock = block.kind { true } else { false }
      }
      for run in string.attributeRuns(in: paragraphs.utf16Range) {
        let attributes = run.attributes
        let family: PageFont.Family =
          attributes.fontFamily.map { .named($0) }
          ?? (attributes.code || isCode ? .code : base.map { .named($0) } ?? .text)
        let use = Use(family: family, isItalic: attributes.italic)
        if characters[use] == nil { order.append(use) }
        let text = string.text(in: run.utf16Range)
        for scalar in text.unicodeScalars where isEmbedded(scalar) {
          characters[use, default: []].insert(scalar.value)
        }
      }
    }
    // The pages also show list markers and the marks of notes, which are not in the text.
    for use in order { characters[use, default: []].formUnion(extra) }
    return (characters, order)
  }

  /// Returns whether a font is embedded for a character.
  ///
  /// Control characters need no font, and browsers show emoji with their own colour font.
  private static func isEmbedded(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return scalar.value >= 0x20 && !properties.isEmojiPresentation
      && !properties.isVariationSelector && !properties.isEmojiModifier
  }

  /// Digits and marks that pages show without being in the text.
  private static let extra = Set("0123456789 .()*\u{2022}\u{2026}".unicodeScalars.map(\.value))
}
