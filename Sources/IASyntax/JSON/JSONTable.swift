public import IABytes

/// A JSON text (RFC 8259), checked and stored as one flat table.
///
/// The reader is strict: UTF-8 only and no byte order mark, no trailing comma, no comment, no two
/// equal keys in an object. It never recurses and does a bounded amount of work per byte. Numbers
/// keep their text, so nothing is rounded before a type is requested; strings keep lone surrogates
/// that were written as escapes.
///
/// A value takes 8 bytes in the table, and a container 24. The table also retains the input. `JSONValue` is the cursor
/// that reads the table.
public final class JSONTable: Sendable {
  /// The text that was read.
  public let bytes: [UInt8]

  let words: [UInt64]

  /// Creates the table of a JSON text.
  ///
  /// - Parameters:
  ///   - bytes: The whole text, at most 4 GiB.
  ///   - limits: `inputBytes`, `depth` (an array in an array has depth 2) and `entries` (values of
  ///     every kind, containers included, keys not) apply.
  ///   - allowsDuplicateKeys: Whether equal keys in an object are accepted, as the grammar allows;
  ///     then each is a member. By default they are refused, because programs interpret them
  ///     differently.
  /// - Throws: `InputError` with one of the `json.…` codes, at the first invalid byte; at the end
  ///   of the input for `json.truncated`; at the second key for `json.duplicate-key`, which is
  ///   detected when its object ends.
  /// - Complexity: O(*n*) time and space in the number of bytes.
  public init(
    _ bytes: [UInt8], limits: Limits = .standard, allowsDuplicateKeys: Bool = false
  ) throws(InputError) {
    let maximum = min(limits.inputBytes, Int(UInt32.max) - 1)
    guard bytes.count <= maximum else {
      throw .exceeds(
        .jsonLimit, limit: "inputBytes", maximum: maximum, seen: bytes.count, at: maximum)
    }
    var parser = JSONParser(limits: limits, allowsDuplicateKeys: allowsDuplicateKeys)
    try parser.run(bytes.span)
    self.bytes = bytes
    self.words = parser.words
  }

  /// The value of the whole text.
  public var root: JSONValue { JSONValue(table: self, index: 0) }

  @inline(__always) func word(_ index: Int) -> JSONWord { JSONWord(bits: words[index]) }

  /// Returns the index of the word after a value.
  func index(after index: Int) -> Int {
    word(index).isContainer ? word(index + 1).end + 1 : index + 1
  }
}
