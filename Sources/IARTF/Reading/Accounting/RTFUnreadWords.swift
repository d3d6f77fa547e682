internal import IABytes
internal import IAFormats

/// The control words and destinations that are not read, each with the reason or with the name
/// under which it is reported.
///
/// Source of the names: the index of the Rich Text Format Specification 1.9.1, and the words that
/// Cocoa and LibreOffice add. A word that is neither here nor in `RTFControlWords` is reported by
/// its name.
struct RTFUnreadWords {
  /// The treatment of a word.
  enum Treatment: Equatable {
    /// The word does not change what the document says or shows.
    case neutral
    /// The word is reported under the name of a feature, except with values that state the default.
    case reported(feature: DocumentFeature, unless: [Int32])
  }

  /// A word or destination.
  struct Entry {
    var name: String
    var treatment: Treatment
    /// Whether the word starts a destination, whose group is skipped.
    var isDestination: Bool
    /// The reason for which it does not matter, or the name of the feature.
    var reason: String
  }

  /// All entries.
  static var entries: [Entry] { standard.places.indices.map { standard.entry(at: $0) } }

  /// The table of all entries.
  static let standard = RTFUnreadWords()

  /// The location of an entry, which is created when it is needed.
  private struct Place {
    /// The index of its group.
    var group: Int
    /// The offset of its word in the words of the group, in bytes.
    var utf8Offset: Int
  }

  private let groups = RTFUnreadGroup.all
  private var places: [Place] = []
  /// The indexes of entries by the hashes of their names, with linear probing; -1 for an empty
  /// slot.
  private var slots: [(hash: UInt64, index: Int32)]
  private static let mask = 4095

  private init() {
    slots = Array(repeating: (0, -1), count: Self.mask + 1)
    places.reserveCapacity(Self.mask)
    for (number, group) in groups.enumerated() {
      group.forEachWord { utf8Offset, hash in
        var slot = Self.slot(of: hash)
        while slots[slot].index >= 0 { slot = (slot + 1) & Self.mask }
        slots[slot] = (hash, Int32(places.count))
        places.append(Place(group: number, utf8Offset: utf8Offset))
      }
    }
  }

  /// The number of entries.
  var count: Int { places.count }

  /// Returns an entry.
  func entry(at index: Int) -> Entry {
    groups[places[index].group].entry(atUTF8: places[index].utf8Offset)
  }

  /// Returns whether an entry starts a destination.
  func isDestination(_ index: Int) -> Bool { groups[places[index].group].isDestination }

  /// Returns whether an entry is reported.
  func isReported(_ index: Int) -> Bool { groups[places[index].group].isReported }

  private static func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & mask }

  /// Returns the index of the entry with a hash, or `nil` for a word that is in no table.
  func index(of hash: UInt64) -> Int? {
    var slot = Self.slot(of: hash)
    while slots[slot].index >= 0 {
      if slots[slot].hash == hash { return Int(slots[slot].index) }
      slot = (slot + 1) & Self.mask
    }
    return nil
  }
}
