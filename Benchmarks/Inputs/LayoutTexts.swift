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
  /// Arabic, Hebrew, Devanagari, Chinese, Cyrillic and emoji by turns.
  case mixed
  /// Thai, whose words programs find with dictionaries of their own.
  case thai

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
    case .mixed:
      IAString(units: try Self.units(of: ["chat-ar", "chat-ru", "mixed-scripts"], count: 200_000))
    case .thai: IAString(units: try Self.units(of: ["chat-th"], count: 100_000))
    }
  }

  /// The messages one by one; none for what is no list of messages.
  public func messages() throws -> [String] {
    guard self == .messages || self == .messagesEmoji else { return [] }
    let plain = try Messages.mixed(count: 12_000).filter { $0.count <= 300 }.prefix(10_000)
      .map(Self.typed)
    guard self == .messagesEmoji else { return plain }
    return plain.enumerated().map { index, text in
      index % 20 < 3 ? text + " \u{1F600}\u{1F44D}\u{1F3FD}" : text
    }
  }

  /// The font families of a text that one family has not all characters of, best first; otherwise one family.
  ///
  /// Programs choose other fonts for other scripts by rules of their own. With one list they lay out the same glyphs.
  public var fontFamilies: [String] {
    let others = [
      "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai",
      "Noto Sans Bengali", "Noto Sans Khmer", "Noto Sans Sinhala", "Noto Sans Kannada",
      "Noto Sans Tamil", "Noto Serif Tibetan", "Droid Sans Fallback", "Noto Sans Math",
    ]
    return ["Noto Sans"] + (self == .mixed || self == .thai ? others : [])
  }

  /// Returns a message of a file as a person types it: one space for line ends, tabs and runs of spaces, no controls.
  ///
  /// Tab stops and the widths of controls are conventions of each program.
  private static func typed(_ message: String) -> String {
    message.split { $0 == " " || $0.isNewline || $0 == "\t" }
      .map { String($0.unicodeScalars.filter { $0.properties.generalCategory != .control }) }
      .joined(separator: " ")
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
    // A run ends with its paragraph: the peers lay out each paragraph alone.
    for index in units.indices
    where units[index] == 0x20 || units[index] == 0x0A || index == units.count - 1 {
      builder.append(units: units[start...index], attributes: attributes[number % 4])
      start = index + 1
      number += 1
    }
    return builder.finish()
  }

  /// Returns the texts of documents of the corpus, repeated; without Korean and the characters of the second plane, which
  /// have no font of `Scripts/bootstrap`: what stands for them has another width in each program.
  private static func units(of names: [String], count: Int) throws -> [UInt16] {
    let texts = try names.compactMap { try CorpusDocument.named($0)?.string.text }
    let text = texts.joined(separator: "\n") + "\n"
    let scalars = text.unicodeScalars.filter {
      !(0xAC00...0xD7A3).contains($0.value) && !(0x2_0000...0x2_FFFF).contains($0.value)
    }
    let shown = Array(String(String.UnicodeScalarView(scalars)).utf16)
    var units: [UInt16] = []
    while units.count < count { units += shown }
    return units
  }
}
