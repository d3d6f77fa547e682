internal import IAText

/// A document in the form in which the body of its page is written.
struct BodySource {
  /// The text with its attributes.
  let string: IAString
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
  /// Whether paragraph attributes set more than their blocks, by number; few do.
  let areSetInThemselves: [Bool]
  /// The attachments in the order of the text.
  let attachments: [IAString.PlacedAttachment]
  /// The start of all ids of the page's elements, so that documents of one page have different ones.
  let idPrefix: String
  /// The names of all bookmarks.
  let bookmarkNames: Set<String>

  /// Creates the form of a document.
  init(
    _ document: IADocument, steps: [IAString.NumberedRun], dialect: HTMLDialect,
    idPrefix: String = ""
  ) {
    self.idPrefix = idPrefix
    string = document.string
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
  }

  /// Returns the id of an element, made of a prefix for its kind and a name.
  func id(_ prefix: String, _ name: String) -> String { SafeURL.id(idPrefix + prefix, name) }
}
