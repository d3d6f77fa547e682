internal import IAText

/// The tracked changes of text: an insertion, a deletion, or both.
struct RTFChange: Hashable {
  /// One change, by the numbers in the file.
  struct Side: Hashable {
    var isSet = false
    /// The index of the author in the table of authors.
    var author: Int32 = 0
    /// The packed date.
    var date: Int32 = 0
  }

  var insertion = Side()
  var deletion = Side()

  /// Applies a control word.
  mutating func apply(_ word: RTFWord.Character, _ value: Int32?) {
    switch word {
    case .revised: insertion.isSet = value != 0
    case .revauth: insertion.author = value ?? 0
    case .revdttm: insertion.date = value ?? 0
    case .deleted: deletion.isSet = value != 0
    case .revauthdel: deletion.author = value ?? 0
    case .revdttmdel: deletion.date = value ?? 0
    default: break
    }
  }
}

/// The distinct tracked changes of the document, and their authors.
struct RTFChanges {
  private var entries: [RTFChange] = []
  private var indexes: [RTFChange: RTFIndex<RTFChange>] = [:]
  private var authors: [String] = []

  /// Returns the index of a change in which a control word was applied.
  mutating func index(
    after word: RTFWord.Character, _ value: Int32?, in index: RTFIndex<RTFChange>
  ) -> RTFIndex<RTFChange> {
    var change = index.value.map { entries[$0] } ?? RTFChange()
    change.apply(word, value)
    if change == RTFChange() { return .none }
    if let known = indexes[change] { return known }
    entries.append(change)
    indexes[change] = RTFIndex(entries.count - 1)
    return RTFIndex(entries.count - 1)
  }

  /// Sets the authors: names that end with semicolons.
  mutating func setAuthors(_ text: String, limit: Int) {
    authors = text.split(separator: ";", omittingEmptySubsequences: false).prefix(limit)
      .map { String($0).trimmed }
  }

  /// Adds the changes with an index to attributes.
  func add(_ index: RTFIndex<RTFChange>, to attributes: inout InlineAttributes) {
    guard let index = index.value else { return }
    let change = entries[index]
    if change.insertion.isSet { attributes.insertion = tracked(change.insertion) }
    if change.deletion.isSet { attributes.deletion = tracked(change.deletion) }
  }

  private func tracked(_ side: RTFChange.Side) -> TrackedChange {
    let number = Int(side.author)
    let name = authors.indices.contains(number) ? authors[number] : ""
    return TrackedChange(
      author: name.isEmpty || name == "Unknown" ? nil : name,
      date: side.date == 0
        ? nil : RTFDateParts(packed: Int(UInt32(bitPattern: side.date))).text)
  }
}
