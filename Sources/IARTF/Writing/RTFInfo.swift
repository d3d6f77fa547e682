internal import IAText

/// The metadata of a document in the destinations `\info` and `\userprops`.
struct RTFInfo {
  private let metadata: DocumentMetadata

  /// The properties that `\info` has words for, by their names.
  private static let words: [(name: String, start: StaticString)] = [
    ("operator", "{\\operator "), ("manager", "{\\manager "), ("company", "{\\company "),
    ("category", "{\\category "), ("comment", "{\\doccomm "),
  ]

  init(_ metadata: DocumentMetadata) { self.metadata = metadata }

  /// Writes the destinations that are not empty, and the fingerprint of `\info`.
  func write(to output: inout RTFOutput, isMarked: Bool) {
    writeInformation(to: &output, isMarked: isMarked)
    writeProperties(to: &output)
  }

  /// Returns whether RTF can store a property exactly: it has a name, all characters are preserved and none ends a
  /// line, and it has a value if `\info` has a word for it.
  static func isExact(_ property: InlineAttributes.Tag) -> Bool {
    let isLine = (property.name + property.value).utf16.allSatisfy {
      $0 >= 0x20 && RTFTextEncoder.isPreserved($0)
    }
    let isKnown = words.contains { $0.name == property.name }
    return isLine && !property.name.isEmpty && !(isKnown && property.value.isEmpty)
  }

  private func writeInformation(to output: inout RTFOutput, isMarked: Bool) {
    let created = metadata.created.flatMap(RTFDate.init)
    let modified = metadata.modified.flatMap(RTFDate.init)
    let known = metadata.custom.filter { tag in Self.words.contains { $0.name == tag.name } }
    let hasText =
      metadata.title != nil || !metadata.authors.isEmpty || metadata.subject != nil
      || !metadata.keywords.isEmpty || !known.isEmpty
    guard hasText || created != nil || modified != nil else { return }
    output.beginCover()
    output.write("{\\info")
    write("{\\title ", metadata.title, to: &output)
    write("{\\subject ", metadata.subject, to: &output)
    let authors = metadata.authors.joined(separator: "; ")
    write("{\\author ", metadata.authors.isEmpty ? nil : authors, to: &output)
    let keywords = metadata.keywords.joined(separator: ", ")
    write("{\\keywords ", metadata.keywords.isEmpty ? nil : keywords, to: &output)
    for word in Self.words {
      write(word.start, known.first { $0.name == word.name }?.value, to: &output)
    }
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

  /// Writes the properties that `\info` has no words for, as texts.
  private func writeProperties(to output: inout RTFOutput) {
    let others = metadata.custom.filter { tag in
      !tag.name.isEmpty && !Self.words.contains { $0.name == tag.name }
    }
    guard !others.isEmpty else { return }
    output.write("{\\*\\userprops")
    for property in others {
      write("{\\propname ", property.name, to: &output)
      output.write("\\proptype30")
      write("{\\staticval ", property.value, to: &output)
    }
    output.write("}\n")
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
