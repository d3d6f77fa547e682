internal import IAText

/// A document prepared for writing the body of a page.
struct BodySource {
  let string: IAString
  /// The placement that the source file states, including links with an unusual appearance.
  let placement: PrintedPlacement
  /// The attachment store.
  let blobs: AttachmentStore
  let dialect: HTMLDialect
  /// The scheme steps of the text; empty if no scheme is shown.
  let steps: [IAString.NumberedRun]
  let hasSteps: Bool
  /// The inline attribute sets by number.
  let inlineSets: [InlineAttributes]
  /// The paragraph attribute sets by number.
  let paragraphSets: [ParagraphAttributes]
  let hasHiddenText: Bool
  /// For each paragraph attribute set, whether it has attributes other than blocks.
  let areSetInThemselves: [Bool]
  /// The attachments in text order.
  let attachments: [IAString.PlacedAttachment]
  /// The prefix of all element ids, which keeps the ids of several documents in one page distinct.
  let idPrefix: String
  let bookmarkNames: Set<String>
  /// The definition list that follows each term, by the UTF-16 offset of the term.
  private let definitions: [Int: Block]
  /// The attributes that all lines of a code block share, by block id.
  let codeBoxes: [Int: ParagraphAttributes]

  /// Creates the source of a document.
  ///
  /// - Parameter steps: The scheme steps of the text; empty if no scheme is shown.
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

  /// Returns the definition list whose term is the paragraph at an offset; `nil` if the paragraph
  /// is not a term.
  func definitions(ofTermAt utf16Offset: Int) -> Block? {
    definitions.isEmpty ? nil : definitions[utf16Offset]
  }

  /// Finds the terms: paragraphs that are followed by a definition list in the same blocks.
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

  /// Returns the id of an element from a prefix for its kind and a name.
  func id(_ prefix: String, _ name: String) -> String { SafeURL.id(idPrefix + prefix, name) }
}
