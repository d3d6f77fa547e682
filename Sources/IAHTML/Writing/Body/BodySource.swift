internal import IAText

/// A document prepared for writing the body of its page.
struct BodySource {
  /// The text with its attributes.
  let string: IAString
  /// The placement that the document's file states, with the links whose appearance differs from that of others.
  let placement: PrintedPlacement
  /// The bytes of attachments.
  let blobs: AttachmentStore
  /// The dialect of the page.
  let dialect: HTMLDialect
  /// The scheme steps of the text; empty if no scheme shows it.
  let steps: [IAString.NumberedRun]
  /// Whether a scheme shows the text.
  let hasSteps: Bool
  /// The inline attributes of the document by their numbers.
  let inlineSets: [InlineAttributes]
  /// The paragraph attributes of the document by their numbers.
  let paragraphSets: [ParagraphAttributes]
  /// Whether any text is hidden.
  let hasHiddenText: Bool
  /// For each set of paragraph attributes, whether it has more than blocks; few sets have.
  let areSetInThemselves: [Bool]
  /// The attachments in the order of the text.
  let attachments: [IAString.PlacedAttachment]
  /// The prefix of all element ids, so that several documents in one page have different ids.
  let idPrefix: String
  /// The names of all bookmarks.
  let bookmarkNames: Set<String>
  /// The lists of definitions by the offsets of their terms.
  private let definitions: [Int: Block]
  /// The attributes that all lines of a code block share, by the ids of the blocks.
  let codeBoxes: [Int: ParagraphAttributes]

  /// Creates the source of a document.
  init(
    _ document: IADocument, steps: [IAString.NumberedRun], dialect: HTMLDialect,
    idPrefix: String = ""
  ) {
    self.idPrefix = idPrefix
    string = document.string
    placement = document.printedPlacement
    blobs = document.attachments
    self.dialect = dialect
    self.steps = steps
    hasSteps = !steps.isEmpty
    inlineSets = string.inlineSets
    hasHiddenText = inlineSets.contains(where: \.hidden)
    paragraphSets = string.paragraphSets
    areSetInThemselves = paragraphSets.map(\.isSetInItself)
    attachments = string.attachments
    bookmarkNames = Set(string.bookmarks.map(\.name))
    definitions = Self.definitions(string, paragraphSets)
    codeBoxes = CodeBoxes.found(in: string, paragraphSets)
  }

  /// Returns the list of definitions whose term is the paragraph at an offset; `nil` if the paragraph is not a term.
  func definitions(ofTermAt utf16Offset: Int) -> Block? {
    definitions.isEmpty ? nil : definitions[utf16Offset]
  }

  /// Finds the terms: paragraphs that a list of definitions in the same blocks follows.
  private static func definitions(
    _ string: IAString, _ sets: [ParagraphAttributes]
  ) -> [Int: Block] {
    guard sets.contains(where: { $0.blocks.contains(where: \.kind.isDefinitionList) }) else {
      return [:]
    }
    var found: [Int: Block] = [:]
    var last: IAString.NumberedParagraph?
    for paragraph in string.numberedParagraphs(in: string.utf16Range) {
      defer { last = paragraph }
      guard let term = last else { continue }
      let outer = sets[Int(term.number)].blocks
      let blocks = sets[Int(paragraph.number)].blocks
      guard blocks.count > outer.count, blocks[outer.count].kind.isDefinitionList,
        !(outer.last?.kind.isLeaf ?? false), blocks.prefix(outer.count) == outer[...]
      else { continue }
      found[term.utf16Range.lowerBound] = blocks[outer.count]
    }
    return found
  }

  /// Returns the id of an element, which consists of a prefix for its kind and a name.
  func id(_ prefix: String, _ name: String) -> String { SafeURL.id(idPrefix + prefix, name) }
}
