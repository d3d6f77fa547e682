internal import IABytes
internal import IASyntax
internal import IAText

/// The form of attributes in columns: JSON objects without white space, as in Specs/json.md, with
/// defaults omitted.
enum AttributeText {
  /// The object of no attributes.
  static let empty: [UInt8] = [0x7B, 0x7D]

  /// Writes one object.
  static func text(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.finish()
  }

  /// Writes one object.
  ///
  /// For a plain value, which is the most frequent one, returns `{}` without encoding it.
  static func text<Value: Equatable>(
    _ value: Value, plain: Value, _ write: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    value == plain ? empty : text(write)
  }

  /// Reads one object that must be in canonical form.
  ///
  /// - Parameters:
  ///   - range: Its range in `bytes`.
  ///   - bytes: The bytes.
  ///   - origin: A number that is added to offsets in errors.
  ///   - limits: `depth` and `entries` apply.
  ///   - read: Creates a value from the object.
  ///   - write: Writes the value again, which must give the same bytes.
  /// - Throws: The error of `read`, with its offset adjusted; `ia.canonical`.
  static func value<Value>(
    _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int, limits: Limits,
    read: (JSONValue, inout FieldReading) throws(InputError) -> Value,
    write: (Value, inout JSONWriter) -> Void
  ) throws(InputError) -> Value {
    var text: [UInt8] = []
    text.append(addingCapacity: range.count) { output in
      for index in range { output.append(bytes[index]) }
    }
    let value: Value
    do {
      var reading = FieldReading(isStrict: true, limits: limits)
      value = try read(try JSONTable(text, limits: limits).root, &reading)
    } catch {
      throw error.moved(by: origin + range.lowerBound)
    }
    guard Self.text({ write(value, &$0) }) == text else {
      throw InputError(.iaCanonical, at: origin + range.lowerBound)
    }
    return value
  }
}

extension InputError {
  /// Returns the error with its offset moved by that of a part of the input.
  func moved(by offset: Int) -> InputError {
    InputError(
      code, at: byteOffset + offset, detail: detail, other: otherByteOffset.map { $0 + offset },
      limit: limit)
  }
}
