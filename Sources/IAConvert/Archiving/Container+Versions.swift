internal import IAArchive
internal import IABytes
internal import IAFiles

// Names of versions: `june@1`.
extension Container {
  /// Returns the path of a document; the path of an earlier version includes its number: `june@1`.
  ///
  /// The number is omitted if the indexes are damaged.
  ///
  /// - Parameter reader: The archive; `nil` to omit the number.
  static func reference(to entry: ArchiveEntry, in reader: ArchiveReader?) -> String {
    guard let reader, !entry.name.isEmpty, !reader.isCurrent(entry.ordinal),
      let place = try? reader.entries(named: entry.name).firstIndex(of: entry)
    else { return path(of: entry) }
    return "\(entry.name)@\(place + 1)"
  }

  /// Returns the end of a message that states how to read the versions of a removed document, such as
  /// `; it was removed, and its version is june@1`; empty if there are no versions.
  static func versionHint(_ path: String, in input: String, _ limits: Limits) -> String {
    guard let reader = try? ArchiveReader(Source(input), limits: limits) else { return "" }
    let plain = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
    for name in [path, plain] {
      guard let count = try? reader.entries(named: name).count, count > 0 else { continue }
      return count == 1
        ? "; it was removed, and its version is \(name)@1"
        : "; it was removed, and its versions are \(name)@1 to \(name)@\(count)"
    }
    return ""
  }

  /// Returns the name and the number of a text of the form `NAME@NUMBER`; `nil` for other texts.
  static func versionReference(_ text: String) -> (name: String, number: Int)? {
    guard let mark = text.lastIndex(of: "@"), mark > text.startIndex else { return nil }
    let digits = text[text.index(after: mark)...]
    guard 1...8 ~= digits.utf8.count,
      digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int(digits), number > 0
    else { return nil }
    return (String(text[..<mark]), number)
  }
}

/// The versions of documents that patterns name: `june@1`, if no document has this name.
struct VersionSelection {
  /// The patterns without wildcards that have the form of a version.
  private let names: [String]

  init(_ patterns: [PathPattern]) {
    var names: [String] = []
    for name in patterns.compactMap(\.literal)
    where Container.versionReference(Self.plain(name)) != nil && !names.contains(name) {
      names.append(name)
    }
    self.names = names
  }

  /// Calls a closure with the position, the entry and the path of each version in an archive.
  func forEach(
    in opened: OpenContainer, _ body: (Int, ArchiveEntry, _ path: String) throws -> Void
  ) throws {
    for name in names {
      let plain = Self.plain(name)
      guard let (document, number) = Container.versionReference(plain),
        try opened.entry(named: name) == nil, try opened.entry(named: plain) == nil,
        let (index, entry) = try opened.version(number, named: document)
      else { continue }
      try body(index, entry, plain)
    }
  }

  /// Returns a name without the suffix `.ia`.
  private static func plain(_ name: String) -> String {
    name.hasSuffix(Container.suffix) ? String(name.dropLast(Container.suffix.count)) : name
  }
}
