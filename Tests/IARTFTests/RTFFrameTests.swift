import Foundation
import IABytes
import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// Borders, shading, leaders and page rules of paragraphs, and effects of characters.
@Suite struct RTFFrameTests {
  private func paragraph(_ words: String) throws -> ParagraphAttributes {
    try readRTF(
      "{\\rtf1{\\colortbl;\\red255\\green0\\blue0;\\red0\\green0\\blue255;}\\pard\(words) a\\par}"
    ).document.string.paragraphAttributes(at: 0)
  }

  private func inline(_ words: String) throws -> InlineAttributes {
    try readRTF("{\\rtf1\\pard{\(words) a}b\\par}").document.string.attributes(at: 0)
  }

  private func written(_ document: IADocument, hidden: Bool = false) throws -> (String, [String]) {
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: hidden))
    return (String(decoding: sink.bytes, as: UTF8.self), report.notes.map(\.kind.feature.rawValue))
  }

  @Test(
    arguments: [
      ("\\brdrt\\brdrs\\brdrw20", Border(width: 1)),
      ("\\brdrt\\brdrs", Border(width: 0.5)),
      ("\\brdrt\\brdrth\\brdrw20", Border(width: 2)),
      ("\\brdrt\\brdrdb\\brdrw20", Border(.double, width: 3)),
      ("\\brdrt\\brdrdot\\brdrw15\\brdrcf1", Border(.dotted, width: 0.75, color: Color(0xFF0000))),
      ("\\brdrt\\brdrcf2\\brdrw40\\brdrdash", Border(.dashed, width: 2, color: Color(0x0000FF))),
      ("\\brdrt\\brdrhair\\brdrw5", Border(width: 0.25)), ("\\brdrt\\brdrnone", Border.none),
      ("\\brdrt\\brdrs\\brdrw0", Border(width: 0.05)),
      ("\\brdrt\\brdrs\\brdrw-5", Border(width: 0.05)),
      ("\\brdrt\\brdrs\\brdrw2147483647", Border(width: 1_000)),
      ("\\brdrt\\brdrdb\\brdrw2147483647", Border(.double, width: 1_000)),
      ("\\brdrt\\brdrs\\brdrcf-7", Border(width: 0.5)),
      ("\\brdrt\\brdrs\\brdrcf99", Border(width: 0.5)), ("\\brdrt", nil), ("\\brdrs\\brdrw40", nil),
    ] as [(String, Border?)])
  func `A border has form, width and colour`(words: String, border: Border?) throws {
    #expect(try paragraph(words).borders == Sides(top: border))
  }

  @Test func `Each side has its words, a box is all sides`() throws {
    let words =
      "\\brdrt\\brdrs\\brdrw20\\brsp20\\brdrl\\brdrdot\\brdrw10\\brdrb\\brdrdb\\brdrw10\\brsp80"
    var found = try paragraph(words)
    #expect(
      found.borders
        == Sides(
          top: Border(width: 1), bottom: Border(.double, width: 1.5),
          left: Border(.dotted, width: 0.5)))
    #expect(found.borderSpacing == Sides(top: 1, bottom: 4))
    found = try paragraph("\\box\\brdrs\\brdrw30\\brsp60\\brdrl\\brdrnone")
    #expect(
      found.borders
        == Sides(
          top: Border(width: 1.5), right: Border(width: 1.5), bottom: Border(width: 1.5),
          left: Border.none))
    #expect(found.borderSpacing == Sides(top: 3, right: 3, bottom: 3))
  }

  @Test func `Words of other borders do not change those of the paragraph`() throws {
    let table =
      "{\\rtf1\\trowd\\clbrdrb\\brdrs\\brdrw30\\cellx2000\\pard\\intbl\\brdrl\\brdrs\\brdrw10 "
      + "a{\\chbrdr\\brdrdot\\brdrw60 b}\\cell\\trowd\\clbrdrb\\brdrs\\brdrw30\\cellx2000\\row}"
    let string = try readRTF(table).document.string
    #expect(string.paragraphAttributes(at: 0).borders == Sides(left: Border(width: 0.5)))
    guard case .tableCell(let cell)? = string.blockKinds[0].last else {
      Issue.record("no cell")
      return
    }
    #expect(cell.borders == Sides(bottom: Border(width: 1.5)))
    #expect(
      try paragraph("\\brdrl\\brdrs\\brdrbtw\\brdrdb").borders == Sides(left: Border(width: 0.5)))
  }

  @Test func `A line below an empty paragraph is a thematic break`() throws {
    let string = try readRTF(
      "{\\rtf1\\pard\\brdrb\\brdrs a\\par\\pard\\brdrb\\brdrs\\par\\pard\\box\\brdrs\\par}"
    ).document.string
    #expect(string.paragraphAttributes(at: 0).borders == Sides(bottom: Border(width: 0.5)))
    #expect(string.blockKinds == [[], [.thematicBreak], []])
    #expect(string.paragraphAttributes(at: 2).borders.isEmpty)
    #expect(string.paragraphAttributes(at: 3).borders == Sides(all: Border(width: 0.5)))
  }

  @Test(
    arguments: [
      ("\\cbpat1", Color(0xFF0000)), ("\\cbpat0", nil), ("\\shading0", nil),
      ("\\shading2000", Color(0xCCCCCC)), ("\\shading10000\\cfpat2", Color(0x0000FF)),
      ("\\shading5000\\cfpat2\\cbpat1", Color(0x800080)), ("\\shading-5\\cbpat1", Color(0xFF0000)),
      ("\\shading99999999", Color(0)), ("\\cbpat-1", nil), ("\\cbpat77", nil),
    ] as [(String, Color?)])
  func `Shading is a colour, or a share of two`(words: String, color: Color?) throws {
    #expect(try paragraph(words).shading == color)
  }

  @Test func `Rules for pages and leaders are read`() throws {
    var found = try paragraph("\\keep\\keepn\\widctlpar\\tldot\\tqr\\tx9000\\tx9200")
    #expect(found.keepTogether && found.keepWithNext == true && found.widowControl == true)
    #expect(found.tabStops == [.init(450, .right, leader: .dots), .init(460)])
    found = try paragraph("\\keep\\keep0\\keepn0\\nowidctlpar")
    #expect(!found.keepTogether && found.keepWithNext == nil && found.widowControl == false)
    for (word, leader) in [
      ("tldot", ParagraphAttributes.TabStop.Leader.dots), ("tlhyph", .hyphens),
      ("tlul", .underscores), ("tleq", .equals), ("tlmdot", .middleDots), ("tlth", .thickLine),
    ] {
      #expect(try paragraph("\\\(word)\\tx100").tabStops == [.init(5, leader: leader)])
    }
  }

  @Test func `Styles give borders and shading to their paragraphs`() throws {
    let string = try readRTF(
      "{\\rtf1{\\colortbl;\\red1\\green2\\blue3;}{\\stylesheet{\\s1\\brdrl\\brdrs\\brdrw40\\cbpat1 "
        + "Box;}{\\s2\\sbasedon1\\keep Kept;}}\\pard\\s1 a\\par\\pard\\s2 b\\par\\pard c\\par}"
    ).document.string
    for offset in [0, 2] {
      let found = string.paragraphAttributes(at: offset)
      #expect(found.borders == Sides(left: Border(width: 2)))
      #expect(found.shading == Color(0x010203))
      #expect(found.keepTogether == (offset == 2))
    }
    #expect(string.paragraphAttributes(at: 4).isPlain)
  }

  @Test func `A heading is kept with the text after it, unless it is not in the file`() throws {
    let text =
      "{\\rtf1{\\stylesheet{\\s1\\keepn heading 1;}{\\s2 heading 2;}}\\pard\\s1\\keepn a\\par"
      + "\\pard\\outlinelevel1\\keepn b\\par\\pard\\s2 c\\par}"
    let document = try readRTF(text).document
    #expect(document.string.paragraphs.map(\.attributes.keepWithNext) == [nil, nil, false])
    let (written, report) = try writtenRTF(
      document, WriteOptions(profile: "word", keepsHiddenData: false))
    #expect(report.isLossless, "\(report.notes)")
    #expect(written.components(separatedBy: "\\keepn").count == 3)
    #expect(try readRTF(written).document.string == document.string)
  }

  @Test func `Effects of characters are read`() throws {
    let found = try inline("\\outl\\shad\\charscalex80\\acccomma")
    #expect(found.outline && found.shadow)
    #expect(found.horizontalScale == 80 && found.emphasisMark == .comma)
    #expect(try inline("\\outl\\outl0\\shad\\plain\\charscalex100\\accdot\\accnone").isPlain)
    #expect(try inline("\\charscalex0").horizontalScale == 1)
    #expect(try inline("\\charscalex99999").horizontalScale == 600)
    #expect(try inline("\\accdot").emphasisMark == .dot)
    #expect(try inline("\\acccircle").emphasisMark == .circle)
    #expect(try inline("\\accunderdot").emphasisMark == .dotBelow)
  }

  @Test func `What is written is read again, without hidden data`() throws {
    var document = IADocument(IAString("one\ttwo\nthree\nfour\n"))
    document.string.updateParagraphAttributes(in: 0..<8) {
      $0.tabStops = [.init(100, leader: .dots), .init(200, .right, leader: .thickLine)]
      $0.keepTogether = true
      $0.keepWithNext = true
      $0.widowControl = true
      $0.borders = Sides(
        top: Border(width: 1.5, color: Color(0x336699)), right: Border(.dotted, width: 0.25),
        bottom: Border(.double, width: 3), left: Border(.dashed, width: 40))
      $0.borderSpacing = Sides(top: 1, left: 4.05)
      $0.shading = Color(0xFFEE00)
    }
    document.string.updateParagraphAttributes(in: 8..<14) {
      $0.widowControl = false
      $0.borders.left = Border.none
    }
    document.string.updateAttributes(in: 0..<3) {
      $0.outline = true
      $0.shadow = true
      $0.horizontalScale = 150
      $0.emphasisMark = .dotBelow
    }
    let (text, losses) = try written(document)
    #expect(losses.isEmpty)
    #expect(try readRTF(text).document.string == document.string)
  }

  @Test func `What RTF states only nearly is reported and kept in hidden data`() throws {
    var document = IADocument(IAString("one\n"))
    document.string.updateParagraphAttributes(in: 0..<1) {
      $0.borders = Sides(top: Border(.double, width: 0.5), left: Border(width: 0))
      $0.borderSpacing.top = 0.33
      $0.shading = Color(red: 1, green: 2, blue: 3, alpha: 40)
    }
    document.string.updateAttributes(in: 0..<3) { $0.horizontalScale = 100 }
    let (_, losses) = try written(document)
    #expect(Set(losses) == ["paragraph-border", "opacity", "character-scaling"])
    let (text, notes) = try written(document, hidden: true)
    #expect(Set(notes) == Set(losses))
    #expect(try readRTF(text).document.string == document.string)
  }

  @Test func `Values that are no lengths are written as none`() throws {
    var document = IADocument(IAString("one\ntwo\n"))
    document.string.updateParagraphAttributes(in: 0..<8) {
      $0.borders = Sides(
        top: Border(width: .nan), right: Border(width: -.infinity), bottom: Border(width: 1e300),
        left: Border(width: -1))
      $0.borderSpacing = Sides(top: .nan, right: -5, bottom: .infinity, left: 1e-9)
    }
    document.string.updateAttributes(in: 0..<3) { $0.horizontalScale = .min }
    let (text, losses) = try written(document)
    #expect(Set(losses) == ["paragraph-border", "character-scaling"])
    let found = try readRTF(text).document.string
    #expect(found.paragraphAttributes(at: 0).borders.bottom == Border(width: 1_000))
    #expect(found.attributes(at: 0).horizontalScale == 1)
  }

  @Test(arguments: UInt64(0)..<60) func `Random paragraphs come back`(seed: UInt64) throws {
    var random = RandomDocument(seed: seed)
    let document = random.framedParagraphs(ending: "\t")
    #expect(try readRTF(written(document, hidden: true).0).document.string == document.string)
    // Without hidden data, everything except exact widths and opacity is restored.
    let (text, _) = try written(document)
    let first = try readRTF(text).document
    let second = try readRTF(written(first).0).document
    #expect(first.string == second.string)
  }

  @Test func `Many different borders take linear time`() throws {
    var text = "{\\rtf1"
    for number in 0..<20_000 { text += "\\pard\\brdrt\\brdrs\\brdrw\(number + 1) a\\par\n" }
    let string = try readRTF(text + "}").document.string
    #expect(string.paragraphAttributes(at: 38_000).borders.top?.width == 950.05)
    var limits = Limits.standard
    limits.tableEntries = 10
    #expect(try readRTF(text + "}", limits: limits).document.string.utf16Count == 40_000)
  }
}
