import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// Colours with opacity, which RTF cannot represent.
@Suite("Colours with opacity")
struct RTFOpacityTests {
  private func roundTrip(
    _ document: IADocument, _ profile: String
  ) throws -> (document: IADocument, report: ConversionReport) {
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile))
    return (try RTFReader().read(BytesSource(sink.bytes)).document, report)
  }

  @Test(
    "Text of opacity 0 has the colour of its background, and is read back",
    arguments: [
      "word", "cocoa",
    ])
  func transparentText(profile: String) throws {
    let backgrounds: [Color?] = [
      nil, Color(0x204060), Color(red: 0xFF, green: 0x96, blue: 0xA7, alpha: 0x4F),
      Color(red: 1, green: 2, blue: 3, alpha: 0),
    ]
    for background in backgrounds {
      for alpha in [0, 1, 128] as [UInt8] {
        var document = IADocument(IAString("one two\n"))
        document.string.updateAttributes(in: 4..<7) {
          $0.foreground = Color(red: 0xEF, green: 0x65, blue: 0xB1, alpha: alpha)
          $0.background = background
        }
        let (read, _) = try roundTrip(document, profile)
        #expect(read.dump() == document.dump(), "\(alpha) on \(String(describing: background))")
      }
    }
  }

  @Test("Text of opacity 0 that RTF shows in a shaded paragraph is reported as a loss")
  func transparentTextOnShading() throws {
    var document = IADocument(IAString("one two\n"))
    document.string.updateAttributes(in: 4..<7) {
      $0.foreground = Color(red: 0xEF, green: 0x65, blue: 0xB1, alpha: 0)
    }
    var shaded = ParagraphAttributes()
    shaded.shading = Color(0x204060)
    document.string.setParagraphAttributes(shaded, in: document.string.utf16Range)
    let (read, report) = try roundTrip(document, "word")
    #expect(read.string.attributes(at: 4).foreground == .white)
    #expect(report.losses.map(\.kind) == [.init(effect: .approximated, feature: .opacity)])
    #expect(report.losses.first?.utf16Range == 4..<7)
  }

  @Test("A second half with attributes of its own is reported without hidden data")
  func secondHalf() throws {
    var document = IADocument(IAString("x😀y\n"))
    document.string.set(\.bold, to: true, in: 0..<2)
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    #expect(report.losses.map(\.kind) == [.init(effect: .dropped, feature: .attributes)])
    #expect(report.losses.first?.utf16Range == 2..<3)
  }
}
