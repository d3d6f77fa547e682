internal import IASyntax

extension DocumentDifference {
  /// The changes as one JSON object with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.key("equal")
    writer.bool(isEqual)
    writer.key("cutShort")
    writer.bool(isCutShort)
    writer.key("changes")
    writer.beginArray()
    for change in changes {
      writer.beginObject()
      writer.member("kind", change.kind.rawValue)
      if !change.name.isEmpty { writer.member("name", change.name) }
      for (name, range) in [("left", change.left), ("right", change.right)] {
        guard let range else { continue }
        writer.key(name)
        writer.array(of: [range.lowerBound, range.upperBound])
      }
      writer.member("from", change.from)
      writer.member("to", change.to)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}
