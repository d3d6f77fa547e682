import IAFiles
import IAFormats
import IAText
import Testing

@testable import IARTF

/// RTF that is read, written without hidden data, and read again.
@Suite struct RTFSecondReadingTests {
  /// Returns the document of some RTF, and what is read from it after writing it without hidden data.
  private func twice(_ rtf: String, profile: String = "word") throws -> (IADocument, IADocument) {
    let first = try readRTF(rtf).document
    var sink = BytesSink()
    _ = try RTFWriter().write(
      first, to: &sink, options: WriteOptions(profile: profile, keepsHiddenData: false))
    var second = try RTFReader().read(BytesSource(sink.bytes), options: ReadOptions()).document
    second.metadata.generator = first.metadata.generator
    return (first, second)
  }

  @Test(arguments: [
    // Metadata with and without words of their own.
    "{\\info{\\operator O}{\\manager M}{\\company C \\'fc}{\\category K}{\\doccomm D}}a\\par",
    "{\\*\\userprops{\\propname p \\{}\\proptype30{\\staticval v}{\\propname q}{\\staticval }}a\\par",
    // A last paragraph without an end.
    "a", "\\pard\\qc a\\par b", "\\pard\\s1\\qc\\outlinelevel0 a", "a{\\b b}",
    // The attributes of line feeds, in cells too.
    "a{\\fs16\\lang1031\\par}",
    "\\trowd\\cellx900\\cellx1800\\intbl a{\\b\\cell}{\\fs40 b\\cell}\\row",
    "\\trowd\\cellx900\\intbl a{\\i\\par}\\intbl b{\\b\\cell}\\row",
    "\\trowd\\cellx900\\intbl\\itap2 a{\\b\\nestcell}{\\*\\nesttableprops\\trowd\\cellx500\\nestrow}"
      + "\\pard\\intbl b\\cell\\row",
    // Bullets of old lists, and of labels alone.
    "{\\*\\pn\\pnlvlblt{\\pntxtb -}}{\\pntext -}a\\par{\\pntext -}b\\par\\pard c\\par",
    "{\\listtext \\bullet\\tab}a\\par{\\listtext \\bullet\\tab}b\\par\\pard c\\par",
    // The underline of a link that is the text's own, and that of the style.
    "{\\field{\\*\\fldinst HYPERLINK \"https://a.example/\"}{\\fldrslt{\\ul a}}}\\par",
    "{\\field{\\*\\fldinst HYPERLINK \"https://a.example/\"}{\\fldrslt{\\ul\\b a}{\\i b}}}\\par",
    // A font that is named like one for another character set.
    "{\\fonttbl{\\f0 A;}{\\f1 Times New Roman Baltic;}{\\f2 Times New Roman CYR;}}a{\\f1 b}{\\f2 c}\\par",
    // A picture whose size is not a whole number of twips.
    "{\\pict\\pngblip\\picwgoal101\\pichgoal99\\picscalex33\\picscaley77 \(png)}\\par",
  ])
  func `RTF is equal when it is read again`(body: String) throws {
    let (first, second) = try twice("{\\rtf1\\ansi \(body)}")
    #expect(first.dump() == second.dump())
  }

  @Test(arguments: ["a", "\\pard\\qc a\\par b", "a{\\b b}"])
  func `Cocoa's dialect keeps a last paragraph without an end`(body: String) throws {
    let (first, second) = try twice("{\\rtf1\\ansi \(body)}", profile: "cocoa")
    #expect(first.string.text == second.string.text)
  }

  @Test func `A value of several lines is written in one, and reported`() throws {
    var document = IADocument(IAString("a\n"))
    document.metadata.custom = [.init("x", "one\ntwo")]
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    #expect(report.notes.map(\.kind.feature) == [.customMetadata])
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("{\\propname x}\\proptype30{\\staticval one two}"))
  }

  private static let png =
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fcffff3f0300"
    + "05fe02fea7d6059b0000000049454e44ae426082"
}
