internal import IAFormats

/// Words of one topic that are treated alike.
struct RTFUnreadGroup {
  private let reason: String
  /// The feature under which the words are reported; `nil` if they are not reported.
  private let feature: DocumentFeature?
  /// Whether the words are destinations.
  let isDestination: Bool
  private let words: String

  private init(
    _ reason: String, _ words: String, feature: DocumentFeature? = nil, isDestination: Bool
  ) {
    self.reason = reason
    self.words = words
    self.feature = feature
    self.isDestination = isDestination
  }

  /// Whether the words are reported.
  var isReported: Bool { feature != nil }

  /// Creates a group of words that do not change what the document says or shows.
  static func neutral(_ reason: String, _ words: String) -> Self {
    Self(reason, words, isDestination: false)
  }

  /// Creates a group of destinations that do not change what the document says or shows.
  static func neutralDestinations(_ reason: String, _ words: String) -> Self {
    Self(reason, words, isDestination: true)
  }

  /// Creates a group of words that are reported as a feature.
  ///
  /// In `name=5|6`, the values 5 and 6 state the default and are not reported.
  static func reported(_ feature: DocumentFeature, _ words: String) -> Self {
    Self(feature.rawValue, words, feature: feature, isDestination: false)
  }

  /// Creates a group of destinations that are skipped and reported as a feature.
  static func reportedDestinations(_ feature: DocumentFeature, _ words: String) -> Self {
    Self(feature.rawValue, words, feature: feature, isDestination: true)
  }

  /// Calls a closure with the offset, in bytes, and the hash of the name of each word.
  func forEachWord(_ body: (_ utf8Offset: Int, _ hash: UInt64) -> Void) {
    let text = words.utf8.span
    var at = 0
    while at < text.count {
      let start = at
      var hash = RTFControlWords.emptyHash
      while at < text.count, text[at] > 0x20, text[at] != UInt8(ascii: "=") {
        hash = RTFControlWords.hash(hash, text[at])
        at += 1
      }
      if at > start { body(start, hash) }
      while at < text.count, text[at] > 0x20 { at += 1 }
      at += 1
    }
  }

  /// Returns the entry of the word at an offset in bytes.
  func entry(atUTF8 offset: Int) -> RTFUnreadWords.Entry {
    let word = words.utf8.dropFirst(offset).prefix { $0 > 0x20 }
    let parts = String(decoding: Array(word), as: UTF8.self).split(separator: "=")
    let values = parts.dropFirst().flatMap { $0.split(separator: "|").compactMap { Int32($0) } }
    return RTFUnreadWords.Entry(
      name: String(parts[0]),
      treatment: feature.map { .reported(feature: $0, unless: values) } ?? .neutral,
      isDestination: isDestination, reason: reason)
  }
}
