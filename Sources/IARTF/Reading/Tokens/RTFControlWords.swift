internal import IABytes

/// The table of control words: the name and the kind of each word that is read.
///
/// This is the only list of them. `RTFParser.apply` passes each word to the function of its kind; a
/// word that is not in the table is passed to `RTFAccounting`.
///
/// Words are identified by a 64-bit FNV-1a hash; a test ensures that the hashes of all known words differ. An unknown
/// word with the hash of a known word would be read as that word.
struct RTFControlWords {
  /// An entry of the table.
  struct Entry {
    var name: String
    var word: RTFWord
  }

  /// All entries.
  static let entries: [Entry] = {
    var entries: [Entry] = []
    entries += RTFWord.Character.allCases.map { Entry(name: $0.rawValue, word: .character($0)) }
    entries += RTFWord.Paragraph.allCases.map { Entry(name: $0.rawValue, word: .paragraph($0)) }
    entries += RTFWord.Symbol.allCases.map { Entry(name: $0.rawValue, word: .symbol($0)) }
    entries += RTFWord.Ending.allCases.map { Entry(name: $0.rawValue, word: .ending($0)) }
    entries += RTFWord.Table.allCases.map { Entry(name: $0.rawValue, word: .table($0)) }
    entries += RTFWord.Destination.allCases.map {
      Entry(name: $0.rawValue, word: .destination($0))
    }
    entries += RTFWord.Definition.allCases.map { Entry(name: $0.rawValue, word: .definition($0)) }
    entries += RTFWord.Document.allCases.map { Entry(name: $0.rawValue, word: .document($0)) }
    entries += RTFWord.Page.allCases.map { Entry(name: $0.rawValue, word: .page($0)) }
    entries += RTFWord.Picture.allCases.map { Entry(name: $0.rawValue, word: .picture($0)) }
    entries += RTFWord.Frame.allCases.map { Entry(name: $0.rawValue, word: .frame($0)) }
    entries += RTFWord.Shape.allCases.map { Entry(name: $0.rawValue, word: .shape($0)) }
    entries += RTFMathPart.allCases.map { Entry(name: $0.rawValue, word: .math($0)) }
    return entries
  }()

  /// The table of all entries.
  static let standard = RTFControlWords()

  /// The entries by their hashes, with linear probing.
  private var slots: [(hash: UInt64, word: RTFWord?)]
  private static let mask = 2047

  private init() {
    slots = Array(repeating: (0, nil), count: Self.mask + 1)
    for entry in Self.entries {
      var hash = Self.emptyHash
      for byte in entry.name.utf8 { hash = Self.hash(hash, byte) }
      var slot = Self.slot(of: hash)
      while slots[slot].word != nil { slot = (slot + 1) & Self.mask }
      slots[slot] = (hash, entry.word)
    }
  }

  /// The hash of an empty name.
  static var emptyHash: UInt64 { FNV1a.start }

  /// Returns a hash with one more letter.
  @inline(__always)
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    FNV1a.adding(byte, to: hash)
  }

  @inline(__always)
  private static func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & mask }

  /// Returns the word of a hash, or `nil` for an unknown word.
  @inline(__always)
  func word(_ hash: UInt64) -> RTFWord? {
    let slots = slots.span
    var slot = Self.slot(of: hash)
    while let word = slots[slot].word {
      if slots[slot].hash == hash { return word }
      slot = (slot + 1) & Self.mask
    }
    return nil
  }

  /// The number of entries and the number of distinct hashes.
  var counts: (words: Int, hashes: Int) {
    let known = slots.filter { $0.word != nil }
    return (known.count, Set(known.map(\.hash)).count)
  }
}
