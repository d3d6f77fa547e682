import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// Alerts are quotes with a label, which the writer writes as alerts again.
@Suite struct MarkdownAlertTests {
  private func read(_ text: String) throws -> IADocument { try MarkdownRoundTripTests.read(text) }

  @Test(arguments: [
    ("NOTE", "Note"), ("TIP", "Tip"), ("IMPORTANT", "Important"), ("WARNING", "Warning"),
    ("CAUTION", "Caution"),
  ])
  func anAlertIsAQuoteWithALabel(_ name: String, _ label: String) throws {
    let text = "> [!\(name)]\n> a *b*\n>\n> c\n\nd\n"
    let document = try read(text)
    #expect(document.string.text == "\(label)\na b\nc\nd\n")
    #expect(document.string.attributes(at: 0).bold)
    #expect(document.string.attributes(at: 0)[tag: "markdown.alert"] == name.lowercased())
    let kinds = document.string.paragraphs.map { $0.attributes.blocks.map(\.kind) }
    #expect(kinds == [[.blockQuote], [.blockQuote], [.blockQuote], []])
    #expect(Set(document.string.paragraphs.prefix(3).map { $0.attributes.blocks[0].id }).count == 1)
    let (written, report) = try MarkdownRoundTripTests.write(document)
    #expect(written == text)
    #expect(report.isLossless, "\(report.notes)")
  }

  @Test(arguments: [
    "> [!NOTE]\n>\n> - a\n", "> [!TIP]\n>\n> ```\n> a\n> ```\n", "> [!NOTE]\n> \\| a\n",
    "> [!NOTE]\n> \\- a\n", "> [!NOTE]\n> **a**\n",
  ])
  func anAlertComesBackByteForByte(_ text: String) throws {
    let document = try read(text)
    #expect(document.string.text.hasPrefix("Note\n") || document.string.text.hasPrefix("Tip\n"))
    #expect(try MarkdownRoundTripTests.write(document).text == text)
  }

  @Test(arguments: [
    "> [!note]\n> a", "> [!NOTE]  \n> a", ">   [!NOTE]\n> a", "> [!NOTE]\n>\n> a",
  ])
  func otherFormsOfTheMarkAreRead(_ text: String) throws {
    #expect(try MarkdownRoundTripTests.write(try read(text)).text == "> [!NOTE]\n> a\n")
  }

  @Test(arguments: [
    "> \\[!NOTE]\n> a", "> [!NOTE\\]\n> a", "> [!NOTE] a", "> [!OTHER]\n> a", "> a\n> [!NOTE]",
    "> [!NOTE]", "[!NOTE]\na", "> > [!NOTE]\n> > a", "- > [!NOTE]\n  > a", "> &#91;!NOTE]\n> a",
  ])
  func otherQuotesAreNoAlerts(_ text: String) throws {
    let document = try read(text)
    #expect(document.string.text.contains("[!"))
    #expect(!document.string.inlineSets.contains { $0[tag: "markdown.alert"] != nil })
    let written = try MarkdownRoundTripTests.write(document).text
    #expect(try read(written) == document)
  }

  @Test func aLabelElsewhereIsText() throws {
    // A label without a quote; hidden data never sets the label.
    var string = IAString("Note\na\n")
    string.updateAttributes(in: 0..<4) {
      $0.bold = true
      $0[tag: "markdown.alert"] = "note"
    }
    let (text, report) = try MarkdownRoundTripTests.write(
      IADocument(string), keepsHiddenData: true)
    #expect(text.hasPrefix("**Note**\n\na\n"))
    #expect(report.kinds.contains { $0.effect == .dropped && $0.feature == .tag })
    let back = try read(text)
    #expect(back.string.attributes(at: 0)[tag: "markdown.alert"] == nil)
  }
}
