/// A text that is equal only to a text with the same bytes.
///
/// Two texts of type `String` are equal as well if one has composed characters and the other one decomposed
/// ones, but files with these names are different.
package struct ExactText: Hashable, Comparable, Sendable {
  /// The text.
  package let text: String

  /// Creates the key for a text.
  package init(_ text: some StringProtocol) { self.text = String(text) }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Returns whether the bytes of a text precede those of another one.
  package static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Returns whether a text has the same bytes.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
