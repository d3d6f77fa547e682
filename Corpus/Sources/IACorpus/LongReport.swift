import IAText

extension CorpusDocument {
  /// Returns a report on lighthouses in chapters with lists, tables, footnotes, quotes and code.
  static func longReport(chapters: Int, seed: UInt64) -> IADocument {
    var dice = SeededGenerator(seed: seed)
    var writer = BlockWriter()
    writer.heading(1, "The Lights of the Northern Coast", intensity: 85)
    writer.paragraph("A survey in \(chapters) chapters") { $0.alignment = .center }
    for number in 1...chapters { chapter(number, &writer, &dice) }
    return IADocument(
      writer.builder.finish(options: DisplayOptions(smoothing: .sentence)),
      metadata: DocumentMetadata(
        title: "The Lights of the Northern Coast", authors: ["The corpus of the intensity suite"],
        subject: "A long document", keywords: ["lights", "coast", "survey"], language: "en"))
  }

  private static func chapter(
    _ number: Int, _ writer: inout BlockWriter, _ dice: inout SeededGenerator
  ) {
    writer.heading(2, "\(number). \(capitalised(dice.pick(places)))")
    for _ in 0..<3 { prose(&writer, &dice, footnote: "\(number)\(dice.below(900) + 100)") }
    writer.heading(3, "What was found")
    writer.block(.unorderedList(marker: "•")) { list in
      for ordinal in 1...4 {
        list.block(.listItem(.init(ordinal: ordinal))) { $0.paragraph(sentence(&dice)) }
      }
    }
    writer.block(.orderedList(.init(numbering: number % 2 == 0 ? .decimal : .lowerRoman))) { list in
      for ordinal in 1...3 {
        list.block(.listItem(.init(ordinal: ordinal))) { item in
          item.paragraph(sentence(&dice))
          guard ordinal == 2 else { return }
          item.block(.unorderedList(marker: "–")) { inner in
            inner.block(.listItem(.init(ordinal: 1))) { $0.paragraph(sentence(&dice)) }
            inner.block(.listItem(.init(ordinal: 2))) { $0.paragraph(sentence(&dice)) }
          }
        }
      }
    }
    let rows = (1...5).map { row in
      [
        "Light \(number).\(row)", "\(20 + dice.below(60)) m", "\(1 + dice.below(24)) nm",
        "\(dice.below(20)).\(dice.below(10)) s",
      ]
    }
    writer.table(
      [["Name", "Height", "Range", "Period"]] + rows,
      columns: [.init(), .init(alignment: .right), .init(alignment: .right), .init()])
    writer.block(.blockQuote) { quote in
      quote.paragraph(sentence(&dice), intensity: 25)
      quote.paragraph("— the keeper of light \(number)", intensity: 25) { $0.alignment = .right }
    }
    if number % 4 == 0 {
      writer.block(.codeBlock(language: "swift")) { code in
        code.paragraph("for second in 0..<period {")
        code.paragraph("  lamp.isLit = second < \(dice.below(9) + 1)  // \"<&>\" stay as they are")
        code.paragraph("}")
      }
      writer.block(.thematicBreak) { $0.paragraph("") }
    }
  }

  private static func prose(
    _ writer: inout BlockWriter, _ dice: inout SeededGenerator, footnote label: String
  ) {
    for index in 0..<(6 + dice.below(7)) {
      let units = Array(((index == 0 ? "" : " ") + sentence(&dice)).utf16)
      let start = writer.builder.utf16Count
      let style = dice.below(12)
      writer.append(String(decoding: units, as: UTF16.self)) { attributes in
        attributes.italic = style == 0
        attributes.bold = style == 1
        if style == 2 { attributes.link = .init("https://example.org/lights/\(label)") }
        if style == 3 { attributes.foreground = Color(0x7A1F1F) }
      }
      let mood = dice.pick(Pressure.allCases)
      writer.builder.setIntensities(mood.intensities(for: units, dice: &dice), at: start)
    }
    writer.append(label) { attributes in
      attributes.script = .superscript
      attributes.link = .init("#fn-\(label)")
    }
    writer.endParagraph()
    writer.block(.footnote(label: label)) { $0.paragraph(sentence(&dice)) }
  }

  private static func sentence(_ dice: inout SeededGenerator) -> String {
    let text = [
      dice.pick(times), dice.pick(people), dice.pick(deeds), dice.pick(places), dice.pick(ends),
    ].joined(separator: " ")
    return capitalised(text) + "."
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let times = [
    "before dawn", "in the third winter", "on clear nights", "when the fog came in",
    "after the spring tides", "some years later", "at the turn of the watch", "as a rule",
    "against all advice",
  ]
  private static let people = [
    "the keeper", "a young surveyor", "the pilot’s daughter", "two men from the office",
    "whoever held the lamp", "the inspector", "our guide, Ødegård,", "the naïve newcomer",
  ]
  private static let deeds = [
    "counted the flashes seen from", "mended the glass above", "drew a careful map of",
    "wrote 17 letters about", "trimmed the wick and watched", "lost a good compass near",
    "heard the bell buoy far beyond", "paid £4 & sixpence to reach",
  ]
  private static let places = [
    "the grey skerries", "the old harbour wall", "the point that sailors call “the Nose”",
    "the lower light", "the island of sheep", "the narrow sound", "the café by the quay",
    "the signal mast",
  ]
  private static let ends = [
    "until the oil ran out", "without a word to anyone", "and noted each in a green book",
    "while the gulls complained", "for reasons nobody recorded", "as the law required",
    "though the glass was falling", "and was believed by few",
  ]
}
