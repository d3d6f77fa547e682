package import IABytes
package import IAText

/// A value of the source system's dictionary, whichever way it is written: JSON or property list.
///
/// Answers nil where the value is of another kind; the `require…` methods throw an error that names
/// the place.
package protocol LegacyValue {
  /// The elements of an array.
  associatedtype Elements: Sequence<Self>
  /// The members of a dictionary.
  associatedtype Members: Sequence<(key: Self, value: Self)>

  /// Where the value begins, in bytes of the input.
  var byteOffset: Int { get }
  /// Whether the value stands for none.
  var isNull: Bool { get }
  /// Whether the value is an array.
  var isArray: Bool { get }
  /// Whether the value is a dictionary.
  var isDictionary: Bool { get }
  /// How many elements or members there are.
  var count: Int { get }
  /// Whether values of this kind can be objects of the source system.
  static var hasObjects: Bool { get }
  /// The truth value.
  var bool: Bool? { get }
  /// The integer.
  var integer: Int? { get }
  /// The text of a string, or of a key.
  var text: String? { get }
  /// Whether a string has half of a surrogate pair.
  var hasLoneSurrogate: Bool { get }
  /// The start of a text, to show in an error.
  var shortText: String { get }

  /// Whether the value is a string, or a key, of this text.
  func isText(_ text: String) -> Bool
  /// The units of a string.
  func requireUTF16() throws(InputError) -> [UInt16]
  /// The text of a string.
  func requireText() throws(InputError) -> String
  /// The integer.
  func requireInteger() throws(InputError) -> Int
  /// The number.
  func requireDouble() throws(InputError) -> Double
  /// The elements of an array.
  func requireElements() throws(InputError) -> Elements
  /// The members of a dictionary.
  func requireMembers() throws(InputError) -> Members
  /// The elements of an array of three.
  func requireTriple() throws(InputError) -> (Self, Self, Self)
  /// The text of a URL, which may have a form of its own.
  func url(_ reading: inout FieldReading) throws(InputError) -> String?
  /// How the layers fade.
  func animation(_ reading: inout FieldReading) throws(InputError) -> AnimationParameters
  /// The attachment that an object of the source system stands for; nil where a fault was let pass
  /// that leaves nothing.
  func objectAttachment(
    _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment?
}

extension LegacyValue {
  /// The value of a member; nil where there is none, or the value is no dictionary.
  package subscript(key: String) -> Self? {
    guard isDictionary, let members = try? requireMembers() else { return nil }
    return members.first { $0.key.isText(key) }?.value
  }

  /// The text of a string; nil for none.
  package func optionalText(_ reading: inout FieldReading) throws(InputError) -> String? {
    guard !isNull else { return nil }
    if hasLoneSurrogate {
      try reading.tolerate(InputError(.fieldLoneSurrogate, at: byteOffset))
    }
    return try requireText()
  }
}
