import Foundation
import Harness
import IAFonts
import IALayout
import IARender
import IAText

/// Texts that are made to take for ever: laid out, asked about and drawn in one process a case, so
/// that whoever calls sees time, memory and how it ended.
struct Hostile {
  private let name: String
  private let string: IAString

  static let cases: [(name: String, make: @Sendable (Int) -> IAString)] = [
    ("word", { repeated("a", $0) }),
    ("marks on one base", { IAString(units: [0x61] + [UInt16](repeating: 0x301, count: $0)) }),
    ("marks spread", { repeated("e" + String(repeating: "\u{301}\u{323}", count: 40), $0) }),
    ("right-to-left overrides", { repeated("\u{202E}", $0, end: "ab\u{5D0}") }),
    ("isolates by turns", { repeated("\u{2067}\u{2066}", $0, end: "ab\u{5D0}") }),
    (
      "isolates closed",
      { size in
        let depth = size / 2
        return IAString(
          units: [UInt16](repeating: 0x2067, count: depth) + Array("ab \u{5D0}".utf16)
            + [UInt16](repeating: 0x2069, count: depth))
      }
    ),
    ("embedded letters", { repeated("\u{202B}a\u{5D0} ", $0) }),
    ("brackets", { repeated("(\u{5D0}[", $0) }),
    ("spaces", { repeated(" ", $0) }),
    ("tabs", { repeated("\t", $0) }),
    ("line ends", { repeated("\n", $0) }),
    ("separators", { repeated("\u{2028}", $0) }),
    ("joined emoji", { repeated("\u{1F469}\u{200D}", $0) }),
    ("emoji", { repeated("\u{1F600}\u{1F44D}\u{1F3FD}", $0) }),
    ("flags", { repeated("\u{1F1E9}\u{1F1EA}", $0) }),
    ("Arabic word", { repeated("\u{628}\u{64E}\u{62A}", $0) }),
    ("Thai", { repeated("ภาษาไทยง่ายนิดเดียว", $0) }),
    ("Thai vowels", { repeated("\u{E31}\u{E34}", $0) }),
    ("Chinese", { repeated("中文字", $0) }),
    ("conjuncts", { repeated("\u{915}\u{94D}", $0) }),
    ("soft hyphens", { repeated("a\u{AD}", $0) }),
    ("ligatures", { repeated("ffi", $0) }),
    ("unknown characters", { repeated("\u{E000}\u{10FFFD}", $0) }),
    ("quotation marks", { repeated("\u{201C}\"", $0) }),
    ("lone surrogates", { IAString(units: [UInt16](repeating: 0xD800, count: $0)) }),
    (
      "an intensity a character",
      { size in
        IAString(
          units: [UInt16](repeating: 0x61, count: size),
          intensities: (0..<size).map { UInt8($0 * 37 % 101) })
      }
    ),
    ("attachments", { attachments($0) }),
    ("sizes by turns", { sizes($0) }),
    ("one table", { table($0) }),
    ("nested blocks", { blocks($0) }),
  ]

  init(_ name: String, size: Int) throws {
    self.name = name
    guard let found = Self.cases.first(where: { $0.name == name }) else {
      print(Self.cases.map(\.name).joined(separator: "\n"))
      exit(64)
    }
    string = found.make(size)
  }

  func run() throws {
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    options.scheme = .weight()
    let fonts = try FontCollection.system()
    let base = peakBytes()
    var watch = Stopwatch()
    let lines = watch.time {
      let typesetter = Typesetter(fonts: fonts, options: options)
      let manager = LayoutManager(typesetter, containers: [TextContainer(width: 300)])
      manager.setString(string)
      let lines = manager.lineFragments().count
      let height = manager.usedRect().height
      for place in [0, height / 2, height - 1] {
        _ = manager.hit(Point(x: 100, y: place))
        var sink = Seen()
        manager.draw(in: Rectangle(x: 0, y: place, width: 300, height: 844), to: &sink)
      }
      _ = manager.caretRect(at: string.utf16Count / 2)
      manager.containers = [TextContainer(width: 240)]
      manager.ensureLayout()
      return lines
    }
    let memory = Double(peakBytes() - base) / Double(1 << 20)
    print("\(Double(watch.nanoseconds) / 1e6) \(memory) \(lines)")
  }

  /// Lays a text of several scripts out in each font of a folder and draws it.
  static func drawWithFonts(in folder: String) throws {
    let fonts: FontCollection
    do {
      fonts = try FontCollection.folder(folder)
    } catch {
      print(error.code.rawValue)
      return
    }
    let text = "Office AVA, To 123 \u{627}\u{644} \u{915}\u{94D}\u{937} \u{E01}\u{E33} \u{1F600}\n"
    var string = IAString(text + text)
    string.updateAttributes(in: 0..<string.utf16Count / 2) { $0.bold = true }
    for face in fonts.faces {
      string.updateAttributes(in: 0..<string.utf16Count) {
        $0.fontFamily = face.families.first
      }
      let renderer = Renderer(fonts: fonts)
      let source = Renderer.Source(IADocument(string), looks: Looks(scheme: .hue()))
      let pages = try renderer.pages(
        of: source, size: Size(width: 200, height: 300),
        margins: Insets(top: 4, left: 4, bottom: 4, right: 4))
      for page in pages.prefix(2) {
        let canvas = try Canvas(PixelSize(width: 400, height: 600), renderer)
        try canvas.draw(page, scale: 2)
      }
    }
    print("drawn with \(fonts.faces.count) faces")
  }

  // MARK: Texts

  private static func repeated(_ text: String, _ count: Int, end: String = "") -> IAString {
    let units = Array(text.utf16)
    return IAString(units: (0..<count).map { units[$0 % units.count] } + Array(end.utf16))
  }

  private static func attachments(_ count: Int) -> IAString {
    var builder = IAStringBuilder()
    var attachment = Attachment(.image)
    attachment.pixelWidth = 30
    attachment.pixelHeight = 20
    for _ in 0..<count { builder.append(attachment, intensity: 50) }
    return builder.finish()
  }

  private static func sizes(_ count: Int) -> IAString {
    var builder = IAStringBuilder()
    let sizes = (0..<40).map { size in
      var attributes = InlineAttributes()
      attributes.fontSize = Double(8 + size)
      return builder.intern(attributes)
    }
    for index in 0..<count { builder.append(units: [0x61], attributes: sizes[index % 40]) }
    return builder.finish()
  }

  private static func table(_ count: Int) -> IAString {
    var builder = IAStringBuilder()
    let table = Block(id: 1, .table(.init(columns: (0..<16).map { _ in .init() })))
    for cell in 0..<count / 8 {
      builder.append("a cell")
      builder.endParagraph(
        ParagraphAttributes(blocks: [
          table, Block(id: 2 + cell / 16, .tableRow(isHeader: false)),
          Block(id: 1 << 24 + cell, .tableCell(.init(column: cell % 16, rowSpan: 1 + cell % 3))),
        ]))
    }
    return builder.finish()
  }

  private static func blocks(_ count: Int) -> IAString {
    var builder = IAStringBuilder()
    let path = (0..<200).map { Block(id: 1 + $0, .blockQuote) }
    for _ in 0..<count / 8 {
      builder.append("a quote")
      builder.endParagraph(ParagraphAttributes(blocks: path))
    }
    return builder.finish()
  }
}

/// Takes what is drawn.
private struct Seen: DrawingSink {
  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}
  mutating func draw(_ run: borrowing GlyphRun) {}
  mutating func stroke(_ stroke: Stroke) {}
  mutating func draw(_ attachment: AttachmentBox) {}
}
