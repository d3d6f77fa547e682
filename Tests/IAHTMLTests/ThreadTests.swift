import IAFiles
import IAFormats
import IAHTML
import IATestSupport
import IAText
import Testing

@Suite struct ThreadTests {
  private func message(
    _ text: String, _ author: String? = nil, _ created: String? = nil
  ) -> IADocument {
    var document = IADocument(IAString(text))
    document.metadata.authors = author.map { [$0] } ?? []
    document.metadata.created = created
    return document
  }

  private func page(
    _ documents: [IADocument], theme: HTMLThreadWriter.Theme = .automatic,
    options: WriteOptions = WriteOptions()
  ) throws -> String {
    var sink = BytesSink()
    _ = try HTMLThreadWriter(theme: theme).write(
      MessageThread(documents), to: &sink, options: options)
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func `Rows have names, days, times and groups`() {
    let rows = MessageThread([
      message("a", "Anna", "2026-11-22T23:50:00+01:00"),
      message("b", "Anna", "2026-11-22T23:55:00+01:00"),
      message("c", "Anna", "2026-11-23T00:05:00+01:00"),
      message("d", "Ben", "2026-11-23"), message("e", "Ben", "someday"), message("f"),
    ]).rows
    #expect(rows.map(\.newDay) == ["2026-11-22", nil, "2026-11-23", nil, nil, nil])
    #expect(rows.map(\.startsGroup) == [true, false, true, true, false, true])
    #expect(rows.map(\.isOwn) == [false, false, false, true, true, false])
    #expect(rows.map { $0.moment?.time } == ["23:50", "23:55", "00:05", nil, nil, nil])
    #expect(rows.map(\.sender) == ["Anna", "Anna", "Anna", "Ben", "Ben", nil])
  }

  @Test func `The paragraphs of one document alternate and have no times`() {
    let rows = MessageThread([message("a\n\nb\nc", "Anna", "2026-11-23T00:05:00Z")]).rows
    #expect(rows.map { $0.document.string.text } == ["a", "b", "c"])
    #expect(rows.map(\.isOwn) == [false, true, false])
    #expect(rows.map(\.newDay) == ["2026-11-23", nil, nil])
    #expect(rows.allSatisfy { $0.sender == nil && $0.moment == nil })
  }

  @Test(arguments: [
    "", "2026-11-2", "2026-13-01", "2026-11-23T25:00", "2026-11-23x", "2026/11/23",
    "2026-11-23T10:00:00" + String(repeating: "0", count: 40),
  ])
  func `Other text is no date`(text: String) { #expect(ThreadMoment(text) == nil) }

  @Test func `Days are sections with headings, messages items of lists with labels`() throws {
    let html = try page([
      message("a", "Anna", "2026-11-22T23:50:00Z"), message("b", "B<en>", "2026-11-23T10:00:00Z"),
    ])
    #expect(
      html.contains(
        "<h2 id=\"day-2\"><time datetime=\"2026-11-23\">2026-11-23</time></h2>\n<ol class="))
    #expect(html.contains("<article aria-label=\"B&lt;en&gt;, 10:00\">"))
    #expect(html.contains("<h1 class=\"ia-unseen\">Anna, B&lt;en&gt;</h1>"))
    #expect(html.matches(of: /<section/).count == 2 && html.matches(of: /<\/section>/).count == 2)
    #expect(html.matches(of: /<ol/).count == 2 && html.matches(of: /<\/ol>/).count == 2)
  }

  @Test func `Shapes in a message keep their corners`() throws {
    let drawing = "<!DOCTYPE html><p><svg width=9 height=9><path d='M0 0L9 0 9 9z'/></svg></p>"
    let document = try HTMLReader().read(BytesSource(drawing)).document
    #expect(document.string.attachments.count == 1)
    #expect(try page([document]).contains("border-radius:0\""))
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions())
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("border-radius:0"))
  }

  @Test func `Nothing of a message is markup, and nothing runs`() throws {
    let hostile = "</p></article><script>alert(1)</script>"
    let html = try page([message(hostile, hostile, hostile), message("x", "\" onload=\"x")])
    #expect(!html.contains("<script") && !html.contains("\" onload"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func `Themes are fixed, or those that readers prefer`() throws {
    let query = "prefers-color-scheme:dark"
    let messages = [message("a")]
    #expect(try page(messages).contains(query))
    #expect(try !page(messages, theme: .light).contains(query))
    let dark = try page(messages, theme: .dark)
    #expect(!dark.contains(query) && dark.contains("color-scheme:dark"))
    #expect(dark.contains("--ia-own:#14344c"))
  }

  @Test func `Messages share classes, and their ids differ`() throws {
    var first = message("ab")
    first.string.setIntensity(100, in: 0..<1)
    first.string.setBookmark("here", at: 0)
    let html = try page([first, first])
    #expect(html.matches(of: /font-weight:900/).count == 1)
    #expect(html.contains("id=\"m1-b-here\"") && html.contains("id=\"m2-b-here\""))
    #expect(!html.contains("data-ia="))
  }

  @Test(arguments: ["attachments", "every-attribute", "every-block", "chat-stickers", "empty"])
  func `Every document is a thread`(name: String) throws {
    let document = try Corpus.document(name)
    for theme in [HTMLThreadWriter.Theme.automatic, .dark] {
      let html = try page([document, document], theme: theme)
      #expect(html.hasSuffix("</main>\n</body>\n</html>\n"))
      #expect(html.matches(of: /<article/).count == 2)
    }
    _ = try page([document])
  }
}
