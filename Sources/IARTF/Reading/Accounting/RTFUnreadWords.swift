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
  static let entries: [Entry] = RTFUnreadGroup.all.flatMap(\.entries)

  /// The table of all entries.
  static let standard = RTFUnreadWords()

  /// The indexes of entries by the hashes of their names, with linear probing; -1 for an empty
  /// slot.
  private var slots: [(hash: UInt64, index: Int32)]
  private static let mask = 4095

  private init() {
    slots = Array(repeating: (0, -1), count: Self.mask + 1)
    for (index, entry) in Self.entries.enumerated() {
      var hash = RTFControlWords.emptyHash
      for byte in entry.name.utf8 { hash = RTFControlWords.hash(hash, byte) }
      var slot = Self.slot(of: hash)
      while slots[slot].index >= 0 { slot = (slot + 1) & Self.mask }
      slots[slot] = (hash, Int32(index))
    }
  }

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

/// Words of one topic that are treated alike.
struct RTFUnreadGroup {
  private let reason: String
  /// The feature that is reported; `nil` for words that do not matter.
  private let feature: DocumentFeature?
  private let isDestination: Bool
  private let words: String

  private init(
    _ reason: String, _ words: String, feature: DocumentFeature? = nil, isDestination: Bool
  ) {
    self.reason = reason
    self.words = words
    self.feature = feature
    self.isDestination = isDestination
  }

  /// Creates a group of words that do not change what the document says or shows.
  static func neutral(_ reason: String, _ words: String) -> Self {
    Self(reason, words, isDestination: false)
  }

  /// Creates a group of destinations that do not change what the document says or shows.
  static func neutralDestinations(_ reason: String, _ words: String) -> Self {
    Self(reason, words, isDestination: true)
  }

  /// Creates a group of words that are reported as a feature; `name=5|6` is not reported with the
  /// values 5 and 6, which state a default.
  static func reported(_ feature: DocumentFeature, _ words: String) -> Self {
    Self(feature.rawValue, words, feature: feature, isDestination: false)
  }

  /// Creates a group of destinations that are skipped and reported as a feature.
  static func reportedDestinations(_ feature: DocumentFeature, _ words: String) -> Self {
    Self(feature.rawValue, words, feature: feature, isDestination: true)
  }

  /// The entries of the group.
  var entries: [RTFUnreadWords.Entry] {
    words.split(whereSeparator: \.isWhitespace).map { word in
      let parts = word.split(separator: "=")
      let values = parts.dropFirst().flatMap { $0.split(separator: "|").compactMap { Int32($0) } }
      return RTFUnreadWords.Entry(
        name: String(parts[0]),
        treatment: feature.map { .reported(feature: $0, unless: values) } ?? .neutral,
        isDestination: isDestination, reason: reason)
    }
  }
}
