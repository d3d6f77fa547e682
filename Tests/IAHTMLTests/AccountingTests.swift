import IABytes
import IACSS
import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// No part of a page is left out without a note.
@Suite struct AccountingTests {
  private func read(_ page: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(Array(("<meta charset=utf-8>" + page).utf8)))
  }

  private func features(_ page: String) throws -> Set<String> {
    Set(try read(page).report.counts.keys.map(\.feature.rawValue))
  }

  @Test func `The tables are disjoint`() {
    #expect(
      HTMLNames.readAttributes.isDisjoint(with: HTMLNames.attributes.keys.filter { $0 != "title" }))
    #expect(HTMLNames.inlineElements.isDisjoint(with: HTMLNames.elements.keys))
    #expect(CSSNames.readProperties.isDisjoint(with: CSSNames.properties.keys))
    let count =
      HTMLNames.attributes.count + HTMLNames.elements.count + CSSNames.properties.count
    #expect(count > 380)
  }

  @Test func `Each attribute that is not read is reported, or has a reason`() throws {
    for (name, treatment) in HTMLNames.attributes {
      let found = try features("<p>a<span \(name)=x>b</span>")
      switch treatment {
      case .neutral(let reason):
        #expect(found.isEmpty, "\(name): \(found)")
        #expect(!reason.isEmpty)
      case .reported(let feature): #expect(found == [feature.rawValue], "\(name): \(found)")
      }
    }
  }

  @Test func `Each property that is not read is reported, or has a reason`() throws {
    for (name, treatment) in CSSNames.properties {
      let found = try features("<p>a<span style='\(name): 7px'>b</span>")
      switch treatment {
      case .neutral: #expect(found.isEmpty, "\(name): \(found)")
      case .reported(let feature): #expect(found == [feature.rawValue], "\(name): \(found)")
      }
      #expect(try features("<p>a<span style='\(name): initial'>b</span>").isEmpty, "\(name)")
    }
  }

  @Test func `Rules that select nothing are not reported`() throws {
    #expect(try features("<style>.x{float:left}</style><p>a").isEmpty)
    #expect(try features("<style>.x{float:left}</style><ul><li class=x>a") == ["position"])
  }

  @Test func `Unknown names are reported once`() throws {
    let report = try read(
      "<p glorp=1>a<blarg>b</blarg><blarg>c</blarg><i style='foo:1'>d</i><x-y>e</x-y>"
    )
    .report
    #expect(
      report.notes.map { "\($0.kind.feature) \($0.detail)" }.sorted() == [
        "unknown-attribute glorp", "unknown-element blarg", "unknown-property foo",
      ])
  }

  @Test func `A value that is not understood is reported`() throws {
    #expect(try features("<p style='text-transform:math-auto'>a") == ["css-value"])
    #expect(try features("<p style='font-size:calc(1em + 2)'>a") == ["css-value"])
  }

  @Test func `Form fields show their state`() throws {
    let result = try read(
      "<p><input value=typed><input type=checkbox checked><input type=radio><textarea>more</textarea>"
        + "<select><option>one<option selected>two</select><input type=hidden value=x>")
    #expect(result.document.string.text == "typed\u{2612}\u{25CB}moretwo\n")
    #expect(result.report.counts.map(\.key.feature.rawValue) == ["form-field"])
  }

  @Test func `A page background and the colour of its text go together`() throws {
    let result = try read("<body style='background:#222;color:#eee'><p>a<p style='color:red'>b")
    let runs = result.document.string.attributeRuns(in: result.document.string.utf16Range)
    #expect(runs.first?.attributes.foreground == nil)
    #expect(runs.contains { $0.attributes.foreground == Color(0xFF0000) })
    #expect(result.report.counts.map(\.key.feature.rawValue) == ["page-color"])
    let plain = try read("<body style='color:#eee'><p>a")
    #expect(plain.report.isLossless)
  }

  @Test func `Insertions and deletions keep their authors`() throws {
    let result = try read(
      "<p>a<ins datetime='2024-05-01T10:20:00Z' data-author='A &amp; B'>b</ins><del>c</del>")
    let runs = result.document.string.attributeRuns(in: result.document.string.utf16Range)
    #expect(
      runs[1].attributes.insertion
        == TrackedChange(author: "A & B", date: "2024-05-01T10:20:00Z"))
    #expect(runs[2].attributes.deletion == TrackedChange())
    var sink = BytesSink()
    let report = try HTMLWriter().write(
      result.document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    #expect(report.isLossless)
    let back = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(back.string == result.document.string)
  }

  @Test func `An item that is an element is not an item of a Word list inside it`() throws {
    let result = try read(
      "<ol><li><p style='mso-list: l0 level1 lfo1'>one</p></li>"
        + "<li><p style='mso-list: l0 level1 lfo1'>two</p></li></ol>")
    #expect(result.document.string.paragraphs.map(\.attributes.blocks.count) == [2, 2])
  }

  @Test func `Headers keep their pages and endnotes stay endnotes`() throws {
    var builder = IAStringBuilder()
    for (index, kind) in [
      Block.Kind.pageHeader(on: .first), .pageFooter(on: .even), .endnote(label: "i"),
    ].enumerated() {
      builder.append("x")
      var attributes = ParagraphAttributes()
      attributes.blocks = [Block(id: index + 1, kind)]
      builder.endParagraph(attributes)
    }
    let document = IADocument(builder.finish())
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    let back = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(
      back.string.paragraphs.map { $0.attributes.blocks.first?.kind }
        == document.string.paragraphs.map { $0.attributes.blocks.first?.kind })
  }
}
