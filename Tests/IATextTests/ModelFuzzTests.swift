import IATestSupport
import IAText
import Testing

/// Compares random edits of an `IAString` with plain arrays; old copies are checked again later.
@Suite struct ModelFuzzTests {
  /// The content of a string, one entry for each unit.
  private struct Model: Equatable {
    var units: [UInt16] = []
    var intensities: [UInt8] = []
    var attributes: [InlineAttributes] = []
    var attachments: [String?] = []

    mutating func replace(_ range: Range<Int>, with other: Model) {
      units.replaceSubrange(range, with: other.units)
      intensities.replaceSubrange(range, with: other.intensities)
      attributes.replaceSubrange(range, with: other.attributes)
      attachments.replaceSubrange(range, with: other.attachments)
    }

    func slice(_ range: Range<Int>) -> Model {
      Model(
        units: Array(units[range]), intensities: Array(intensities[range]),
        attributes: Array(attributes[range]), attachments: Array(attachments[range]))
    }
  }

  private func model(of string: IAString) -> Model {
    var model = Model(
      units: string.units(in: string.utf16Range),
      intensities: string.intensities(in: string.utf16Range))
    for run in string.attributeRuns(in: string.utf16Range) {
      model.attributes.append(
        contentsOf: repeatElement(run.attributes, count: run.utf16Range.count))
    }
    model.attachments = Array(repeating: nil, count: model.units.count)
    for placed in string.attachments {
      model.attachments[placed.utf16Offset] = placed.attachment.name
    }
    return model
  }

  private func attributes(_ random: inout SeededGenerator) -> InlineAttributes {
    var attributes = InlineAttributes()
    attributes.bold = random.below(2) == 0
    attributes.italic = random.below(3) == 0
    if random.below(4) == 0 { attributes.fontSize = Double(8 + random.below(3)) }
    if random.below(6) == 0 { attributes.link = .init("https://example.org/\(random.below(2))") }
    return attributes
  }

  private func range(in count: Int, _ random: inout SeededGenerator) -> Range<Int> {
    let start = random.below(count + 1)
    let length = random.below(min(count - start, random.below(5) == 0 ? count : 6) + 1)
    return start..<start + length
  }

  @Test(arguments: 0..<12)
  func anyEditsAgreeWithPlainArrays(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var string = IAString()
    var model = Model()
    var kept: [(IAString, Model)] = []
    for step in 0..<400 {
      let range = range(in: model.units.count, &random)
      edit(&string, &model, range, &random)
      if random.below(20) == 0 { kept.append((string, model)) }
      if step % 8 == 0 {
        #expect(self.model(of: string) == model, "seed \(seed), step \(step)")
        #expect(string.defects() == [], "seed \(seed), step \(step)")
      }
    }
    for (old, expected) in kept { #expect(self.model(of: old) == expected, "seed \(seed)") }
  }

  private func edit(
    _ string: inout IAString, _ model: inout Model, _ range: Range<Int>,
    _ random: inout SeededGenerator
  ) {
    switch random.below(9) {
    case 0, 1:
      let units = (0..<random.below(8)).map { _ in
        [0x61, 0x62, 0x0A, 0xD83D, 0xDE00, 0x416][random.below(6)] as UInt16
      }
      let set = attributes(&random)
      let level = UInt8(random.below(101))
      string.replace(range, with: units, intensity: level, attributes: set)
      model.replace(
        range,
        with: Model(
          units: units, intensities: Array(repeating: level, count: units.count),
          attributes: Array(repeating: set, count: units.count),
          attachments: Array(repeating: nil, count: units.count)))
    case 2:
      string.remove(range)
      model.replace(range, with: Model())
    case 3:
      let level = UInt8(random.below(101))
      string.setIntensity(level, in: range)
      for offset in range { model.intensities[offset] = level }
    case 4:
      string.toggle(\.bold, in: range)
      let value = !range.allSatisfy { model.attributes[$0].bold } || range.isEmpty
      for offset in range { model.attributes[offset].bold = value }
    case 5:
      let piece = string.substring(self.range(in: model.units.count, &random))
      let copy = self.model(of: piece)
      string.replace(range, with: piece)
      model.replace(range, with: copy)
    case 6:
      let set = attributes(&random)
      let name = "file \(random.below(1000))"
      string.replace(
        range, with: Attachment(.file, name: name), intensity: 7, attributes: set)
      model.replace(
        range,
        with: Model(
          units: [0xFFFC], intensities: [7], attributes: [set], attachments: [name]))
    case 7:
      let blocks = random.below(2) == 0 ? [] : [Block(id: 1 + random.below(3), .blockQuote)]
      string.setParagraphAttributes(ParagraphAttributes(blocks: blocks), in: range)
    default:
      let set = attributes(&random)
      string.setAttributes(set, in: range)
      for offset in range { model.attributes[offset] = set }
    }
  }
}
