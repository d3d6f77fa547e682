import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Check boxes, drop-down lists and text fields.
@Suite struct FormTests {
  private static func read(_ page: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(Array(("<!DOCTYPE html><meta charset=utf-8>" + page).utf8)))
  }

  /// Returns the texts of the form fields of a document with their fields.
  private static func fields(_ string: IAString) -> [String] {
    string.attributeRuns(in: string.utf16Range).compactMap { run in
      run.attributes.formField.map { "\(string.text(in: run.utf16Range)): \($0.tag)" }
    }
  }

  @Test func `A field has the font of the text around it`() throws {
    let document = try Self.read("<p><b>a <input value=b></b>").document
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions())
    let page = String(decoding: sink.bytes, as: UTF8.self)
    #expect(page.contains(".ia-form{font:inherit;color:inherit;"))
    #expect(page.contains("<input class=\"ia-form\""))
  }

  @Test(arguments: ["<input value=b", "<select", "<textarea", "<meter"])
  func `A field displayed as a block has its colour behind its text`(_ start: String) throws {
    let html = "<p>a \(start) style='display:block;background:#abcdef'>"
    let string = try Self.read(html + "<option>b</select></textarea></meter>").document.string
    let colors = string.attributeRuns(in: string.utf16Range).map(\.attributes.background)
    #expect(colors.contains(Color(0xABCDEF)), "\(string.text)")
  }

  private static func written(
    _ document: IADocument, _ profile: String, isHidden: Bool
  ) throws -> (String, ConversionReport) {
    var sink = BytesSink()
    let report = try HTMLWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile, keepsHiddenData: isHidden))
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  @Test(arguments: [
    ("<input type=checkbox name=box checked>", "\u{2612}: check-box name=box"),
    ("<input type=CHECKBOX>", "\u{2610}: check-box"),
    ("<input value=typed name=t>", "typed: text name=t"), ("<input>", FormField.blank + ": text"),
    ("<textarea name=t>\n a\nb</textarea>", " a\u{2028}b: text name=t"),
    (
      "<select name=s><option>S<option value=l selected> L  M </select>",
      "L M: drop-down name=s entry=S entry=L%20M"
    ),
    (
      "<select><optgroup><option><option>b</optgroup></select>",
      FormField.blank + ": drop-down entry= entry=b"
    ),
    ("<input type=radio name=g value=m checked>", "\u{25C9}: radio name=g entry=m"),
    ("<input type=RADIO>", "\u{25CB}: radio"),
    (
      "<select multiple name=s><option selected>a, b<option>c<option selected>d</select>",
      "a, b\u{2028}d: list name=s entry=a,%20b entry=c entry=d"
    ),
    ("<select multiple><option>a</select>", FormField.blank + ": list entry=a"),
  ])
  func `A field keeps its kind, state, name and entries`(page: String, expected: String) throws {
    let found = try Self.read("<p>a \(page) b")
    #expect(found.report.isLossless, "\(found.report.notes)")
    #expect(Self.fields(found.document.string) == [expected])
    for profile in ["standard", "plain"].filter({ name in
      HTMLWriter().descriptor.profiles.contains { $0.name == name }
    }) + [HTMLWriter().descriptor.profiles[0].name] {
      for isHidden in [true, false] {
        let (text, report) = try Self.written(found.document, profile, isHidden: isHidden)
        #expect(report.isLossless, "\(report.notes)")
        let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document
        #expect(back.string == found.document.string, "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("<input type=date value=2024-02-29>", "2024-02-29: text", "date"),
    ("<input type=submit>", "", "input"),
    ("<meter>3</meter>", "", "meter"),
  ])
  func `Other fields are text, and reported`(
    page: String, expected: String, detail: String
  ) throws {
    let found = try Self.read("<p>\(page)")
    #expect(Self.fields(found.document.string).joined() == expected)
    #expect(
      found.report.notes.map { "\($0.kind.feature.rawValue) \($0.detail)" }
        == ["form-field " + detail])
  }

  @Test func `A box at the start of an item is a task, unless it is a field of this suite`() throws
  {
    let task = try Self.read("<ul><li><input type=checkbox checked> a</ul>").document.string
    #expect(Self.fields(task).isEmpty && task.text == "a\n")
    var string = task
    string.insert("\u{2612}", at: 0)
    string.set(\.formField, to: FormField(.checkBox), in: 0..<1)
    for isHidden in [true, false] {
      let (text, _) = try Self.written(
        IADocument(string), HTMLWriter().descriptor.profiles[0].name, isHidden: isHidden)
      let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
      #expect(back == string, "\(text)")
    }
  }

  /// Returns a document with fields, some of which no HTML element can show.
  private static func document() -> IADocument {
    let size = FormField(.dropDown, name: "<S>", defaultText: "L&\"", entries: ["S", "L&\"", ""])
    let odd = FormField(.dropDown, entries: ["two  spaces", "b"])
    let pieces: [(String, FormField?)] = [
      ("a ", nil), ("\u{2612}\u{2610}", FormField(.checkBox, defaultText: FormField.checked)),
      ("L&\"", size), (" or ", nil), (FormField.blank, size), ("M", size), ("b", odd),
      ("two  lines\u{2028}\u{1F600} </textarea>'\"", FormField(.text, defaultText: "d '\"&")),
      ("\u{2610} yes", FormField(.checkBox)), ("\tc", FormField(.text, name: "with\ttab")),
      ("x\u{1}\u{FFFD}", FormField(.text)), ("'\"&<", FormField(.text, name: "q")),
    ]
    var string = IAString(pieces.map(\.0).joined() + "\n")
    var start = 0
    for (text, field) in pieces {
      let range = start..<start + text.utf16.count
      string.set(\.formField, to: field, in: range)
      if start % 2 == 1 { string.set(\.bold, to: true, in: range) }
      start = range.upperBound
    }
    return IADocument(string)
  }

  @Test(arguments: [true, false])
  func `Fields that no element shows come back too`(isHidden: Bool) throws {
    let document = Self.document()
    let (text, report) = try Self.written(
      document, HTMLWriter().descriptor.profiles[0].name, isHidden: isHidden)
    #expect(Set(report.kinds.map(\.feature)) == [.formField, .controlCharacter])
    #expect(text.contains("<textarea class=\"ia-form\""))
    #expect(text.contains("<option selected>L&amp;&quot;</option>"))
    #expect(text.contains("name=\"&lt;S&gt;\""))
    let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
    if isHidden {
      #expect(back == document.string, "\(text)")
    } else {
      #expect(back.text == document.string.text.replacing("\u{1}", with: "\u{FFFD}"))
      #expect(Self.fields(back).count == Self.fields(document.string).count)
    }
  }

  @Test func `A line end is no state of a field, and reported`() throws {
    var document = IADocument(IAString("a\nb\n"))
    document.string.set(\.formField, to: FormField(.text), in: 0..<2)
    for isHidden in [true, false] {
      let (text, report) = try Self.written(
        document, HTMLWriter().descriptor.profiles[0].name, isHidden: isHidden)
      #expect(report.notes.map(\.detail) == ["line end"])
      let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
      #expect(Self.fields(back) == [isHidden ? "a\n: text" : "a: text"])
    }
  }

  @Test func `Fields that are not kept are reported`() throws {
    for type in ["password", "file"] {
      let result = try Self.read("<p>a <input type=\(type)> b")
      #expect(result.report.losses.map(\.kind.feature) == [.formField])
    }
    let result = try Self.read("<p><input type=image alt=Go src=x.png>")
    #expect(result.document.string.text == "Go\n")
    #expect(result.report.losses.map(\.kind.feature).contains(.image))
  }

  @Test func `A class of this suite does not hide the style of other pages`() throws {
    let string = try Self.read("<p><span class=ia-s style='color:red'>a</span>").document.string
    #expect(string.attributes(at: 0).foreground == Color(0xFF0000))
  }

  @Test func `Fields that are not displayed are hidden text`() throws {
    let page =
      "<p>a<textarea style='display:none'>b</textarea><textarea style='width:9px'>c</textarea>"
    let result = try Self.read(page)
    let runs = result.document.string.attributeRuns(in: result.document.string.utf16Range)
    let hidden = runs.filter(\.attributes.hidden).map {
      result.document.string.text(in: $0.utf16Range)
    }
    #expect(hidden == ["b"])
    #expect(result.report.notes.filter { $0.detail == "width" }.count == 1)
  }
}
