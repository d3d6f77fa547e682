internal import IAEquations
internal import IAText

/// The footnotes of a document, and those that its text refers to.
///
/// A reference is text with the tag `footnote`, whose value is the label of the note.
struct NoteLabels {
  /// The labels of the notes.
  var defined: Set<String> = []
  /// The labels that links refer to.
  var referenced: Set<String> = []
  /// The ids given out on this walk.
  var used: Set<String> = []

  /// The name of the tag that makes text a reference.
  static let tag = "footnote"
  /// The names of the tags that pages show.
  static let shownTags = Set(
    [tag, FormField.tagName, Equation.tagName] + InlineAttributes.changeTagNames)
}

extension BodyWriter {
  /// Records that the text refers to a note.
  mutating func noteReference(in attributes: InlineAttributes) {
    guard let label = attributes[tag: NoteLabels.tag] else { return }
    notes.referenced.insert(label)
  }
}
