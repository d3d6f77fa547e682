import IAFormats
import IARTF
import IAText
import Testing

/// Check boxes, drop-down lists and text fields.
@Suite struct RTFFormTests {
  private static func field(_ word: String, _ data: String, _ result: String = "") -> String {
    "{\\field{\\*\\fldinst \(word) {\\*\\formfield{\(data)}}}{\\fldrslt \(result)}}"
  }

  /// Returns the texts of the form fields of a document with their fields.
  private static func fields(_ string: IAString) -> [String] {
    string.attributeRuns(in: string.utf16Range).compactMap { run in
      run.attributes.formField.map { "\(string.text(in: run.utf16Range)): \($0.tag)" }
    }
  }

  @Test(arguments: [
    ("FORMCHECKBOX", "\\fftype1\\ffres1{\\*\\ffname box}", "", "\u{2612}: check-box name=box"),
    ("FORMCHECKBOX", "\\fftype1\\ffres25\\ffdefres1", "", "\u{2612}: check-box default=\u{2612}"),
    ("FORMCHECKBOX", "\\fftype1\\ffres0\\ffdefres1", "x", "\u{2610}: check-box default=\u{2612}"),
    ("FORMCHECKBOX", "{\\*\\ffname box}", "", "\u{2610}: check-box name=box"),
    (
      "FORMDROPDOWN", "\\fftype2\\ffres1{\\*\\ffl a b}{\\*\\ffl c}", "",
      "c: drop-down entry=a%20b entry=c"
    ),
    (
      "FORMDROPDOWN", "\\fftype2\\ffres25\\ffdefres1{\\*\\ffl a}{\\*\\ffl c}", "other",
      "c: drop-down default=c entry=a entry=c"
    ),
    (
      "FORMTEXT", "\\fftype0{\\*\\ffname t}{\\*\\ffdeftext d}", "typed",
      "typed: text name=t default=d"
    ),
    ("FORMTEXT", "\\fftype0{\\*\\ffdeftext d}", "", "d: text default=d"),
    ("FORMTEXT", "\\fftype0", "", FormField.blank + ": text"),
  ])
  func `A field keeps its kind, state, name, default and entries`(
    word: String, data: String, result: String, expected: String
  ) throws {
    let found = try readRTF("{\\rtf1 a \(Self.field(word, data, result)) b\\par}")
    #expect(found.report.isLossless)
    #expect(Self.fields(found.document.string) == [expected])
    #expect(
      found.document.string.text.hasPrefix("a ") && found.document.string.text.hasSuffix(" b\n"))
    for isHidden in [true, false] {
      let (text, report) = try writtenRTF(
        found.document, WriteOptions(profile: "word", keepsHiddenData: isHidden))
      #expect(report.isLossless, "\(report.notes)")
      #expect(try readRTF(text).document.string == found.document.string, "\(text)")
    }
  }

  @Test func `Fields without data, entries or the choice are reported`() throws {
    func read(_ body: String) throws -> (String, [String]) {
      let found = try readRTF("{\\rtf1 \(body)\\par}")
      return (
        found.document.string.text + Self.fields(found.document.string).joined(),
        found.report.notes.map { "\($0.kind.effect) \($0.kind.feature.rawValue) \($0.detail)" }
      )
    }
    let result = try read("{\\field{\\*\\fldinst FORMDROPDOWN}{\\fldrslt a}}")
    #expect(result == ("a\n", ["approximated form-field drop-down list"]))
    let empty = try read(Self.field("FORMDROPDOWN", "\\fftype2\\ffres3{\\*\\ffl a}"))
    #expect(empty == ("\n", ["dropped form-field drop-down list"]))
    let box = try read("{\\field{\\*\\fldinst FORMCHECKBOX}}")
    #expect(box == ("\u{2610}\n\u{2610}: check-box", []))
  }

  @Test func `A footnote in a text field stays a reference`() throws {
    let string = try readRTF(
      "{\\rtf1 \(Self.field("FORMTEXT", "\\fftype0", "a{\\super\\chftn}{\\footnote\\chftn n}b"))\\par}"
    ).document.string
    #expect(Self.fields(string) == ["a: text", "b: text"])
    #expect(string.inlineSets.contains { $0[tag: "footnote"] == "1" })
  }

  /// Returns a document with form fields; the text of some is not a state of the field.
  private static func document() -> IADocument {
    let size = FormField(.dropDown, name: "Size", defaultText: "L", entries: ["S", "L", ""])
    let pieces: [(String, FormField?, bold: Bool)] = [
      ("a ", nil, false), ("\u{2612}\u{2610}", FormField(.checkBox, name: "b"), true),
      ("L", size, false), (" or ", nil, true), (FormField.blank, size, false),
      (" and ", nil, false), ("M", size, false),
      ("typed {\\}\u{2028}\u{1F600}", FormField(.text, defaultText: "d \\ }"), true),
      ("\u{2610} yes", FormField(.checkBox), false),
      ("c", FormField(.text, name: "with\ttab"), false), ("\nd\n", FormField(.text), false),
    ]
    var string = IAString(pieces.map(\.0).joined())
    var start = 0
    for (text, field, bold) in pieces {
      let range = start..<start + text.utf16.count
      string.set(\.formField, to: field, in: range)
      string.set(\.bold, to: bold, in: range)
      start = range.upperBound
    }
    return IADocument(string)
  }

  @Test(arguments: [true, false])
  func `What RTF lacks of a field is reported`(isHidden: Bool) throws {
    let document = Self.document()
    let (plain, losses) = try writtenRTF(document, WriteOptions(keepsHiddenData: isHidden))
    #expect(losses.kinds.allSatisfy { $0.feature == .formField })
    let details = Set(losses.notes.map(\.detail))
    #expect(details == ["", "line end", "text that is not a state of the field"])
    let back = try readRTF(plain).document.string
    #expect(back.text == document.string.text)
    // "M", " yes" and line ends are ordinary text; the tab of a name is a space.
    #expect(
      Self.fields(back) == [
        "\u{2612}\u{2610}: check-box name=b",
        "L: drop-down name=Size default=L entry=S entry=L entry=",
        "\(FormField.blank): drop-down name=Size default=L entry=S entry=L entry=",
        "typed {\\}\u{2028}\u{1F600}: text default=d%20\\%20}", "\u{2610}: check-box",
        "c: text name=with%20tab", isHidden ? "\nd\n: text" : "d: text",
      ])
  }

  @Test func `The profile for TextEdit shows the text of fields`() throws {
    let document = Self.document()
    let (text, report) = try writtenRTF(
      document, WriteOptions(profile: "cocoa", keepsHiddenData: false))
    #expect(!text.contains("\\formfield"))
    #expect(report.kinds.map(\.feature) == [.formField])
    #expect(try readRTF(text).document.string.text == document.string.text)
  }

  @Test func `Hidden data replaces no field of the file`() throws {
    let (text, _) = try writtenRTF(
      readRTF("{\\rtf1 \(Self.field("FORMCHECKBOX", "\\fftype1\\ffres1"))\\par}").document,
      WriteOptions())
    // Simulates another program that unchecks the box.
    let changed = text.replacing("\\ffres1", with: "\\ffres0")
    #expect(try readRTF(changed).document.string.text == "\u{2610}\n")
  }

  @Test(arguments: [true, false])
  func `Radio buttons and lists with several choices are text, and reported`(isHidden: Bool) throws
  {
    var string = IAString("\u{25C9} a, b\u{2028}c\n")
    string.set(\.formField, to: FormField(.radioButton, name: "g", entries: ["v"]), in: 0..<1)
    string.set(\.formField, to: FormField(.list, entries: ["b", "c"]), in: 5..<8)
    let (text, report) = try writtenRTF(
      IADocument(string), WriteOptions(profile: "word", keepsHiddenData: isHidden))
    #expect(!text.contains("\\fldinst"))
    #expect(
      report.notes.map(\.kind) == [
        .init(effect: .dropped, feature: .formField), .init(effect: .dropped, feature: .formField),
      ])
    let back = try readRTF(text)
    #expect(back.document.string.text == string.text)
    #expect(Self.fields(back.document.string).isEmpty)
  }
}
