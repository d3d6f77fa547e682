/// The number of differences between two documents, for each kind of change.
public struct DifferenceStatistics: Hashable, Sendable {
  private let changes: [DocumentDifference.Change]

  /// Creates the statistics of a difference.
  public init(_ difference: DocumentDifference) { changes = difference.changes }

  /// The lines, one for each kind of change: `text: 3 words removed, 5 added in 2 places`.
  public var lines: [String] {
    DocumentDifference.Change.Kind.allCases.compactMap { kind in
      let found = changes.filter { $0.kind == kind }
      guard !found.isEmpty else { return nil }
      switch kind {
      case .text: return Self.text(found)
      case .intensity:
        let units = found.reduce(0) { $0 + ($1.left?.count ?? 0) }
        return "intensity: \(Self.number(units, "unit")) in \(Self.number(found.count, "place"))"
      default: return "\(kind.rawValue): \(Self.names(found))"
      }
    }
  }

  private static func text(_ changes: [DocumentDifference.Change]) -> String {
    let removed = changes.reduce(0) { $0 + wordCount($1.from) }
    let added = changes.reduce(0) { $0 + wordCount($1.to) }
    return "text: \(number(removed, "word")) removed, \(added) added in "
      + number(changes.count, "place")
  }

  /// Returns the names of attributes with their counts, the most frequent first.
  private static func names(_ changes: [DocumentDifference.Change]) -> String {
    Dictionary(grouping: changes, by: \.name).map { (name: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      .map { $0.name.isEmpty ? "\($0.count)" : "\(HarmlessText.escape($0.name)) \($0.count)" }
      .joined(separator: ", ")
  }

  private static func wordCount(_ text: String) -> Int {
    let units = Array(text.utf16)
    return TextParts.words(of: units[...]).count { part in
      units[part].contains { $0 > 0x20 && !(0x21...0x2F).contains($0) }
    }
  }

  private static func number(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
