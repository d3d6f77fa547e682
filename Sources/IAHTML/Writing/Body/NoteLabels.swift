internal import IAEquations
internal import IAText

/// The notes of a document and the references to them.
///
/// A reference is text with the tag `footnote`, whose value is the label of the note.
struct NoteLabels {
  var defined: Set<String> = []
  /// The labels to which the text refers.
  var referenced: Set<String> = []
  /// The ids that were written during this walk.
  var used: Set<String> = []

  /// The name of the tag that makes text a reference.
  static let tag = "footnote"
  /// The names of the tags that pages show.
  static let shownTags = Set(
    [tag, FormField.tagName, Equation.tagName] + InlineAttributes.changeTagNames)
}

extension BodyWriter {
  /// Records the label of a note reference.
  mutating func noteReference(in attributes: InlineAttributes) {
    guard let label = attributes[tag: NoteLabels.tag] else { return }
    notes.referenced.insert(label)
  }
}
