import Foundation
import IABytes
import IAFiles
import IAFormats
import IAMarkdown
import IATestSupport
import IAText
import Testing

@Suite struct MarkdownHostileTests {
  private static let shapes: [(name: String, make: @Sendable (Int) -> String)] = [
    ("openings", { String(repeating: "[", count: $0) }),
    ("pictures", { String(repeating: "![", count: $0) }),
    ("unclosed emphasis", { String(repeating: "*a_ ", count: $0) }),
    ("angle brackets", { String(repeating: "<", count: $0) }),
    ("comments", { String(repeating: "a <!-- ", count: $0) }),
    (
      "nested emphasis",
      {
        String(repeating: "*a **a ", count: $0 / 4) + "b"
          + String(repeating: " a** a*", count: $0 / 4)
      }
    ),
    (
      "backticks",
      { n in
        (1..<Int(Double(n).squareRoot() * 2)).map { "e" + String(repeating: "`", count: $0) }
          .joined()
      }
    ),
    ("definitions", { n in (0..<n / 2).map { "[\($0)]: u\n" }.joined() }),
    ("footnotes", { n in (0..<n / 8).map { "[^\($0)]: u\n\n" }.joined() }),
    ("rows", { "a|b\n-|-\n" + String(repeating: "a|b\n", count: $0 / 2) }),
    ("links", { String(repeating: "[a](", count: $0) }),
    ("addresses", { String(repeating: "http://a.b/c ", count: $0 / 2) }),
    ("at signs", { String(repeating: "a@", count: $0) }),
    ("items", { String(repeating: "- a\n", count: $0 / 2) }),
    ("empty lines", { String(repeating: "\n", count: $0) }),
    ("blank cells", { "|a|\n|-|\n" + String(repeating: "||\n", count: $0 / 2) }),
  ]

  @Test func timeGrowsWithTheInputForHostileShapes() throws {
    for shape in Self.shapes {
      // Two doublings with a factor of 2.2 each, and 30 % for effects of caches.
      let bound = 2.2 * 2.2 * 1.3
      let (small, large) = (BytesSource(shape.make(6_000)), BytesSource(shape.make(24_000)))
      let ratio = try ThreadClock.ratio(
        upTo: bound, small: { _ = try MarkdownReader().read(small) },
        large: { _ = try MarkdownReader().read(large) })
      #expect(ratio <= bound, "\(shape.name)")
    }
  }

  @Test func inputOnWhichTheParserWouldNotStayLinearIsRefused() throws {
    let shapes: [(String, InputError.Code)] = [
      (String(repeating: "![[]()", count: 40_000), .markdownWork),
      (
        "|" + String(repeating: "a|", count: 4_000) + "\n|" + String(repeating: "-|", count: 4_000)
          + "\n" + String(repeating: "a\n", count: 4_000), .markdownWork
      ),
      (String(repeating: "|a|b\n|-|-|-\n", count: 4_000), .markdownWork),
      ("http://a" + String(repeating: ")", count: 60_000), .markdownWork),
      (String(repeating: "a\n", count: 60_000) + "-|-\n", .markdownWork),
      (
        "[a]: " + String(repeating: "u", count: 200_000) + "\n\n"
          + String(repeating: "[a]", count: 60_000), .markdownWork
      ),
      (String(repeating: ">", count: 50_000) + "a\n", .markdownDepth),
      (String(repeating: "- ", count: 50_000) + "a\n", .markdownDepth),
      (String(repeating: "1. ", count: 50_000) + "a\n", .markdownDepth),
    ]
    for (text, code) in shapes {
      let error = #expect(throws: InputError.self) {
        try MarkdownReader().read(BytesSource(text))
      }
      #expect(error?.code == code)
      let limit = try #require(error?.limit)
      #expect(limit.seen > limit.maximum)
    }
  }

  @Test func depthGrowsOverLinesToo() throws {
    let text = (0..<300).map { String(repeating: "  ", count: $0) + "- a\n" }.joined()
    let error = #expect(throws: InputError.self) { try MarkdownReader().read(BytesSource(text)) }
    #expect(error?.code == .markdownDepth)
    let code = "```\n" + String(repeating: " ", count: 3_000) + "x\n```\n"
    #expect(try MarkdownReader().read(BytesSource(code)).document.string.utf16Count == 3_002)
  }

  @Test func deepInlineNestingIsFlat() throws {
    let text =
      String(repeating: "*a **a ", count: 5_000) + String(repeating: "b** a*", count: 5_000)
    let document = try MarkdownReader().read(BytesSource(text)).document
    #expect(document.string.attributes(at: 100).bold)
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/cmark")))
  func theLibrarysOwnRegressionFilesReadAndComeBackEqual() throws {
    for file in ExternalCorpora.files(in: "hostile/cmark") {
      let bytes = Array(try Data(contentsOf: file))
      let document = try MarkdownReader().read(BytesSource(bytes)).document
      let (text, _) = try MarkdownRoundTripTests.write(document)
      let back = try MarkdownRoundTripTests.read(text)
      #expect(
        back == document,
        "\(file.lastPathComponent): \(Differences.first(document.string, back.string).prefix(600))")
      #expect(try MarkdownRoundTripTests.write(back).text == text)
    }
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/blns")))
  func naughtyStringsSurviveAsText() throws {
    for file in ExternalCorpora.files(in: "hostile/blns", suffix: ".txt") {
      let text = try String(contentsOf: file, encoding: .utf8)
      let document = IADocument(IAString(text.hasSuffix("\n") ? text : text + "\n"))
      let (markdown, _) = try MarkdownRoundTripTests.write(document)
      let back = try MarkdownRoundTripTests.read(markdown)
      let wanted = document.string.text.replacing("\u{2029}", with: "\u{2028}")
        .replacing("\r", with: "\u{2028}").replacing("\0", with: "\u{FFFD}")
      #expect(
        back.string.text == wanted,
        "\(Differences.first(IAString(wanted), back.string).prefix(600))")
    }
  }

  @Test func mutatedDocumentsNeverTrapAndSettleAfterOneWriting() throws {
    var random = SeededGenerator(seed: 20_261_121)
    for step in 0..<150 {
      var documents = MarkdownDocuments(seed: UInt64(step) + 77_000)
      var bytes = Array(try MarkdownRoundTripTests.write(documents.document()).text.utf8)
      for _ in 0..<1 + random.below(6) where !bytes.isEmpty {
        let at = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[at] = UInt8(random.below(256))
        case 1: bytes.remove(at: at)
        default: bytes.insert(Array("*_`[]()<>!#&\\|\n -+1.:~\t".utf8)[random.below(23)], at: at)
        }
      }
      guard let first = try? MarkdownReader().read(BytesSource(bytes)).document else { continue }
      let (text, report) = try MarkdownRoundTripTests.write(first)
      let back = try MarkdownRoundTripTests.read(text)
      if report.isLossless {
        #expect(
          back == first, "step \(step): \(Differences.first(first.string, back.string).prefix(500))"
        )
      }
    }
  }
}
