public import IABytes
internal import IAFiles

/// The entries of an archive that were skipped or renamed, with the reasons.
public struct SkippedEntries: Hashable, Sendable {
  /// A skipped or renamed entry.
  public struct Item: Hashable, Sendable {
    /// The path in the archive, in the form of `PathBytes`; empty for the archive itself.
    public let path: String
    /// The new path of the file; `nil` if it was skipped.
    public let renamed: ArchivePath?
    /// The reason, with its place.
    public let reason: InputError
  }

  /// The maximum number of listed entries; further ones are only counted.
  static let maximumListed = 64

  /// The first of them, in order.
  public private(set) var items: [Item] = []
  /// The number of entries that were skipped or renamed.
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
