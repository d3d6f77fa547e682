internal import IAArchive
public import IABytes
internal import IASyntax

/// The versions of documents of an `.iaa` archive.
public struct ContainerVersions: Sendable {
  private let versions: [ArchiveVersion]
  /// The message about an interrupted addition, which was not read; `nil` if there is none.
  public let interruption: Failure?

  /// Creates the list of the versions of a document.
  ///
  /// - Throws: `Failure`; with `archive.no-file` if the archive never had a document with the name.
  public init(of name: String, in path: String, limits: Limits) throws {
    do {
      let state = try Container.completeState(path, limits: limits)
      versions = try ContainerWork.damageChecked(path) { try state.reader.versions(named: name) }
      interruption = state.interruption
    } catch {
      throw Failure(error, path: path)
    }
    guard !versions.isEmpty else {
      throw Failure(
        .noInput, path: path, code: "archive.no-file", "no document \"\(name)\"")
    }
  }

  /// The versions as text: number, generation, date, id and state in each line.
  public var text: String {
    let rows = versions.map { version in
      [
        "\(version.number)", "generation \(version.generation)", version.date ?? "-",
        "id \(version.entry.id)", Self.state(version.state),
      ]
    }
    return TextTable.lines(rows, rightAligned: [0])
  }

  private static func state(_ state: ArchiveVersion.State) -> String {
    switch state {
    case .current: "current"
    case .replaced(let generation): "replaced in generation \(generation)"
    case .removed(let generation): "removed in generation \(generation)"
    }
  }

  /// The versions as one JSON array with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginArray()
    for version in versions {
      writer.beginObject()
      var numbers = [
        ("version", version.number), ("generation", version.generation),
        ("id", Int(clamping: version.entry.id)),
      ]
      let state: String
      switch version.state {
      case .current: state = "current"
      case .replaced(let generation):
        state = "replaced"
        numbers.append(("until", generation))
      case .removed(let generation):
        state = "removed"
        numbers.append(("until", generation))
      }
      for (key, number) in numbers {
        writer.key(key)
        writer.integer(number)
      }
      if let date = version.date { writer.member("date", date) }
      writer.member("state", state)
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}
