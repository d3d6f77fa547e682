internal import IAText

/// Which footnotes a document has, and which of them its text refers to.
///
/// A reference is a link to `#fn-` and the label of the note.
struct NoteLabels {
  /// The labels of the notes.
  var defined: Set<String> = []
  /// The labels that links refer to.
  var referenced: Set<String> = []
  /// The ids given out on this walk.
  var used: Set<String> = []

  /// The label that a link refers to; nil for any other link.
  static func label(in url: String) -> String? {
    url.hasPrefix("#fn-") ? String(url.dropFirst(4)) : nil
  }
}

extension BodyWriter {
  /// Remembers that the text refers to a note.
  mutating func noteReference(_ link: InlineAttributes.Link?) {
    guard output.isSilent, let link, let label = NoteLabels.label(in: link.url) else { return }
    notes.referenced.insert(label)
  }
}
