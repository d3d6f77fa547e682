internal import IAText

extension FrontMatter {
  /// Returns metadata as front matter, empty if there is none, and the metadata that a reader finds in it.
  static func markdown(
    of metadata: DocumentMetadata
  ) -> (bytes: [UInt8], metadata: DocumentMetadata) {
    var lines: [String] = []
    func add(_ key: String, _ text: String?) {
      if let text, let written = YAMLScalar.write(text) { lines.append("\(key): \(written)") }
    }
    func add(_ key: String, _ texts: [String]) {
      let written = texts.compactMap(YAMLScalar.write)
      guard !texts.isEmpty, written.count == texts.count else { return }
      lines.append(
        "\(key): " + (written.count == 1 ? written[0] : "[\(written.joined(separator: ", "))]"))
    }
    add("title", metadata.title)
    add("author", metadata.authors)
    add("date", metadata.created)
    add("modified", metadata.modified)
    add("subject", metadata.subject)
    add("keywords", metadata.keywords)
    add("lang", metadata.language)
    for tag in metadata.custom where tag.name.hasPrefix(MarkdownTag.frontMatter) {
      let name = tag.name.dropFirst(MarkdownTag.frontMatter.count)
      let key = name.prefix { $0 != "#" }
      let value = tag.value.isEmpty || tag.value.hasPrefix("\n") ? tag.value : " " + tag.value
      lines.append("\(key):\(value)")
    }
    guard !lines.isEmpty else { return ([], DocumentMetadata()) }
    let text = "---\n" + lines.joined(separator: "\n") + "\n---\n\n"
    // Values from other sources may be invalid YAML; they are omitted.
    let bytes = Array(text.utf8)
    guard let back = FrontMatter(in: bytes), back.byteCount == bytes.count - 1,
      back.metadata.custom == metadata.custom.filter({ $0.name.hasPrefix(MarkdownTag.frontMatter) })
    else { return markdownWithoutCustom(metadata) }
    return (bytes, back.metadata)
  }

  private static func markdownWithoutCustom(
    _ metadata: DocumentMetadata
  ) -> (bytes: [UInt8], metadata: DocumentMetadata) {
    guard !metadata.custom.isEmpty else { return ([], DocumentMetadata()) }
    var known = metadata
    known.custom = []
    return markdown(of: known)
  }
}
