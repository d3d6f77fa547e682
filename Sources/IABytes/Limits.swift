/// How much a reader may take, build and follow before it refuses the input.
///
/// Each limit has a name that appears in the error. There is no unlimited value on purpose:
/// who needs more says how much.
public struct Limits: Hashable, Sendable {
  /// The size of the input, in bytes.
  public var inputBytes: Int
  /// How deep the input may nest: arrays in arrays, lists in quotes, groups in groups.
  public var depth: Int
  /// How many entries one table may have: fonts, colours, styles, stickers, list levels.
  public var tableEntries: Int
  /// How many attributes one element may carry.
  public var attributes: Int
  /// How many entries (values, paragraphs, members) a whole input may have.
  public var entries: Int
  /// The largest picture that is decoded, in pixels.
  public var pixels: Int
  /// How much an input may unpack to, in bytes.
  public var outputBytes: Int
  /// How many times its size an input may unpack to, once that is over 16 MiB.
  public var expansionRatio: Int

  /// Makes limits from the defaults, each of which can be replaced.
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
