internal import IASyntax

/// The positions of the members of an archive in its directory, by the kind of their content.
struct MemberPositions {
  private(set) var texts = BlockMembers()
  private(set) var datas = BlockMembers()
  private(set) var attachments: [SHA256Digest: Int] = [:]
  private(set) var dictionaries: [UInt32: Int] = [:]
  /// The files that documents were read from.
  private(set) var originals: [SHA256Digest: Int] = [:]
  private(set) var hasWordIndex = false

  /// Creates the positions of the members of a directory.
  ///
  /// - Complexity: O(*n*).
  init(_ members: [ZipMember]) {
    for index in members.indices {
      switch members[index].name {
      case .text(let number): texts.add(number, at: index)
      case .data(let number): datas.add(number, at: index)
      case .attachment(_, WordIndex.suffix): hasWordIndex = true
      case .attachment(let digest, _): attachments[digest] = index
      case .dictionary(let id): dictionaries[id] = index
      case .original(let digest, _): originals[digest] = index
      default: break
      }
    }
    (texts, datas) = (texts.sorted(), datas.sorted())
  }
}

/// The positions in a directory of the texts, or of the data members, of all blocks.
///
/// In an archive of the suite, the members are in the order of their numbers, so that no hash table and no sorting are
/// needed.
struct BlockMembers {
  private var members: [(number: Int, position: Int)] = []
  private var isSorted = true

  var count: Int { members.count }

  /// Adds the member of a block, which has none yet.
  ///
  /// - Parameters:
  ///   - number: The number of the block.
  ///   - position: The position of the member in the directory.
  mutating func add(_ number: Int, at position: Int) {
    if let last = members.last, last.number >= number { isSorted = false }
    members.append((number, position))
  }

  /// Returns the same members in the order of their numbers, so that they can be looked up.
  consuming func sorted() -> BlockMembers {
    guard !isSorted else { return self }
    members.sort { $0.number < $1.number }
    isSorted = true
    return self
  }

  /// Returns the position of the member of a block; `nil` if there is none.
  ///
  /// - Precondition: The members are sorted.
  /// - Complexity: O(log *n*).
  subscript(number: Int) -> Int? {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < members.count, members[low].number == number else { return nil }
    return members[low].position
  }
}
