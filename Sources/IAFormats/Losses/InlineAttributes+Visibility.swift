package import IAText

extension InlineAttributes {
  /// Returns whether the attributes agree with other attributes in hiding, insertion and deletion.
  ///
  /// An equation is shown with the attributes of its first character. Its other characters may be part of it only if
  /// their visibility is the same, so that no hidden or deleted text is shown.
  package func hasVisibility(of other: InlineAttributes) -> Bool {
    hidden == other.hidden && insertion == other.insertion && deletion == other.deletion
  }
}
