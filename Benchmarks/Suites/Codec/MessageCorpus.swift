import IACorpus
import IAFormats
import IAText
import Inputs

/// Real messages with the intensities of the mixture: one styled run in four hundred units, emoji in
/// 15 of 100, a link in 4 of 100, as in PEERS.md.
struct MessageCorpus {
  /// A message, what the codec gets, and the same as the source system's dictionary in JSON.
  struct Message {
    var document: IADocument
    var kind: IntensityMixture.Kind
    var json: [UInt8]
  }

  /// What dictionaries are made from; no message of it is measured.
  var training: [Message] = []
  /// What is measured.
  var measured: [Message] = []

  /// Takes every third message for training and the others for measuring, languages by turns.
  init(count: Int) throws {
    let texts = try Messages.mixed(count: count)
    var seen: Set<String> = []
    var mixture = IntensityMixture(seed: 2026)
    var dice = SeededGenerator(seed: 11)
    let writer = FormatList.writers.first { $0.descriptor.id.rawValue == "json" }
    guard let writer else { return }
    for (index, text) in texts.enumerated() where seen.insert(text).inserted {
      let message = try Self.message(text, &mixture, &dice, writer)
      if index / Messages.Language.allCases.count % 3 == 0 {
        training.append(message)
      } else {
        measured.append(message)
      }
    }
  }

  private static func message(
    _ text: String, _ mixture: inout IntensityMixture, _ dice: inout SeededGenerator,
    _ writer: any DocumentWriter
  ) throws -> Message {
    let emoji = ["🎉", "😀", "👍", "❤️", "😂", "🙏", "🔥", "🥳"]
    let units = Array((dice.chance(15) ? text + " " + dice.pick(emoji) : text).utf16)
    let kind = mixture.kind()
    var string = IAString(units: units, intensities: mixture.intensities(for: units, kind: kind))
    if dice.below(400) < units.count {
      let start = dice.below(units.count)
      string.set(\.bold, to: true, in: start..<min(start + 4 + dice.below(20), units.count))
    }
    if dice.chance(4) {
      let start = dice.below(units.count)
      string.set(
        \.link, to: .init("https://example.org/\(dice.below(1000))"),
        in: start..<min(start + 8, units.count))
    }
    let document = IADocument(string)
    let json = try FormatList.bytes(of: document, by: writer, profile: "legacy")
    return Message(document: document, kind: kind, json: json)
  }
}
