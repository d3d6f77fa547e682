internal import IAFormats
internal import IAText

/// The state of hidden data in the parser, apart from the records.
struct RTFHiddenState {
  /// Whether hidden data is skipped, as in other programs.
  var isIgnored = false
  /// Whether to refuse hidden data that changes the meaning of visible text, even if a writer can have produced it.
  var refusesDistortions = false
  /// The offset of the text that represents the last object; `nil` before the first one.
  var standInStart: Int?
  /// Whether text in the mark style was read as the content that it repeats.
  var hasMarks = false
  /// Whether an attachment was found in a file beside the document.
  var hasSideFiles = false
  /// The pictures among the objects whose stand-in is text.
  var pictures: Set<Attachment> = []

  /// Returns a string without the contents of objects that the file shows as text although RTF would show them as
  /// pictures.
  func withoutPictures(_ string: IAString, _ store: AttachmentStore) -> IAString {
    let forged = pictures.filter { record in
      guard case .blob(let digest) = record.content, let bytes = store[digest] else {
        return false
      }
      return RTFBodyWriter.shows(record, bytes)
    }
    guard !forged.isEmpty else { return string }
    var string = string
    for placed in string.attachments {
      guard forged.contains(placed.attachment) else { continue }
      var attachment = placed.attachment
      attachment.content = .none
      attachment.preview = nil
      attachment.state = .missing
      string.setAttachment(attachment, at: placed.utf16Offset)
    }
    return string
  }
}
