public import IABytes
internal import IAFiles

/// The entries of an archive that were skipped or renamed, with the reasons, and remarks about irregularities.
public struct SkippedEntries: Hashable, Sendable {
  /// A skipped or renamed entry.
  public struct Item: Hashable, Sendable {
    /// The path in the archive, in the form of `PathBytes`.
    public let path: String
    /// The new path of the file; `nil` if it was skipped.
    public let renamed: ArchivePath?
    /// The reason, with the offset of the entry.
    public let reason: InputError
  }

  /// The maximum number of listed entries of each kind; further ones are only counted.
  static let maximumListed = 64

  /// The first skipped entries, in order.
  public private(set) var items: [Item] = []
  /// The number of skipped entries.
  public private(set) var count = 0
  /// The first renamed entries, in order.
  public private(set) var renamed: [Item] = []
  /// The number of renamed entries.
  public private(set) var renamedCount = 0
  /// Irregularities that do not affect the contents.
  public private(set) var remarks: [InputError] = []

  init(remarks: [InputError] = []) { self.remarks = remarks }

  /// An error that states the number of skipped entries that are not listed; `nil` if all are listed.
  public var rest: InputError? { Self.rest(count - items.count, "skipped") }

  /// An error that states the number of renamed entries that are not listed; `nil` if all are listed.
  public var renamedRest: InputError? { Self.rest(renamedCount - renamed.count, "renamed") }

  private static func rest(_ count: Int, _ word: String) -> InputError? {
    count > 0 ? InputError(.unpackMore, at: 0, detail: "\(count) more are \(word)") : nil
  }

  mutating func add(_ name: [UInt8], _ reason: InputError) {
    count += 1
    guard items.count < Self.maximumListed else { return }
    items.append(Item(path: PathBytes.string(from: name), renamed: nil, reason: reason))
  }

  mutating func addRenamed(_ name: [UInt8], _ path: ArchivePath, at byteOffset: Int) {
    renamedCount += 1
    guard renamed.count < Self.maximumListed else { return }
    renamed.append(
      Item(
        path: PathBytes.string(from: name), renamed: path,
        reason: InputError(.unpackCollision, at: byteOffset)))
  }
}
