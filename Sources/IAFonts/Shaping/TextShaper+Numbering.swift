internal import CHarfBuzz

extension TextShaper {
  /// The fonts and languages of a shaper by their numbers, and its cached pair tables.
  ///
  /// With this value, shapers on other threads use the same numbers.
  public struct Numbering: Sendable {
    let collection: FontCollection
    fileprivate let fonts: [ShaperFont]
    fileprivate let requests: [FontRequest: FontID]
    fileprivate let fallbacks: [FallbackKey: FontID]
    fileprivate let pairTables: [PairTable]
    fileprivate let pairTableNumbers: [UInt64: Int]
    /// The instances in the order of their fonts' numbers.
    public var instances: [FontInstance] { fonts.map(\.instance) }
    /// The languages in the order of their numbers, from 0.
    public let languages: [String]
  }

  /// The fonts and languages that have a number.
  ///
  /// - Complexity: O(fonts + languages).
  public var numbering: Numbering {
    Numbering(
      collection: collection, fonts: fonts, requests: requests, fallbacks: fallbacks,
      pairTables: pairTables, pairTableNumbers: pairTableNumbers,
      languages: languageIDs.sorted { $0.value < $1.value }.map(\.key))
  }

  /// Creates a shaper that continues with the numbers of another one.
  public init(_ numbering: Numbering, cacheBytes: Int = 32 << 20) {
    self.init(numbering.collection, cacheBytes: cacheBytes)
    fonts = numbering.fonts
    for (number, font) in fonts.enumerated() {
      fontIDs[font.instance] = FontID(rawValue: UInt16(number))
    }
    requests = numbering.requests
    fallbacks = numbering.fallbacks
    pairTables = numbering.pairTables
    pairTableNumbers = numbering.pairTableNumbers
    for name in numbering.languages { _ = language(name) }
  }
}
