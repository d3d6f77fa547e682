/// An error in the input, with its kind and its position.
///
/// Every reader of the suite throws this type. The code is stable and meant for programs
/// (`json.duplicate-key`), the offset is in bytes of the input, and the detail contains facts, not
/// advice.
public struct InputError: Error, Hashable, Sendable {
  /// A stable name of a kind of fault: the module, a full stop, and the fault.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it appears in reports, for example `json.duplicate-key`.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// A limit that the input exceeded.
  public struct ExceededLimit: Hashable, Sendable {
    /// The name of the limit, as in `Limits`.
    public let name: String
    /// The maximum accepted value.
    public let maximum: Int
    /// The value that was found, or the smallest possible value if reading stopped before it was known.
    public let seen: Int

    /// Creates a description of an exceeded limit: its name, its value and the value found.
    public init(name: String, maximum: Int, seen: Int) {
      self.name = name
      self.maximum = maximum
      self.seen = seen
    }
  }

  /// The kind of the error.
  public let code: Code
  /// The position of the error, in bytes from the start of the input.
  public let byteOffset: Int
  /// Facts that help to find the position: a key, a value, an expected value; may be empty.
  public let detail: String
  /// The second position of a contradiction, such as the first of two equal keys; `nil` if there is none.
  public let otherByteOffset: Int?
  /// The limit that was exceeded, or `nil` if the error is of another kind.
  public let limit: ExceededLimit?

  /// Creates an error.
  public init(
    _ code: Code, at byteOffset: Int, detail: String = "", other otherByteOffset: Int? = nil,
    limit: ExceededLimit? = nil
  ) {
    self.code = code
    self.byteOffset = byteOffset
    self.detail = detail
    self.otherByteOffset = otherByteOffset
    self.limit = limit
  }

  /// Returns the error for an input that exceeds a limit.
  public static func exceeds(
    _ code: Code, limit name: String, maximum: Int, seen: Int, at byteOffset: Int
  ) -> InputError {
    InputError(
      code, at: byteOffset, limit: ExceededLimit(name: name, maximum: maximum, seen: seen))
  }
}

extension InputError: CustomStringConvertible {
  /// The error in one line: `offset N: code: facts`.
  public var description: String {
    var line = "offset \(byteOffset): \(code.rawValue)"
    if !detail.isEmpty { line += ": \(detail)" }
    if let otherByteOffset { line += " (other place: offset \(otherByteOffset))" }
    if let limit { line += ": \(limit.name) is \(limit.seen), at most \(limit.maximum)" }
    return line
  }
}
