/// The losses by kind and input format, with example documents for each.
struct LossStatistics {
  /// The number of kinds that are distinguished; others are counted together.
  static let maxKinds = 256
  /// The number of documents that are kept for each kind and format.
  static let maxExamples = 5
  /// The name of the losses beyond `maxKinds`.
  static let otherKinds = "other kinds"

  /// A document and its losses of one kind.
  struct Example {
    var path: String
    var detail: String
  }

  /// The losses of one kind in documents of one format.
  struct Cell {
    var documents = 0
    /// The documents with the largest numbers of losses.
    var examples = TopList<Example>(capacity: maxExamples)
  }

  /// The losses of one kind.
  struct Kind {
    let name: String
    var documents = 0
    var count = 0
    /// The cells by the number of the format.
    var cells: [Int: Cell] = [:]
  }

  private(set) var kinds: [Kind] = []
  private var numbers: [String: Int] = [:]

  /// Adds the losses of a result.
  mutating func add(_ record: ReportRecord, format: Int) {
    guard !record.losses.isEmpty else { return }
    for loss in record.losses {
      let number = number(of: loss.kind)
      kinds[number].documents += 1
      kinds[number].count = Self.sum(kinds[number].count, loss.count)
      kinds[number].cells[format, default: Cell()].documents += 1
      kinds[number].cells[format]?.examples.add(
        loss.count,
        Example(path: record.shownPath.cut(to: 200), detail: loss.detail.cut(to: 120)))
    }
  }

  /// Returns the sum, limited so that it cannot overflow if many lines state large numbers.
  private static func sum(_ left: Int, _ right: Int) -> Int { min(left + right, 1 << 60) }

  private mutating func number(of kind: String) -> Int {
    if let known = numbers[kind] { return known }
    let name = kinds.count < Self.maxKinds ? kind : Self.otherKinds
    if let known = numbers[name] { return known }
    numbers[name] = kinds.count
    kinds.append(Kind(name: name))
    return kinds.count - 1
  }

  /// The kinds, those with most documents first.
  var byDocuments: [Kind] {
    kinds.sorted { ($1.documents, $1.count, $0.name) < ($0.documents, $0.count, $1.name) }
  }
}

extension String {
  /// Returns the text, or its first characters and an ellipsis if it is longer than a number of
  /// UTF-8 bytes.
  func cut(to byteCount: Int) -> String {
    guard utf8.count > byteCount else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, byteCount - 3))
    // The start of a scalar is a valid index of the text.
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return String(self[..<end]) + "…"
  }
}
