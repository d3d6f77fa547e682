public import Foundation
private import IACorpus

/// A history of edits that someone really made, key by key.
///
/// The traces of josephg/editing-traces are not part of this project: they are looked for in the
/// folder that `IA_EXTERNAL_CORPORA` names, else in `../shared/corpora` beside the package.
public struct EditingTrace: Sendable {
  /// One edit: so many units are removed at an offset, then some are put there.
  public struct Edit: Sendable {
    /// The offset in UTF-16 units.
    public var offset: Int
    /// How many units are removed.
    public var removed: Int
    /// Which units of `inserts` are put there.
    public var inserted: Range<Int>
  }

  /// The name of the trace.
  public let name: String
  /// The text before the first edit.
  public let start: [UInt16]
  /// The text after the last edit.
  public let end: [UInt16]
  /// The edits in order.
  public let edits: [Edit]
  /// What they insert, one after the other.
  public let inserts: [UInt16]

  /// The names of the traces that figures are made with.
  public static let names = ["automerge-paper", "rustcode", "sveltecomponent", "seph-blog1"]

  /// Reads a trace; throws where it is not there.
  public init(named name: String) throws {
    self.name = name
    // Unpacked beforehand where there is a file: under valgrind no other program can be run.
    let data =
      try (try? Data(contentsOf: Self.folder.appending(path: "\(name).json")))
      ?? Tool.output(of: "gzip", ["-dc", Self.folder.appending(path: "\(name).json.gz").path])
    let file = try JSONDecoder().decode(File.self, from: data)
    start = Array(file.startContent.utf16)
    end = Array(file.endContent.utf16)
    var edits: [Edit] = []
    var inserts: [UInt16] = []
    for patch in file.txns.lazy.flatMap(\.patches) {
      let from = inserts.count
      inserts.append(contentsOf: patch.text.utf16)
      edits.append(
        Edit(offset: patch.offset, removed: patch.removed, inserted: from..<inserts.count))
    }
    // Offsets count Unicode scalars: the same as units, for no trace has others than BMP characters.
    guard !inserts.contains(where: { 0xD800..<0xE000 ~= $0 }) else {
      throw Tool.Missing(description: "\(name) has characters beyond the BMP")
    }
    self.edits = edits
    self.inserts = inserts
  }

  /// The folder of the corpora that are not part of the project.
  public static var corpora: URL {
    let named = ProcessInfo.processInfo.environment["IA_EXTERNAL_CORPORA"].map {
      URL(filePath: $0)
    }
    let beside = CorpusFiles.root.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "shared/corpora")
    return named ?? beside
  }

  private static var folder: URL { corpora.appending(path: "editing-traces") }

  private struct File: Decodable {
    var startContent: String
    var endContent: String
    var txns: [Transaction]
    struct Transaction: Decodable { var patches: [Patch] }
  }

  private struct Patch: Decodable {
    var offset: Int
    var removed: Int
    var text: String
    init(from decoder: any Decoder) throws {
      var parts = try decoder.unkeyedContainer()
      offset = try parts.decode(Int.self)
      removed = try parts.decode(Int.self)
      text = try parts.decode(String.self)
    }
  }
}
