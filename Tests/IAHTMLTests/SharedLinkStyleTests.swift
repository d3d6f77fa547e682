import Foundation
import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// Links that differ only in the target share the style of their text.
@Suite("Links with the same appearance")
struct SharedLinkStyleTests {
  private func page(_ links: [String], _ set: (inout InlineAttributes) -> Void = { _ in }) throws
    -> (text: String, report: ConversionReport)
  {
    var builder = IAStringBuilder()
    for link in links {
      var attributes = InlineAttributes()
      set(&attributes)
      attributes.link = InlineAttributes.Link(link)
      builder.append("x", attributes: builder.intern(attributes))
      builder.append(" ")
    }
    var sink = BytesSink()
    let report = try HTMLWriter().write(
      IADocument(builder.finish()), to: &sink, options: WriteOptions(keepsHiddenData: false))
    return (sink.text, report)
  }

  @Test("Each link has its own target, and a harmful one has none and is reported")
  func targets() throws {
    let links = [
      "https://a.example/1", "javascript:alert(1)", "https://a.example/2", "http://b.example/ x",
      "data:text/html,x", "#here", "https://\u{FC}.example/",
    ]
    for isBold in [false, true] {
      let (text, report) = try page(links) { $0.bold = isBold }
      for link in links {
        let isHarmless = !link.hasPrefix("javascript:") && !link.hasPrefix("data:")
        #expect(text.contains("href=\"\(link)\"") == isHarmless, "\(link)")
      }
      #expect(text.components(separatedBy: "<strong>").count == (isBold ? 8 : 1))
      #expect(report.counts[.init(effect: .neutralised, feature: .link)] == 2)
      #expect(report.counts.count == 1)
    }
  }

  @Test("Links with other losses report them each")
  func losses() throws {
    let (_, report) = try page(["https://a.example/1", "https://a.example/2"]) {
      $0.language = "not a language"
    }
    #expect(report.counts == [.init(effect: .dropped, feature: .language): 2])
  }

  @Test("Hidden data keeps a link that a page does not show as it is")
  func hiddenLinks() throws {
    var builder = IAStringBuilder()
    for link in ["https://a.example/1", "#b-x", "https://a.example/2"] {
      var attributes = InlineAttributes()
      attributes.link = InlineAttributes.Link(link)
      builder.append("x", attributes: builder.intern(attributes))
    }
    let document = IADocument(builder.finish())
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions())
    let back = try HTMLReader().read(BytesSource(sink.bytes), options: ReadOptions()).document
    #expect(back.string.attributes(at: 0).link?.url == "https://a.example/1")
    #expect(back.string.attributes(at: 2).link?.url == "https://a.example/2")
  }
}
