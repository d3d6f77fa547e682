public import IABytes
internal import IAFormats

/// The entries of an archive that were skipped or renamed, and why.
public struct SkippedEntries: Hashable, Sendable {
  /// One of them.
  public struct Item: Hashable, Sendable {
    /// The path as the archive has it, in the form of `PathBytes`; empty for the archive itself.
    public let path: String
    /// The path that the file got instead; nil where it was skipped.
    public let renamed: ArchivePath?
    /// What was wrong, and where.
    public let reason: InputError
  }

  /// How many are listed before the rest is only counted.
  public static let maximumListed = 64

  /// The first of them, in order.
  public private(set) var items: [Item] = []
  /// How many there are.
  public private(set) var count = 0

  init() {}

  mutating func add(_ name: [UInt8], _ reason: InputError) {
    add(Item(path: PathBytes.string(from: name), renamed: nil, reason: reason))
  }

  mutating func addRenamed(_ name: [UInt8], _ path: ArchivePath, at byteOffset: Int) {
    add(
      Item(
        path: PathBytes.string(from: name), renamed: path,
        reason: InputError(.unpackCollision, at: byteOffset)))
  }

  private mutating func add(_ item: Item) {
    count += 1
    if items.count < Self.maximumListed { items.append(item) }
  }
}
