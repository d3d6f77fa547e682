package import IABytes
package import IAText

/// A value of the source system's dictionary, from JSON or from a property list.
///
/// Properties are `nil` if the value has another type. The `require…` methods throw an error with the
/// offset instead.
package protocol LegacyValue {
  /// The elements of an array.
  associatedtype Elements: Sequence<Self>
  /// The members of a dictionary.
  associatedtype Members: Sequence<(key: Self, value: Self)>

  /// The offset of the value in bytes of the input.
  var byteOffset: Int { get }
  /// Whether the value is null.
  var isNull: Bool { get }
  /// Whether the value is an array.
  var isArray: Bool { get }
  /// Whether the value is a dictionary.
  var isDictionary: Bool { get }
  /// The number of elements of an array or members of a dictionary; 0 for other values.
  var count: Int { get }
  /// Whether values of this type can be archived objects of the source system.
  static var hasObjects: Bool { get }
  /// The Boolean value.
  var bool: Bool? { get }
  /// The value of an integer.
  var integer: Int? { get }
  /// The text of a string, or of a key.
  var text: String? { get }
  /// Whether the value is a string with a lone surrogate.
  var hasLoneSurrogate: Bool { get }
  /// The beginning of a text, for an error message.
  var shortText: String { get }

  /// Returns whether the value is a string or key with this text.
  func isText(_ text: String) -> Bool
  /// Returns the units of a string.
  ///
  /// - Throws: `InputError` if the value is not a string. The same applies to the other `require…`
  ///   methods and their types.
  func requireUTF16() throws(InputError) -> [UInt16]
  /// Returns the text of a string.
  func requireText() throws(InputError) -> String
  /// Returns an integer.
  func requireInteger() throws(InputError) -> Int
  /// Returns a number.
  func requireDouble() throws(InputError) -> Double
  /// Returns the elements of an array.
  func requireElements() throws(InputError) -> Elements
  /// Returns the members of a dictionary.
  func requireMembers() throws(InputError) -> Members
  /// Returns the elements of an array if all of them are integers from 0 to a maximum; `nil` if they are not,
  /// or if the elements must be read one by one.
  ///
  /// Most values of a document are integers in this range. A call through the protocol for each of them would be slower
  /// than decoding it.
  func smallIntegers(upTo maximum: UInt8) -> [UInt8]?
  /// Returns the elements of an array that has three elements.
  func requireTriple() throws(InputError) -> (Self, Self, Self)
  /// Returns the text of a URL, which may be an archived object; `nil` for null.
  func url(_ reading: inout FieldReading) throws(InputError) -> String?
  /// Returns the parameters of an animation.
  func animation(_ reading: inout FieldReading) throws(InputError) -> AnimationParameters
  /// Reads the attachment that an archived object of the source system represents; returns `nil` if
  /// a tolerated fault affects the whole attachment.
  func objectAttachment(
    _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment?
}

extension LegacyValue {
  package func smallIntegers(upTo maximum: UInt8) -> [UInt8]? { nil }

  /// Returns the value of a member; `nil` if there is no member with this key or the value is not a dictionary.
  package subscript(key: String) -> Self? {
    guard isDictionary, let members = try? requireMembers() else { return nil }
    return members.first { $0.key.isText(key) }?.value
  }

  /// Returns the text of a string; `nil` for null.
  package func optionalText(_ reading: inout FieldReading) throws(InputError) -> String? {
    guard !isNull else { return nil }
    if hasLoneSurrogate {
      try reading.tolerate(InputError(.fieldLoneSurrogate, at: byteOffset))
    }
    return try requireText()
  }
}
