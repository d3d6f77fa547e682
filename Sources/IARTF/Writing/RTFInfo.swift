internal import IAText

/// The metadata of a document in the destination `\info`.
struct RTFInfo {
  private let metadata: DocumentMetadata

  init(_ metadata: DocumentMetadata) { self.metadata = metadata }

  /// Writes the destination, unless there is no metadata, and its fingerprint.
  func write(to output: inout RTFOutput, isMarked: Bool) {
    let created = metadata.created.flatMap(RTFDate.init)
    let modified = metadata.modified.flatMap(RTFDate.init)
    let hasText =
      metadata.title != nil || !metadata.authors.isEmpty || metadata.subject != nil
      || !metadata.keywords.isEmpty
    guard hasText || created != nil || modified != nil else { return }
    output.beginCover()
    output.write("{\\info")
    write("{\\title ", metadata.title, to: &output)
    write("{\\subject ", metadata.subject, to: &output)
    let authors = metadata.authors.joined(separator: "; ")
    write("{\\author ", metadata.authors.isEmpty ? nil : authors, to: &output)
    let keywords = metadata.keywords.joined(separator: ", ")
    write("{\\keywords ", metadata.keywords.isEmpty ? nil : keywords, to: &output)
    write("{\\creatim", created, to: &output)
    write("{\\revtim", modified, to: &output)
    output.write("}")
    let fingerprint = output.endCover()
    if isMarked {
      output.write("{\\*\\iaf ")
      output.write(fingerprint: fingerprint)
      output.write("}")
    }
    output.write("\n")
  }

  private func write(_ start: StaticString, _ text: String?, to output: inout RTFOutput) {
    guard let text else { return }
    output.write(start)
    output.write(line: text)
    output.write("}")
  }

  private func write(_ start: StaticString, _ date: RTFDate?, to output: inout RTFOutput) {
    guard let date else { return }
    output.write(start)
    output.write(date.words.bytes)
    output.write("}")
  }
}
