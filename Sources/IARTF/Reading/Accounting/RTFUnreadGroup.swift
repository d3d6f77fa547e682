internal import IAFormats

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
