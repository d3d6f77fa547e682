internal import IAText

/// The labels under which the footnotes of a document are written: each valid, and each once.
struct FootnoteLabels {
  /// The labels by the id of the note's block.
  private(set) var written: [Int: String] = [:]
  /// The labels of the document that are written as they are, so that references find their note.
  private(set) var references: Set<String> = []
  private var used: Set<String> = []
  /// The number after the last one that was appended to a label, by its folded form.
  private var next: [String: Int] = [:]

  /// The maximum length of a label in bytes, below that of a reader.
  private static let mostBytes = 900

  init(_ plans: [BlockPlan]) {
    for plan in plans {
      guard case .footnote(let id, let label)? = plan.containers.first, written[id] == nil else {
        continue
      }
      let unique = unique(Self.valid(label))
      written[id] = unique
      if unique == label { references.insert(label) }
    }
  }

  /// Returns a label that no note has yet: itself, or with the first number that makes it one.
  private mutating func unique(_ label: String) -> String {
    let folded = Self.folded(label)
    if used.insert(folded).inserted { return label }
    var number = next[folded] ?? 2
    while !used.insert("\(folded)-\(number)").inserted { number += 1 }
    next[folded] = number + 1
    return "\(label)-\(number)"
  }

  /// Returns a form of a label that readers take for equal labels.
  private static func folded(_ label: String) -> String { label.uppercased().lowercased() }

  /// Returns a label in a form that is valid in brackets, in which nothing else starts.
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
