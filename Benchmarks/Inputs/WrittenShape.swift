internal import IACorpus
public import IAFiles
public import IAText

/// A sink that counts, so that a writer alone is measured and not a growing array.
public struct CountingSink: DocumentSink {
  /// How many bytes came.
  public private(set) var count = 0

  /// Makes a sink that nothing came to yet.
  public init() {}

  /// Counts bytes.
  public mutating func write(_ bytes: [UInt8]) { count += bytes.count }

  /// Takes no files.
  public mutating func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}

/// What long documents look like that writers are measured with.
public enum WrittenShape: String, CaseIterable {
  /// Prose alone.
  case plain = "plain paragraphs"
  /// A quarter of the text in one of four styles, hidden data kept.
  case styles = "four styles in turn"
  /// The same without hidden data.
  case bareStyles = "four styles in turn, no hidden data"
  /// An intensity a unit, shown by word.
  case scheme = "a scheme by word"
  /// Prose in Cyrillic letters.
  case cyrillic = "Cyrillic"

  /// A document of so many units.
  public func document(units count: Int) throws -> IADocument {
    let units = try Prose.units(count: count)
    switch self {
    case .plain: return IADocument(IAString(units: units))
    case .styles, .bareStyles:
      var string = IAString(units: units)
      var start = 0
      for number in 0..<count / 100 {
        let range = start..<min(start + 25, count)
        string.updateAttributes(in: range) { attributes in
          switch number % 4 {
          case 0: attributes.bold = true
          case 1: attributes.foreground = Color(0x1D6F42)
          case 2: attributes.fontSize = 14
          default: attributes.link = .init("https://example.org/")
          }
        }
        start += 100
      }
      return IADocument(string)
    case .scheme:
      var mixture = IntensityMixture(seed: 23)
      let levels = mixture.intensities(for: units, kind: .raw)
      var string = IAString(units: units, intensities: levels)
      string.options.smoothing = .word
      return IADocument(string)
    case .cyrillic:
      let letters = units.map { (0x61...0x7A).contains($0) ? $0 - 0x61 + 0x430 : $0 }
      return IADocument(IAString(units: letters))
    }
  }
}
