internal import Foundation
internal import IACorpus
public import IAText

/// The texts that layouts are compared on, the same for this suite and its peers.
public enum LayoutTexts: String, CaseIterable {
  /// A megabyte of English prose.
  case prose
  /// Ten thousand messages of up to 300 units in four languages.
  case messages
  /// The same, with emoji at the end of 15 in a hundred.
  case messagesEmoji = "messages-emoji"
  /// Prose whose words are bold, italic, coloured and larger by turns.
  case attributes
  /// Prose in which each character has another intensity.
  case intensities
  /// Arabic, Hebrew, Devanagari, Chinese, Thai, Cyrillic and emoji by turns.
  case mixed

  /// The text with its attributes and intensities; paragraphs end with U+000A.
  public func string() throws -> IAString {
    switch self {
    case .prose: IAString(units: try Prose.units(count: 1_000_000))
    case .messages, .messagesEmoji: IAString(try messages().joined(separator: "\n") + "\n")
    case .attributes: Self.words(try Prose.units(count: 500_000))
    case .intensities:
      IAString(
        units: try Prose.units(count: 500_000),
        intensities: (0..<500_000).map { UInt8($0 * 37 % 101) })
    case .mixed: IAString(units: try Self.scripts(count: 200_000))
    }
  }

  /// The messages one by one; none for what is no list of messages.
  public func messages() throws -> [String] {
    guard self == .messages || self == .messagesEmoji else { return [] }
    let plain = try Messages.mixed(count: 12_000).filter { $0.count <= 300 }.prefix(10_000)
      .map { $0.replacing("\n", with: " ") }
    guard self == .messagesEmoji else { return plain }
    return plain.enumerated().map { index, text in
      index % 20 < 3 ? text + " \u{1F600}\u{1F44D}\u{1F3FD}" : text
    }
  }

  /// Bold, italic, coloured and larger words by turns.
  private static func words(_ units: [UInt16]) -> IAString {
    var builder = IAStringBuilder()
    var styles = (0..<4).map { _ in InlineAttributes() }
    styles[0].bold = true
    styles[1].italic = true
    styles[2].foreground = Color(0x2040C0)
    styles[3].fontSize = 18
    let attributes = styles.map { builder.intern($0) }
    var start = 0
    var number = 0
    for index in units.indices where units[index] == 0x20 || index == units.count - 1 {
      builder.append(units: units[start...index], attributes: attributes[number % 4])
      start = index + 1
      number += 1
    }
    return builder.finish()
  }

  private static func scripts(count: Int) throws -> [UInt16] {
    let documents = try ["chat-ar", "chat-th", "chat-ru", "mixed-scripts"].compactMap {
      try CorpusDocument.named($0)?.string
    }
    var units: [UInt16] = []
    while units.count < count {
      for document in documents {
        units += document.units(in: document.utf16Range)
        units.append(0x0A)
      }
    }
    return units
  }
}
