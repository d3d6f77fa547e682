/// An error in the input, with its kind and place.
///
/// Every reader of the suite throws this type. The code is stable and meant for programs
/// (`json.duplicate-key`), the offset is in bytes of the input, and the detail contains facts, not
/// advice.
public struct InputError: Error, Hashable, Sendable {
  /// A stable name of one kind of fault: the module, a full stop, the fault.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it appears in reports, for example `json.duplicate-key`.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// A limit that the input went over.
  public struct ExceededLimit: Hashable, Sendable {
    /// The name of the limit, as `Limits` spells it.
    public let name: String
    /// The largest value that would have passed.
    public let maximum: Int
    /// The value met, or the least value known when reading stopped.
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
  /// The place of the error, in bytes from the start of the input.
  public let byteOffset: Int
  /// Facts that help to find the place: a key, a value, an expectation; may be empty.
  public let detail: String
  /// The other place, where two contradict each other, such as the first of two equal keys.
  public let otherByteOffset: Int?
  /// The limit that was exceeded, where one was.
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

  /// Describes an input that went over a limit.
  public static func exceeds(
    _ code: Code, limit name: String, maximum: Int, seen: Int, at byteOffset: Int
  ) -> InputError {
    InputError(
      code, at: byteOffset, limit: ExceededLimit(name: name, maximum: maximum, seen: seen))
  }
}

extension InputError: CustomStringConvertible {
  /// One line: `offset N: code: facts`.
  public var description: String {
    var line = "offset \(byteOffset): \(code.rawValue)"
    if !detail.isEmpty { line += ": \(detail)" }
    if let otherByteOffset { line += " (other place: offset \(otherByteOffset))" }
    if let limit { line += ": \(limit.name) is \(limit.seen), at most \(limit.maximum)" }
    return line
  }
}
