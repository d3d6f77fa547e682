package import IAText

extension InlineAttributes {
  /// Returns whether text with these attributes is hidden, inserted and deleted as text with other
  /// ones is.
  ///
  /// An equation that shows the attributes of its first character shows no text that its own attributes
  /// hide or mark as deleted.
  package func hasVisibility(of other: InlineAttributes) -> Bool {
    hidden == other.hidden && insertion == other.insertion && deletion == other.deletion
  }
}
