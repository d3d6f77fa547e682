internal import IAText

/// The kinds of alerts: quotes with a label, which GitHub writes as `> [!NOTE]`.
enum MarkdownAlert: String, CaseIterable {
  case note, tip, important, warning, caution

  /// The label that readers see.
  var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The mark in the first line of the quote.
  var mark: String { "[!\(rawValue.uppercased())]" }

  /// The attributes of the label.
  var attributes: InlineAttributes {
    var attributes = InlineAttributes()
    attributes.bold = true
    attributes[tag: MarkdownTag.alert] = rawValue
    return attributes
  }

  /// Creates the kind with a mark in any case, or `nil` if there is none.
  init?(mark: String) {
    guard mark.hasPrefix("[!"), mark.utf8.last == UInt8(ascii: "]"), mark.utf8.count < 16,
      let kind = Self(rawValue: mark.dropFirst(2).dropLast().lowercased())
    else { return nil }
    self = kind
  }
}
