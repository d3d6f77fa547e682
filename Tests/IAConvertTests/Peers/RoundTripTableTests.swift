import IABytes
import IAConvert
import IAFiles
import IAFormats
import IAText
import Testing

/// A document with a marked word for each feature, converted from RTF to HTML and back.
///
/// Other converters lose some of these features. The test runs with and without hidden data.
@Suite("Features of RTF in a conversion to HTML and back") struct RoundTripTableTests {
  private static let picture =
    "89504e470d0a1a0a0000000d4948445200000002000000020802000000fdd49a73"
    + "0000001049444154789c63f8cf0004ff192014001bf203fdd696f22b0000000049454e44ae426082"

  static let rtf = #"""
    {\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fswiss\fcharset204 Arial;}}
    {\colortbl;\red192\green0\blue0;\red255\green255\blue0;}
    \pard {\b BOLD} {\i ITALIC} {\ul UNDER} {\strike STRIKE} H{\sub SUB} x{\super SUPER}\par
    {\cf1 COLOUR} {\fs48 SIZE} {\highlight2 MARKED} {\caps caps} {\scaps small} {\v HIDDEN}\par
    \pard\qc CENTRE\par
    \pard\li720 INDENT\par
    \pard {\field{\*\fldinst{HYPERLINK "https://example.org/x?a=1&b=2"}}{\fldrslt{LINK}}}\par
    {\pict\pngblip\picw2\pich2\picwgoal480\pichgoal480 PICTURE}\par
    \trowd\trgaph70\cellx2000\cellx4000\pard\intbl CELLA\cell CELLB\cell\row
    \trowd\trgaph70\cellx2000\cellx4000\pard\intbl CELLC\cell CELLD\cell\row
    \pard{\*\pn\pnlvlbody\pndec\pnstart1\pnindent360{\pntxta .}}{\pntext 1.\tab}LISTONE\par
    {\pntext 2.\tab}LISTTWO\par
    \pard EMOJI \u-10179?\u-8704? CYR {\f1\'cf\'f0\'e8\'e2\'e5\'f2}\par
    \pard NBH\_YPH NB\~SP SH\-Y TAB\tab X  two  spaces\par}
    """#.replacing("PICTURE", with: picture)

  /// Returns a document converted to another format, with or without hidden data.
  private static func converted(
    _ bytes: [UInt8], from: String, to: String, hidden: Bool
  ) throws -> [UInt8] {
    var conversion = Conversion(to: FormatID(to))
    conversion.inputFormat = FormatID(from)
    conversion.writeOptions.keepsHiddenData = hidden
    let sink = CollectingSink()
    _ = try conversion.run(from: BytesSource(bytes), to: sink)
    return sink.bytes
  }

  private static func document(_ bytes: [UInt8], _ format: String) throws -> IADocument {
    var conversion = Conversion(to: FormatID("json"))
    conversion.inputFormat = FormatID(format)
    return try conversion.read(BytesSource(bytes)).document
  }

  private static func roundTrip(hidden: Bool) throws -> IADocument {
    let page = try converted(Array(rtf.utf8), from: "rtf", to: "html", hidden: hidden)
    return try document(converted(page, from: "html", to: "rtf", hidden: hidden), "rtf")
  }

  @Test("The document is equal after the round trip", arguments: [true, false])
  func everyRow(hidden: Bool) throws {
    let original = try Self.document(Array(Self.rtf.utf8), "rtf")
    let document = try Self.roundTrip(hidden: hidden)
    let isSame = document.dump() == original.dump()
    #expect(isSame, "\(document.dump())")
  }

  @Test(
    "Each marked word has exactly its attribute",
    arguments: [
      ("BOLD", #"{"bold":true}"#), ("ITALIC", #"{"italic":true}"#),
      ("UNDER", #"{"underline":{"style":"single"}}"#), ("STRIKE", #"{"strikethrough":"single"}"#),
      ("SUB", #"{"script":"subscript"}"#), ("SUPER", #"{"script":"superscript"}"#),
      ("COLOUR", ##"{"foreground":"#C00000"}"##), ("SIZE", #"{"fontSize":24}"#),
      ("MARKED", ##"{"background":"#FFFF00"}"##), ("caps", #"{"capitals":"all"}"#),
      ("small", #"{"capitals":"small"}"#), ("HIDDEN", #"{"hidden":true}"#),
      ("LINK", #"{"link":{"url":"https://example.org/x?a=1&b=2"}}"#),
      ("Привет", #"{"fontFamily":"Arial"}"#),
    ])
  func words(word: String, attributes: String) throws {
    for hidden in [true, false] {
      let dump = try Self.roundTrip(hidden: hidden).dump()
      #expect(dump.contains("\n  40 \"\(word)\" \(attributes)\n"), "\(word), hidden: \(hidden)")
    }
  }

  @Test("Paragraphs, picture, table, list and characters are kept", arguments: [true, false])
  func rest(hidden: Bool) throws {
    let document = try Self.roundTrip(hidden: hidden)
    let string = document.string
    let paragraphs = string.paragraphs
    let lines = String(decoding: string.units(in: string.utf16Range), as: UTF16.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    func attributes(of line: String) throws -> ParagraphAttributes {
      paragraphs[try #require(lines.firstIndex { $0.hasPrefix(line) })].attributes
    }
    #expect(try attributes(of: "CENTRE").alignment == .center)
    #expect(try attributes(of: "INDENT").headIndent == 36)
    let picture = try #require(string.attachments.first?.attachment)
    #expect(picture.displayWidth == 24 && picture.displayHeight == 24)
    #expect(picture.digests.first.flatMap { document.attachments[$0] }?.count == 73)
    for (index, cell) in ["CELLA", "CELLB", "CELLC", "CELLD"].enumerated() {
      let kinds = try attributes(of: cell).blocks.map(\.kind)
      #expect(kinds.count == 3)
      #expect(kinds.last == .tableCell(.init(column: index % 2)))
    }
    for (index, item) in ["LISTONE", "LISTTWO"].enumerated() {
      #expect(
        try attributes(of: item).blocks.map(\.kind)
          == [.orderedList(.init()), .listItem(.init(ordinal: index + 1))])
    }
    #expect(lines.contains("EMOJI 😀 CYR Привет"))
    #expect(lines.contains("NBH\u{2011}YPH NB\u{A0}SP SH\u{AD}Y TAB\tX  two  spaces"))
  }

  @Test(
    "CSS styles of a page are written to RTF",
    arguments: [
      ("<span style='font-weight:700'>x</span>", "\\b "),
      ("<span style='font-weight:bold'>x</span>", "\\b "),
      ("<span style='font-style:italic'>x</span>", "\\i "),
      ("<span style='text-decoration:underline'>x</span>", "\\ul "),
      ("<span style='text-decoration:line-through'>x</span>", "\\strike "),
      ("<span style='text-decoration:underline line-through'>x</span>", "\\ul\\strike "),
      ("<span style='color:#c00000'>x</span>", "\\red192\\green0\\blue0;"),
      ("<span style='font-size:18pt'>x</span>", "\\fs36 "),
      ("<span style='font-size:32px'>x</span>", "\\fs48 "),
      ("<mark>x</mark>", "\\red255\\green255\\blue0;"),
      ("<span style='background-color:rgb(1,2,3)'>x</span>", "\\red1\\green2\\blue3;"),
      ("<style>.k{font-variant:small-caps}</style><p class=k>x", "\\scaps "),
      ("<p style='text-align:right'>x", "\\qr\\"), ("<p style='margin-left:36pt'>x", "\\li720 "),
      ("<sub>x</sub>", "\\sub "), ("<sup>x</sup>", "\\super "), ("<del>x</del>", "\\deleted"),
      ("<span style='letter-spacing:2pt'>x</span>", "\\expndtw40 "),
      ("<p dir=rtl>x", "\\rtlpar"), ("<span lang=de-DE>x</span>", "\\lang1031 "),
      ("<a href='https://a.example/'>x</a>", "HYPERLINK \"https://a.example/\""),
    ])
  func styles(html: String, word: String) throws {
    let rtf = try Self.converted(
      Array(("<body>" + html).utf8), from: "html", to: "rtf", hidden: false)
    let text = String(decoding: rtf, as: UTF8.self)
    #expect(text.contains(word), "\(text.split(separator: "\n").suffix(3))")
    // The RTF must show the same as the page.
    let back = try Self.document(rtf, "rtf")
    let direct = try Self.document(Array(("<body>" + html).utf8), "html")
    #expect(back.string.attributes(at: 0) == direct.string.attributes(at: 0))
    #expect(back.string.paragraphAttributes(at: 0) == direct.string.paragraphAttributes(at: 0))
  }
}

/// A sink that keeps the written bytes.
final class CollectingSink: DocumentSink {
  private(set) var bytes: [UInt8] = []
  private(set) var files: [String: [UInt8]] = [:]
  private let keepsFiles: Bool

  init(keepsFiles: Bool = false) { self.keepsFiles = keepsFiles }

  func write(_ bytes: [UInt8]) { self.bytes += bytes }

  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? {
    guard keepsFiles else { return nil }
    files[name] = bytes
    return name
  }
}
