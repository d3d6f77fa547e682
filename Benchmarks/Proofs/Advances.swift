import CRawShaping
import Foundation
import IAConvert
import IACorpus
import IAFiles
import IAFonts
import IAFormats
import IALayout
import IAText

/// The widths of laid out text equal those of HarfBuzz over whole stretches of one font, script and
/// direction, on every paragraph of the documents in folders, in several fonts.
struct Advances {
  static let families = [
    "Noto Sans", "Noto Serif", "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono",
    "Noto Sans Display", "Nimbus Roman",
  ]

  private let fonts: FontCollection
  private var opened: [Int: RawFont] = [:]
  private var stretches = 0
  private var units = 0
  private var wrong = 0
  private var skipped = 0
  private var scripts: [UInt32: Int] = [:]
  private var faces: Set<Int> = []

  init() throws { fonts = try .system() }

  mutating func run(folders: [String]) throws {
    let texts = try folders.flatMap { try Self.texts(in: $0) } + Self.corpus()
    var paragraphs = 0
    for family in Self.families where !fonts.faces(ofFamily: family).isEmpty {
      var options = LayoutOptions()
      options.fontFamilies = [family]
      options.fontSize = 16
      let typesetter = Typesetter(fonts: fonts, options: options)
      for text in texts {
        for paragraph in text.split(separator: 0x0A) {
          paragraphs += 1
          check(Array(paragraph), typesetter)
        }
      }
    }
    let byUnits = scripts.sorted { $0.value > $1.value }
      .map { "\(Self.name($0.key)) \($0.value)" }
    print(
      "\(texts.count) texts, \(paragraphs) paragraphs in \(Self.families.count) families: "
        + "\(stretches) stretches, \(units) units, \(faces.count) faces, \(wrong) wrong, "
        + "\(skipped) in variable fonts not compared")
    print("units by script: \(byUnits.joined(separator: ", "))")
    if wrong > 0 { exit(1) }
  }

  /// The texts of all documents in a folder that a reader takes.
  private static func texts(in folder: String) throws -> [[UInt16]] {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var texts: [[UInt16]] = []
    for file in files.sorted() {
      guard let entry = FormatRegistry.standard.entry(fileName: file), let reader = entry.reader,
        let bytes = try? Data(contentsOf: URL(filePath: folder).appending(path: file)),
        let found = try? reader.read(BytesSource([UInt8](bytes)), options: ReadOptions())
      else { continue }
      let string = found.document.string
      texts.append(string.units(in: string.utf16Range))
    }
    if texts.isEmpty { fail("nothing that can be read in \(folder)", code: 66) }
    return texts
  }

  /// Texts of scripts that the folders may lack.
  private static func corpus() throws -> [[UInt16]] {
    try CorpusDocument.all.compactMap { try CorpusDocument.named($0.name)?.string }
      .map { $0.units(in: $0.utf16Range) }
  }

  /// The four letters of a script's tag.
  private static func name(_ tag: UInt32) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
  }

  private mutating func check(_ units: [UInt16], _ typesetter: Typesetter) {
    let manager = LayoutManager(
      typesetter, containers: [TextContainer(width: 1e9, lineFragmentPadding: 0)])
    manager.setString(IAString(units: units))
    var sink = Stretches()
    manager.draw(in: Rectangle(x: 0, y: 0, width: 2e9, height: 1e9), to: &sink)
    for run in sink.runs { check(run, in: units) }
  }

  private mutating func check(_ run: GlyphRun, in paragraph: [UInt16]) {
    guard run.font.variableWeight == nil else {
      skipped += 1
      return
    }
    if opened[run.font.face] == nil {
      let face = fonts.faces[run.font.face]
      opened[run.font.face] = RawFont(face.path, index: face.index)
    }
    guard let font = opened[run.font.face] else { return }
    var script: UInt32 = 0
    let whole = paragraph.withUnsafeBufferPointer {
      raw_shaping_stretch(
        font.handle, $0.baseAddress, Int32($0.count), Int32(run.utf16Range.lowerBound),
        Int32(run.utf16Range.count), run.isRightToLeft ? 1 : 0, &script)
    }
    let ours = run.width / run.size * Double(run.unitsPerEm)
    stretches += 1
    units += run.utf16Range.count
    faces.insert(run.font.face)
    scripts[script, default: 0] += run.utf16Range.count
    guard abs(ours - Double(whole)) > 0.5 else { return }
    wrong += 1
    guard wrong <= 20 else { return }
    let text = String(decoding: paragraph[run.utf16Range].prefix(60), as: UTF16.self)
    print(
      "\(fonts.faces[run.font.face].path), \(Self.name(script)): ours \(ours), whole \(whole): \(text.debugDescription)"
    )
  }
}

/// Collects runs of glyphs.
private struct Stretches: DrawingSink {
  var runs: [GlyphRun] = []

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}
  mutating func draw(_ run: borrowing GlyphRun) { runs.append(copy run) }
  mutating func stroke(_ stroke: Stroke) {}
  mutating func draw(_ attachment: AttachmentBox) {}
}

/// HarfBuzz's font, closed with its owner.
private final class RawFont {
  let handle: UnsafeMutableRawPointer?

  init(_ path: String, index: Int) { handle = raw_shaping_open_face(path, UInt32(index)) }

  deinit { raw_shaping_close(handle) }
}
