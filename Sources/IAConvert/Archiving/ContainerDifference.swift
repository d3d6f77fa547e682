internal import IAArchive
public import IABytes
internal import IASyntax

/// The documents in which two `.iaa` archives, or two generations of one archive, differ.
public struct ContainerDifference: Sendable {
  private let difference: ArchiveDifference
  /// The messages about interrupted additions, which were not compared.
  public let interruptions: [Failure]

  /// An archive, or one generation of it.
  public struct Side: Hashable, Sendable {
    /// The path of the archive.
    public var path: String
    /// The number of the generation, from 1; `nil` for the newest.
    public var generation: Int?

    /// Creates a reference to an archive.
    public init(path: String, generation: Int? = nil) {
      self.path = path
      self.generation = generation
    }

    /// Creates a reference from an operand: `PATH`, or `PATH@GENERATION` if there is no such file.
    public init(_ operand: String) {
      self.init(path: operand)
      guard !OutputGuard.isTaken(operand), let (path, number) = Container.versionReference(operand)
      else { return }
      self.init(path: path, generation: number)
    }

    fileprivate func opened(_ limits: Limits) throws -> Container.CompleteState {
      do {
        guard let generation else { return try Container.completeState(path, limits: limits) }
        let reader = try Container.open(path, limits).intactReader()
        return Container.CompleteState(
          reader: try ArchiveMoment.generation(generation).opened(reader, path), interruption: nil)
      } catch {
        throw Failure(error, path: path)
      }
    }
  }

  /// Creates the comparison of two archives.
  ///
  /// - Throws: `Failure`.
  public init(_ first: Side, _ second: Side, limits: Limits) throws {
    let (left, right) = (try first.opened(limits), try second.opened(limits))
    let interruptions = [left, right].compactMap(\.interruption)
    self.interruptions =
      interruptions.count == 2 && first.path == second.path
      ? [interruptions[0]] : interruptions
    do {
      difference = try ArchiveDifference(left.reader, right.reader)
    } catch {
      throw Failure(Container.damage(error, in: first.path), path: first.path)
    }
  }

  /// Whether both sides have the same documents.
  public var isEqual: Bool { difference.isEqual }

  /// One line for each difference: `+` for added, `-` for removed, `~` for changed.
  public var text: String {
    difference.changes.map { change in
      let sign =
        switch change.kind {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        }
      return "\(sign) \(HarmlessText.escape(Container.path(of: change.entry)))\n"
    }.joined()
  }

  /// The differences as one JSON object with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.key("equal")
    writer.bool(isEqual)
    writer.key("equalDocuments")
    writer.integer(difference.equalCount)
    for kind in ArchiveDifference.Kind.allCases {
      writer.key(kind.rawValue)
      writer.beginArray()
      for change in difference.changes where change.kind == kind {
        writer.beginObject()
        writer.key("id")
        writer.integer(Int(clamping: change.entry.id))
        if !change.entry.name.isEmpty { writer.member("name", change.entry.name) }
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}
