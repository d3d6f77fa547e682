import Foundation
import IAText

/// Documents with all features, for inspection and for tests.
enum Showcase {
  /// A red picture of 24 × 16 pixels, as GIF.
  static let gif: [UInt8] = {
    // 1-bit palette of red and white, one image block of 24 × 16 pixels, LZW with clear codes only.
    var bytes = Array("GIF89a".utf8) + [24, 0, 16, 0, 0x80, 0, 0, 0xD0, 0x30, 0x20, 255, 255, 255]
    bytes += [0x2C, 0, 0, 0, 0, 24, 0, 16, 0, 0, 2]
    // Codes of three bits: clear (4), then pixels; a clear after each two keeps the width at three.
    var bits: [Int] = []
    for pixel in 0..<384 {
      if pixel % 2 == 0 { bits += [0, 0, 1] }
      bits += [pixel / 24 % 4 == 3 ? 1 : 0, 0, 0]
    }
    bits += [1, 0, 1]
    while bits.count % 8 != 0 { bits.append(0) }
    var data: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      data.append((0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[start + $1]) << UInt8($1) })
    }
    for start in stride(from: 0, to: data.count, by: 255) {
      let block = data[start..<min(start + 255, data.count)]
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0, 0x3B]
  }()

  /// Returns a text whose intensity rises to its middle and then falls, and a second paragraph.
  static func scheme(_ name: String, animates: Bool? = nil) -> IADocument {
    var string = IAString()
    let words =
      "The intensity of every letter rises from nothing at the start of this sentence "
      + "to one hundred at its very end, and then it falls again to where it came from."
    let units = Array(words.utf16)
    let peak = Double(units.count) / 2
    let levels = units.indices.map { UInt8(100 - abs(Double($0) - peak) / peak * 100) }
    string = IAString(units: units, intensities: levels)
    string.append("\nAll of this paragraph has an intensity of ninety.", intensity: 90)
    var bold = InlineAttributes()
    bold.bold = true
    string.append(" And this is bold.", intensity: 50, attributes: bold)
    string.options.renderScheme = name
    string.options.animates = animates
    return IADocument(string, metadata: DocumentMetadata(title: name, language: "en"))
  }

  /// Returns a document with every inline attribute, one or a few in each paragraph.
  static func inline() -> IADocument {
    var text = Paragraphs()
    func piece(_ name: String, _ change: (inout InlineAttributes) -> Void)
      -> (String, InlineAttributes)
    { (name, .with(change)) }
    let gap = (", ", InlineAttributes())
    text.add("Inline attributes", in: [text.block(.header(level: 1))])
    text.add([
      piece("bold") { $0.bold = true }, gap, piece("italic") { $0.italic = true }, gap,
      piece("both") {
        $0.bold = true
        $0.italic = true
      }, gap, piece("code") { $0.code = true }, gap,
      piece("marked") { $0.background = Color(0xFFF3A0) }, gap,
      ("H", InlineAttributes()), piece("2") { $0.script = .subscript },
      ("O, E = mc", InlineAttributes()), piece("2") { $0.script = .superscript },
    ])
    text.add(
      InlineAttributes.Underline.Style.allCases.flatMap { style in
        [
          piece(style.rawValue + " line") { $0.underline = .init(style, color: Color(0xC0392B)) },
          gap,
        ]
      })
    text.add([
      piece("struck") { $0.strikethrough = .single }, gap,
      piece("struck twice") { $0.strikethrough = .double }, gap,
      piece("raised") { $0.baselineOffset = 5 }, gap,
      piece("All Capitals") { $0.capitals = .all }, gap,
      piece("Small Capitals") { $0.capitals = .small }, gap,
      piece("spaced out") { $0.letterSpacing = 4 }, gap,
      piece("never seen") { $0.hidden = true }, piece("after the hidden") { $0.italic = true },
    ])
    text.add([
      piece("14 points") { $0.fontSize = 14 }, gap,
      piece("28 points") { $0.fontSize = 28 }, gap,
      piece("a serif") { $0.fontFamily = "DejaVu Serif" }, gap,
      piece("weight 300") { $0.fontWeight = 300 }, gap,
      piece("purple") { $0.foreground = Color(0x7D3C98) },
    ])
    text.add([
      ("A ", InlineAttributes()),
      piece("link with ") {
        $0.link = .init("https://example.org/a?b=1&c=2", title: "A \"title\"")
      },
      piece("a bold part") {
        $0.link = .init("https://example.org/a?b=1&c=2", title: "A \"title\"")
        $0.bold = true
      },
      (", one to ", InlineAttributes()),
      piece("an anchor") { $0.link = .init("#the end") },
      (", and one that is ", InlineAttributes()),
      piece("not safe") { $0.link = .init("javascript:alert(1)") }, (".", InlineAttributes()),
    ])
    text.add([
      ("Deutsch: ", InlineAttributes()), piece("Straße") { $0.language = "de" },
      (", reversed: ", InlineAttributes()), piece("abc") { $0.direction = .rightToLeft },
      (
        ", tab\there,  two  spaces, no\u{A0}break, soft\u{AD}hyphen, line\u{2028}break <&>\".",
        .init()
      ),
    ])
    text.add("שלום עולם: this starts from the right, 123.")
    text.add("مرحبا بالعالم، هذا نص عربي مع English فيه.")
    text.add("日本語のテキスト、中文文字，한국어, Ελληνικά, кириллица, हिन्दी, ไทย, emoji 👩🏽‍🚀🇪🇺❤️.")
    text.add("")
    text.add("An empty paragraph came before.")
    text.build { $0.bookmark("the end") }
    text.add("The end.")
    return IADocument(
      text.string(),
      metadata: DocumentMetadata(
        title: "Inline attributes", authors: ["A & B", "C"], subject: "All of them",
        keywords: ["text", "look"], language: "en"))
  }

  /// Returns a document with every kind of block.
  static func blocks() -> IADocument {
    var text = Paragraphs()
    text.add("Running head", in: [text.block(.pageHeader())])
    for level in 1...6 { text.add("Heading \(level)", in: [text.block(.header(level: level))]) }
    text.add("Centred.") { $0.alignment = .center }
    text.add("On the right.") { $0.alignment = .right }
    text.add(
      "Indented first line, then a few more words so that the paragraph runs over its first line, "
        + "justified between both of its margins as books are."
    ) {
      $0.alignment = .justified
      $0.firstLineIndent = 24
      $0.headIndent = 12
      $0.tailIndent = 24
      $0.lineHeight = .multiple(1.5)
      $0.spacingBefore = 12
      $0.spacingAfter = 12
    }
    let quote = text.block(.blockQuote)
    text.add("A quote of somebody else.", in: [quote])
    text.add("A quote in the quote.", in: [quote, text.block(.blockQuote)])
    let code = text.block(.codeBlock(language: "swift"))
    text.add("func hello() {", in: [code])
    text.add("\tprint(\"<hello> & goodbye\")", in: [code])
    text.add("", in: [code])
    text.add("}", in: [code])
    addLists(to: &text)
    text.add("", in: [text.block(.thematicBreak)])
    addTable(to: &text)
    text.add([
      ("Text with a note", .init()),
      (
        "1",
        .with {
          $0[tag: "footnote"] = "1"; $0.script = .superscript
        }
      ),
      (" and another", .init()),
      (
        "ii",
        .with {
          $0[tag: "footnote"] = "ii"; $0.script = .superscript
        }
      ), (".", .init()),
    ])
    text.add("A remark on it.", in: [text.block(.annotation(.init(author: "Ada", date: "1843")))])
    text.add("Text in a box of its own.", in: [text.block(.textBox())])
    text.add("The first note.", in: [text.block(.footnote(label: "1"))])
    let second = text.block(.footnote(label: "ii"))
    text.add("The second note.", in: [second])
    text.add("It has two paragraphs.", in: [second])
    text.add("Page foot", in: [text.block(.pageFooter())])
    return IADocument(text.string(), metadata: DocumentMetadata(title: "Blocks", language: "en"))
  }

  private static func addLists(to text: inout Paragraphs) {
    let list = text.block(.orderedList(.init(numbering: .lowerAlpha, start: 3, delimiter: ")")))
    let first = text.block(.listItem(.init(ordinal: 3)))
    text.add(
      "Item c, which is long enough to need a second line on any narrow page.", in: [list, first])
    text.add("Its second paragraph.", in: [list, first])
    let inner = text.block(.unorderedList(marker: "\u{2013}"))
    text.add("Dashed", in: [list, first, inner, text.block(.listItem(.init(ordinal: 1)))])
    text.add("Dashed too", in: [list, first, inner, text.block(.listItem(.init(ordinal: 2)))])
    text.add("Item e", in: [list, text.block(.listItem(.init(ordinal: 5)))])
    let tasks = text.block(.unorderedList(marker: nil))
    text.add("Done", in: [tasks, text.block(.listItem(.init(ordinal: 1, task: .done)))])
    text.add("To do", in: [tasks, text.block(.listItem(.init(ordinal: 2, task: .open)))])
    text.add("No task", in: [tasks, text.block(.listItem(.init(ordinal: 3)))])
  }

  private static func addTable(to text: inout Paragraphs) {
    let columns: [Block.Table.Column] = [
      .init(alignment: nil, width: 120), .init(alignment: .center), .init(alignment: .right),
    ]
    let table = text.block(.table(.init(columns: columns, borderWidth: 1)))
    let head = text.block(.tableRow(isHeader: true))
    for (column, name) in ["Name", "Kind", "Count"].enumerated() {
      text.add(name, in: [table, head, text.block(.tableCell(.init(column: column)))])
    }
    let rows: [[(String, Block.TableCell)]] = [
      [
        ("Two rows", .init(column: 0, rowSpan: 2)), ("plain", .init(column: 1)),
        ("12", .init(column: 2)),
      ],
      [("shaded", .init(column: 1, shading: Color(0xD6EAF8))), ("345", .init(column: 2))],
      [("Two columns", .init(column: 0, columnSpan: 2)), ("6", .init(column: 2))],
      [("after a gap", .init(column: 2))],
    ]
    for cells in rows {
      let row = text.block(.tableRow(isHeader: false))
      for (name, cell) in cells {
        text.add(name, in: [table, row, text.block(.tableCell(cell))])
      }
    }
  }

  /// Returns a document with pictures, stickers and attachments that cannot be shown.
  static func attachments() -> IADocument {
    var store = AttachmentStore()
    let digest = store.insert(gif)
    var text = Paragraphs()
    var picture = Attachment(
      .image, content: .blob(digest), mediaType: "image/gif", name: "a.gif", altText: "Stripes")
    picture.pixelWidth = 24
    picture.pixelHeight = 16
    text.add("A picture by itself, then one at 96 by 96 points, which must not stretch it:")
    text.add(picture)
    var large = picture
    large.displayWidth = 96
    large.displayHeight = 96
    text.add(large)
    text.build { builder in
      builder.append("Stickers ")
      var sticker = Attachment.sticker("doge")
      sticker.content = .blob(digest)
      builder.append(sticker)
      builder.append(sticker)
      builder.append(" in a line, one that is missing: ")
      builder.append(Attachment.sticker("拜拜"))
      builder.append(", a picture ")
      builder.append(picture)
      builder.append(" and a file ")
      builder.append(Attachment(.file, name: "notes.pdf"))
      builder.append(" in a line.")
      builder.endParagraph()
    }
    var place = Attachment(.location)
    place.location = .init(latitude: 48.858_37, longitude: 2.294_481, placename: "Tour Eiffel")
    text.add(place)
    text.add(
      Attachment(.image, content: .url("https://example.org/b.png"), altText: "A picture elsewhere")
    )
    text.add(Attachment(.video, content: .url("javascript:alert(1)"), name: "film.mp4"))
    text.add(Attachment(.image, content: .blob(digest), state: .missing, altText: "Gone"))
    return IADocument(
      text.string(), metadata: DocumentMetadata(title: "Attachments", language: "en"),
      attachments: store)
  }
}
