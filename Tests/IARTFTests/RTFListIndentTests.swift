import IAFormats
import IARTF
import IAText
import Testing

/// The indents of list items, which are relative to the indents that the writer gives each level.
@Suite struct RTFListIndentTests {
  private static let lists = """
    {\\*\\listtable{\\list{\\listlevel\\levelnfc0{\\leveltext\\'02\\'00.;}\\fi-300\\li900}\\listid1}}
    {\\*\\listoverridetable{\\listoverride\\listid1\\ls1}}
    """

  private static func indents(_ words: String) throws -> [Double?] {
    let result = try readRTF("{\\rtf1\(lists)\\pard\(words)\\ls1 a\\par}")
    #expect(!result.report.kinds.contains { $0.feature == .indent })
    let paragraph = result.document.string.paragraphAttributes(at: 0)
    #expect(paragraph.blocks.count == 2)
    return [paragraph.firstLineIndent, paragraph.headIndent, paragraph.tailIndent]
  }

  @Test(
    arguments: [
      ("\\fi-360\\li720", [nil, nil, nil]), ("\\fi-360\\li360", [-18, -18, nil]),
      ("\\fi-720\\li1440", [18, 36, nil]), ("\\fi0\\li720\\ri100", [18, nil, 5]),
      ("\\fi0\\li0", [-18, -36, nil]),
      // An item that states no indents has those of the list.
      ("", [12, 9, nil]),
    ] as [(String, [Double?])])
  func `The indents of items are kept`(words: String, indents: [Double?]) throws {
    #expect(try Self.indents(words) == indents)
  }

  @Test(arguments: ["\\fi-360\\li360", "\\fi-720\\li1440", "\\fi0\\li720\\ri100", "\\fi-200\\li0"])
  func `Items are written with their indents`(words: String) throws {
    let document = try readRTF("{\\rtf1\(Self.lists)\\pard\(words)\\tx500\\ls1 a\\par}").document
    let (text, report) = try writtenRTF(document, WriteOptions(keepsHiddenData: false))
    for word in words.split(separator: "\\") {
      #expect(text.contains("\\\(word)\\") || text.contains("\\\(word) "))
    }
    #expect(text.contains("\\tx500") && !report.kinds.contains { $0.feature == .indent })
    let again = try readRTF(text).document.string.paragraphAttributes(at: 0)
    #expect(again == document.string.paragraphAttributes(at: 0))
  }

  @Test func `The indents of quotes are kept`() throws {
    let quote = "{\\rtf1{\\stylesheet{\\s1 Quote;}}\\pard\\s1\\li864\\ri864 a\\par}"
    let document = try readRTF(quote).document
    #expect(document.string.paragraphAttributes(at: 0).headIndent == 7.2)
    let (text, _) = try writtenRTF(document, WriteOptions(keepsHiddenData: false))
    #expect(text.contains("\\ri864\\li864"))
  }

  @Test(arguments: [true, false])
  func `Items that start with a list show both marks`(_ keepsHiddenData: Bool) throws {
    func item(_ outer: Int, _ inner: Int, _ kind: Block.Kind) -> ParagraphAttributes {
      ParagraphAttributes(blocks: [
        Block(id: 1, .orderedList(.init())), Block(id: 1 + outer, .listItem(.init(ordinal: outer))),
        Block(id: 10 * outer, kind),
        Block(id: 10 * outer + inner, .listItem(.init(ordinal: inner))),
      ])
    }
    let (bullets, letters) = (
      Block.Kind.unorderedList(marker: nil), Block.Kind.orderedList(.init(numbering: .lowerAlpha))
    )
    let sets = [item(1, 1, bullets), item(1, 2, bullets), item(2, 1, letters), item(2, 2, letters)]
    var builder = IAStringBuilder()
    for set in sets {
      builder.append("a\n")
      builder.endParagraph(set)
    }
    let document = IADocument(builder.finish())
    let (text, _) = try writtenRTF(document, WriteOptions(keepsHiddenData: keepsHiddenData))
    #expect(text.contains("1.\\u8197") && text.contains("2.\\u8197"))
    let read = try readRTF(text).document.string
    // Without hidden data, the second letter starts a list.
    let kinds = read.paragraphs.map { $0.attributes.blocks.dropLast().last?.kind }
    #expect(kinds[..<3] == [bullets, bullets, letters])
    if keepsHiddenData { #expect(read == document.string) }
  }
}
