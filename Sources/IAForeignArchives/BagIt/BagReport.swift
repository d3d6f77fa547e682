/// What a bag is: what it says of itself, and what is wrong with it.
public struct BagReport: Hashable, Sendable {
  /// A line of `bag-info.txt`.
  public struct Field: Hashable, Sendable {
    /// What stands before the colon.
    public let name: String
    /// What stands after it, lines that go on joined.
    public let value: String

    /// Makes a line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The version of BagIt that the bag declares; nil where it does not.
  public let version: String?
  /// What `bag-info.txt` says, in order.
  public let info: [Field]
  /// What is wrong, in the order of files.
  public let faults: [BagFault]
  /// How many payload files there are.
  public let payloadFiles: Int
  /// How many bytes they have.
  public let payloadBytes: Int

  /// Whether the bag is complete and every digest holds.
  public var isValid: Bool { faults.isEmpty }

  /// The lines of a tag file of names and values; a line that begins with white space goes on.
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
