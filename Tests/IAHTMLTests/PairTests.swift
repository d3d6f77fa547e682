import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IAHTML

/// Surrogate pairs whose halves differ in attributes.
@Suite("Halves of surrogate pairs")
struct PairTests {
  /// A document of three runs: a letter and the first half of a pair, the second half, a letter.
  private func document(
    _ first: InlineAttributes, _ second: InlineAttributes, _ rest: InlineAttributes,
    hasRest: Bool
  ) -> IADocument {
    var builder = IAStringBuilder()
    builder.append(units: [0x78, 0xD83D], attributes: builder.intern(first))
    builder.append(units: [0xDE00], attributes: builder.intern(second))
    builder.append(units: hasRest ? [0x79, 0x0A] : [0x0A], attributes: builder.intern(rest))
    return IADocument(builder.finish())
  }

  private func written(
    _ document: IADocument, _ profile: String, keepsHiddenData: Bool = true
  ) throws -> (text: String, report: ConversionReport) {
    var sink = BytesSink()
    let report = try HTMLWriter().write(
      document, to: &sink,
      options: WriteOptions(profile: profile, keepsHiddenData: keepsHiddenData))
    return (sink.text, report)
  }

  private static let sets: [InlineAttributes] = [
    InlineAttributes(), .with { $0.bold = true }, .with { $0.hidden = true },
    .with { $0.insertion = TrackedChange(author: "A") }, .with { $0.deletion = TrackedChange() },
    .with { $0.link = .init("https://example.org/") }, .with { $0.fontSize = 0.5 },
    .with { $0.tags = [InlineAttributes.Tag("a", "b")] },
    .with {
      $0.bold = true
      $0.tags = [InlineAttributes.Tag("a", "b")]
    },
    .with { $0.foreground = Color(red: 1, green: 2, blue: 3, alpha: 0) },
  ]

  @Test("The page shows a pair with the attributes of its first half, and both are read back")
  func attributesOfBothHalves() throws {
    for profile in ["styled", "semantic", "cocoa"] {
      for first in Self.sets {
        // Text is read as invisible only if the profile shows it as invisible.
        if profile != "styled", first.fontSize != nil || first.foreground != nil { continue }
        for second in Self.sets {
          for (rest, hasRest) in [(first, true), (second, false), (InlineAttributes(), false)] {
            let document = document(first, second, rest, hasRest: hasRest)
            let page = try written(document, profile).text
            let read = try HTMLReader().read(BytesSource(Array(page.utf8))).document
            #expect(read.dump() == document.dump(), "\(profile), \(first), \(second)")
          }
        }
      }
    }
  }

  @Test("Without hidden data, the attributes of a second half are reported")
  func firstHalfIsShown() throws {
    let document = document(
      .with { $0.bold = true }, InlineAttributes(), InlineAttributes(), hasRest: true)
    let (text, report) = try written(document, "semantic", keepsHiddenData: false)
    #expect(text.contains("<strong>x😀</strong>y"))
    #expect(report.notes.map(\.kind) == [.init(effect: .dropped, feature: .attributes)])
    #expect(report.notes.first?.utf16Range == 2..<3)
  }
}
