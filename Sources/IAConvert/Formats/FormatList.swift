internal import IAFormats
internal import IASyntax

/// A table of the formats of a registry.
public struct FormatList: Sendable {
  private let registry: FormatRegistry

  /// Creates the table of a registry.
  public init(of registry: FormatRegistry) { self.registry = registry }

  /// The table as text: one line for each format and an indented line for each profile.
  public var text: String {
    let rows = registry.entries.map { entry in
      let format = entry.descriptor
      return [
        format.id.rawValue, entry.isReadable ? "read" : "-",
        entry.isWritable ? "write" : "-",
        format.suffixes.map { "." + $0 }.joined(separator: " "), format.title,
      ]
    }
    let widths =
      rows.first?.indices.map { column in rows.map { $0[column].count }.max() ?? 0 } ?? []
    var text = ""
    for (entry, row) in zip(registry.entries, rows) {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      text += cells.dropLast().joined(separator: "  ") + "  " + (row.last ?? "") + "\n"
      for profile in entry.descriptor.profiles {
        text += "  --profile \(profile.name): \(profile.summary)\n"
      }
    }
    return text
  }

  /// The table as one JSON array with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginArray()
    for entry in registry.entries {
      let format = entry.descriptor
      writer.beginObject()
      writer.member("id", format.id.rawValue)
      writer.member("title", format.title)
      writer.key("reads")
      writer.bool(entry.isReadable)
      writer.key("writes")
      writer.bool(entry.isWritable)
      writer.member("suffixes", format.suffixes)
      writer.member("mediaTypes", format.mediaTypes)
      writer.key("profiles")
      writer.beginArray()
      for profile in format.profiles {
        writer.beginObject()
        writer.member("name", profile.name)
        writer.member("summary", profile.summary)
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}

extension JSONWriter {
  mutating func member(_ name: String, _ values: [String]) {
    key(name)
    beginArray()
    for value in values { string(value) }
    endArray()
  }
}
