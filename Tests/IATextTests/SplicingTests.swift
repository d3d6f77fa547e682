import IAText
import Testing

@Suite struct SplicingTests {
  private func document(_ text: String, _ kinds: [Block.Kind?]) -> IAString {
    var builder = IAStringBuilder()
    for (line, kind) in zip(text.split(separator: "\n", omittingEmptySubsequences: false), kinds) {
      builder.append(String(line))
      let blocks = kind.map { [Block(id: builder.utf16Count + 1, $0)] } ?? []
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    return builder.finish()
  }

  private func shape(_ string: IAString) -> [String] {
    string.paragraphs.map { paragraph in
      let text = string.text(in: paragraph.contentRange)
      return switch paragraph.attributes.blocks.first?.kind {
      case .header(let level): "h\(level):" + text
      case .blockQuote: "q:" + text
      case nil: "p:" + text
      default: "?:" + text
      }
    }
  }

  @Test func wholeParagraphsKeepTheirOwnAttributes() {
    var target = document("aa\nbb", [nil, .blockQuote])
    target.insert(document("one\ntwo", [.header(level: 1), .header(level: 2)]), at: 3)
    #expect(shape(target) == ["p:aa", "h1:one", "h2:two", "q:bb"])
    #expect(target.defects() == [])
  }

  @Test func pastedPiecesJoinTheParagraphsAroundThem() {
    var target = document("aabb", [.blockQuote])
    let piece = document("one\nmid\ntwo", [.header(level: 1), .header(level: 2), nil])
    target.insert(piece.substring(0..<11), at: 2)
    #expect(shape(target) == ["q:aaone", "h2:mid", "q:twobb"])
    #expect(target.defects() == [])
  }

  @Test func aPieceWithoutLineEndTakesOnTheParagraphAroundIt() {
    var target = document("aabb", [.blockQuote])
    target.insert(document("x", [.header(level: 1)]).substring(0..<1), at: 0)
    target.insert(document("y", [.header(level: 1)]).substring(0..<1), at: 3)
    #expect(shape(target) == ["q:xaaybb"])
  }

  @Test func aPieceInAnEmptyParagraphKeepsItsOwnAttributes() {
    var target = document("a\n\nb", [nil, nil, nil])
    target.insert(document("x", [.header(level: 1)]).substring(0..<1), at: 2)
    #expect(shape(target) == ["p:a", "h1:x", "p:b"])
  }

  @Test func anEmptyStringBecomesWhatIsInsertedIntoIt() {
    let piece = document("one\ntwo", [.header(level: 1), .blockQuote])
    var target = IAString()
    target.append(piece)
    #expect(target == piece)
  }

  @Test func insertedBlocksGetIdsOfTheirOwn() {
    let list = document("a\nb", [.blockQuote, .blockQuote])
    var target = list
    target.append(list)
    #expect(target.defects() == [])
    let ids = target.canonicalParagraphs().flatMap { $0.attributes.blocks.map(\.id) }
    #expect(ids == [1, 2, 3, 4])
  }

  @Test func attributesAreTakenOverFromAnotherString() {
    var bold = IAString("bold", intensity: 77)
    bold.set(\.bold, to: true, in: 0..<4)
    bold.set(\.foreground, to: Color(0x336699), in: 2..<4)
    var target = IAString("[]", intensity: 1)
    target.set(\.italic, to: true, in: 0..<2)
    target.insert(bold, at: 1)
    #expect(target.attributes(at: 1).bold && !target.attributes(at: 1).italic)
    #expect(target.attributes(at: 4).foreground == Color(0x336699))
    #expect(target.attributes(at: 5).italic)
    #expect(target.intensities(in: 0..<6) == [1, 77, 77, 77, 77, 1])
  }

  @Test func attachmentsMoveByTheUnitsInsertedBeforeThem() {
    var string = IAString("0123456789")
    string.append(.sticker("doge"))
    string.insert("12345", at: 3)
    #expect(string.attachments.map(\.utf16Offset) == [15])
    #expect(string.attachments(in: 0..<15).isEmpty)
  }

  @Test func anAttachmentInsertedBeforeAnotherComesFirst() {
    var string = IAString("abc")
    string.replace(1..<1, with: .sticker("later"))
    string.replace(0..<0, with: .sticker("first"))
    #expect(string.attachments.map(\.attachment.textBacking) == ["[first]", "[later]"])
    #expect(string.attachments.map(\.utf16Offset) == [0, 2])
  }

  @Test func equalNeighbouringStickersStayTwo() {
    var string = IAString()
    string.append(.sticker("doge"))
    string.append(.sticker("doge"))
    #expect(string.attachments.count == 2)
    let copy = string
    string.append(copy)
    #expect(string.attachments.map(\.utf16Offset) == [0, 1, 2, 3])
    string.remove(1..<3)
    #expect(string.attachments.count == 2)
  }

  @Test func aReplacementCharacterWithoutRecordIsText() {
    let string = IAString("a\u{FFFC}b")
    #expect(string.attachments.isEmpty)
    #expect(string.defects() == [])
    #expect(string.text == "a\u{FFFC}b")
  }

  @Test func aSubdocumentCarriesJustTheBlobsItNeeds() {
    var document = IADocument(IAString("ab"))
    document.append([1, 2, 3], as: .file, name: "one")
    document.append([4, 5, 6], as: .file, name: "two")
    document.append([1, 2, 3], as: .file, name: "one again")
    #expect(document.attachments.count == 2)
    let part = document.subdocument(3..<4)
    #expect(part.attachments.count == 1)
    #expect(part.string.attachments.first?.attachment.name == "two")
    var target = IADocument(IAString("x"))
    target.replace(0..<0, with: part)
    #expect(target.attachments.digests == part.attachments.digests)
  }

  @Test func copiesDoNotSeeLaterEdits() {
    var string = IAString("shared")
    let before = string
    string.replace(0..<3, with: "un")
    string.setIntensity(99, in: 0..<2)
    #expect(before.text == "shared")
    #expect(before.summary(in: 0..<6).highestIntensity == 40)
  }

  @Test func stringsOfDifferentOriginAreEqualByValue() {
    var left = IAString("ab")
    left.set(\.bold, to: true, in: 0..<1)
    var right = IAString("b")
    var bold = InlineAttributes()
    bold.italic = true
    right.insert("a", at: 0, attributes: bold)
    #expect(left != right)
    bold.italic = false
    bold.bold = true
    right.setAttributes(bold, in: 0..<1)
    #expect(left == right)
  }
}
