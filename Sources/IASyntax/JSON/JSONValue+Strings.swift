public import IABytes

extension JSONValue {
  /// The UTF-16 units of a string, including lone surrogates; `nil` if the value is not a string.
  ///
  /// - Complexity: O(length).
  public var utf16: [UInt16]? {
    guard word.isString else { return nil }
    var units: [UInt16] = []
    appendUTF16(to: &units)
    return units
  }

  /// The text of a string; `nil` if the value is not a string.
  ///
  /// Each lone surrogate becomes U+FFFD, because a Swift string cannot contain one; see `hasLoneSurrogate`.
  ///
  /// - Complexity: O(length).
  public var text: String? {
    let word = word
    if word.isPlain { return String(decoding: table.bytes[contentRange], as: UTF8.self) }
    guard word.hasEscapes else { return nil }
    return String(decoding: utf16 ?? [], as: UTF16.self)
  }

  /// Whether the value is a string that contains a lone surrogate.
  public var hasLoneSurrogate: Bool { word.tag == .loneString }

  /// Returns the text of a string.
  ///
  /// - Throws: `json.type`.
  public func requireText() throws(InputError) -> String {
    guard let text else { throw wrongKind(expected: .string) }
    return text
  }

  /// Returns the UTF-16 units of a string.
  ///
  /// - Throws: `json.type`.
  public func requireUTF16() throws(InputError) -> [UInt16] {
    guard let utf16 else { throw wrongKind(expected: .string) }
    return utf16
  }

  /// Returns whether the value is a string of exactly these scalars.
  ///
  /// Canonically equivalent text is not equal, unlike with `==` on Swift strings.
  public func isText(_ text: String) -> Bool {
    let word = word
    guard word.isString else { return false }
    let bytes = table.bytes
    let input = bytes.span
    if word.isPlain {
      let range = contentRange
      guard range.count == text.utf8.count else { return false }
      var position = range.lowerBound
      for byte in text.utf8 {
        if input[position] != byte { return false }
        position += 1
      }
      return true
    }
    var units = JSONUnits(word, in: input)
    for unit in text.utf16 where units.next(input) != unit { return false }
    return units.next(input) == nil
  }

  /// Appends the UTF-16 units of a string to an array; appends nothing if the value is not a
  /// string.
  ///
  /// - Complexity: O(length).
  public func appendUTF16(to units: inout [UInt16]) {
    let word = word
    guard word.isString else { return }
    let bytes = table.bytes
    let input = bytes.span
    let range = contentRange
    if word.isPlain {
      UTF8Decoding.append(input.extracting(range), to: &units)
      return
    }
    // No string has more units than bytes.
    units.reserveCapacity(units.count + range.count)
    var source = JSONUnits(word, in: input)
    while let unit = source.next(input) { units.append(unit) }
  }
}
