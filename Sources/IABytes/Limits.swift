/// The maximum sizes and counts that a reader accepts before it refuses the input.
///
/// Each limit has a name that appears in the error. There is no value for "unlimited": callers that need more state a
/// larger number.
public struct Limits: Hashable, Sendable {
  /// The size of the input, in bytes.
  public var inputBytes: Int
  /// The maximum nesting depth: arrays in arrays, lists in quotes, groups in groups.
  public var depth: Int
  /// The maximum number of entries of one table: fonts, colours, styles, stickers, list levels.
  public var tableEntries: Int
  /// The maximum number of attributes of one element.
  public var attributes: Int
  /// The maximum number of entries (values, paragraphs, members) of a whole input.
  public var entries: Int
  /// The largest picture that is decoded, in pixels.
  public var pixels: Int
  /// The maximum decompressed size of an input, in bytes.
  public var outputBytes: Int
  /// The maximum ratio of decompressed to compressed size, for decompressed sizes over 16 MiB.
  public var expansionRatio: Int

  /// Creates limits; omitted arguments have their default values.
  public init(
    inputBytes: Int = 256 << 20, depth: Int = 256, tableEntries: Int = 65_536,
    attributes: Int = 256, entries: Int = 64_000_000, pixels: Int = 64_000_000,
    outputBytes: Int = 1 << 30, expansionRatio: Int = 200
  ) {
    self.inputBytes = inputBytes
    self.depth = depth
    self.tableEntries = tableEntries
    self.attributes = attributes
    self.entries = entries
    self.pixels = pixels
    self.outputBytes = outputBytes
    self.expansionRatio = expansionRatio
  }

  /// The defaults, meant for untrusted documents.
  public static let standard = Limits()
}
