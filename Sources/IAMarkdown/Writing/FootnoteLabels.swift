internal import IAFiles
internal import IAText

/// The labels with which the footnotes of a document are written: each is valid and unique.
struct FootnoteLabels {
  /// The labels by the id of the note's block.
  private(set) var written: [Int: String] = [:]
  /// The labels of the document that are written unchanged, so that references to them are written.
  private(set) var references: Set<String> = []
  /// Readers ignore case when they compare labels.
  private var used = UniqueNames { $0.uppercased().lowercased() }

  /// The maximum size of a label in bytes, which is below the limit of readers.
  private static let mostBytes = 900

  init(_ plans: [BlockPlan]) {
    for plan in plans {
      guard case .footnote(let id, let label)? = plan.containers.first, written[id] == nil else {
        continue
      }
      let valid = Self.valid(label)
      let unique = used.unique(valid) { "\(valid)-\($0)" }
      written[id] = unique
      if unique == label { references.insert(label) }
    }
  }

  /// Returns a label in a form that is valid between brackets and contains no other markup.
  static func valid(_ label: String) -> String {
    var safe = String.UnicodeScalarView()
    var length = 0
    for scalar in label.unicodeScalars {
      length += UTF8.width(scalar)
      guard length <= mostBytes else { break }
      let isSafe =
        scalar.value > 0x20 && !"\\`*[]<>&~!|\u{7F}".unicodeScalars.contains(scalar)
        && !scalar.properties.isWhitespace
      safe.append(isSafe ? scalar : "-")
    }
    return safe.isEmpty ? "note" : String(safe)
  }
}
