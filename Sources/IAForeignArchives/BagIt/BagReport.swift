/// The result of checking a bag: its own description, and its errors.
public struct BagReport: Hashable, Sendable {
  /// A line of `bag-info.txt`.
  public struct Field: Hashable, Sendable {
    /// The text before the colon.
    public let name: String
    /// The text after the colon, with continuation lines joined.
    public let value: String

    /// Creates a line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The version of BagIt that the bag declares; `nil` if it does not.
  public let version: String?
  /// The lines of `bag-info.txt`, in order.
  public let info: [Field]
  /// The errors, in the order of files.
  public let faults: [BagFault]
  /// The number of payload files.
  public let payloadFiles: Int
  /// The total size of the payload files, in bytes.
  public let payloadBytes: Int

  /// Whether the bag is complete and every digest is correct.
  public var isValid: Bool { faults.isEmpty }

  /// Returns the lines of a tag file of names and values; a line that begins with white space
  /// continues the previous line.
  static func fields(in bytes: [UInt8]) -> [Field] {
    var fields: [Field] = []
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if let first = line.first, first == " " || first == "\t", let last = fields.popLast() {
        fields.append(Field(last.name, last.value + " " + trimmed(line)))
      } else if let colon = line.firstIndex(of: ":") {
        fields.append(Field(trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...])))
      }
    }
    return fields
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...end])
  }
}
