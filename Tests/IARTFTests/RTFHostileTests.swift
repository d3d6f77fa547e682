import IABytes
import IAFormats
import IARTF
import IATestSupport
import IAText
import Testing

/// Cases R1 to R11 of the project's list of threats, each with its stated outcome.
@Suite struct RTFHostileTests {
  private func features(_ result: ReadResult) -> Set<String> {
    Set(result.report.counts.keys.map(\.feature.rawValue))
  }

  @Test(arguments: [100_000, 1_000_000]) func `R1: groups too deep are refused at once`(
    count: Int
  ) throws {
    let error = #expect(throws: InputError.self) {
      try readRTF("{\\rtf1" + String(repeating: "{", count: count))
    }
    #expect(error?.code == .rtfDepth)
    #expect(error?.byteOffset == 6 + 255)
    #expect(error?.limit?.maximum == 256)
  }

  @Test(arguments: [0, 1, 64, .max]) func `R1: every limit of the depth is applied`(
    limit: Int
  ) throws {
    let text = "{\\rtf1{{a}}}"
    let limits = Limits(depth: limit)
    if limit < 3 {
      #expect(throws: InputError.self) { try readRTF(text, limits: limits) }
    } else {
      #expect(try readRTF(text, limits: limits).document.string.text == "a")
    }
  }

  @Test func `R1: mail programs nest deeper around text and are read`() throws {
    let body = String(repeating: "{\\lang1033 x", count: 3000) + String(repeating: "}", count: 3000)
    #expect(try textOfRTF(body).utf8.count == 3000)
    #expect(throws: InputError.self) {
      try textOfRTF(String(repeating: "{x", count: 20_000))
    }
  }

  @Test(arguments: [
    ("{\\rtf1 a{\\b b", "ab", "unclosed-group"), ("{\\rtf1 a}}b", "a", "text-after-end"),
    ("{\\rtf1 a\\", "a", "truncated"), ("{\\rtf1 a\\'", "a\u{FFFD}", "hexadecimal"),
    ("{\\rtf1 a\\'8", "a\u{FFFD}", "hexadecimal"), ("{\\rtf1 a\\par", "a\n", "unclosed-group"),
  ])
  func `R2: a truncated file is read up to its end`(
    text: String, expected: String, feature: String
  ) throws {
    let result = try readRTF(text)
    #expect(result.document.string.text == expected)
    #expect(features(result).contains(feature))
  }

  @Test(arguments: [
    ("\\bin2147483647 abc", "a"), ("\\bin-1 b", "ab"), ("\\bin0 b", "ab"),
    ("\\bin4 }}}}b", "ab"), ("{\\*\\x\\bin2 }}}b", "ab"),
  ])
  func `R3: binary data is clipped and never parsed`(body: String, expected: String) throws {
    #expect(try textOfRTF("a" + body) == expected)
  }

  @Test(arguments: [
    ("\\uc32767\\u65?abc}", "A"), ("\\uc-1\\u65?b", "A?b"), ("\\u-70000?b", "\u{FFFD}b"),
    ("\\uc2\\u65 \\par b", "A\nb"), ("\\uc2\\u65\\'41}", "A"), ("\\u65536?b", "\u{10000}b"),
    ("\\uc1\\u65\\bin3 xyzb", "Ab"),
  ])
  func `R4: fallbacks end where their group ends`(body: String, expected: String) throws {
    #expect(try textOfRTF(body) == expected)
  }

  @Test(arguments: [932, 936, 949, 950]) func `R5: a lead byte consumes no delimiter`(
    codePage: Int
  ) throws {
    let result = try readRTF(
      "{\\rtf1\\ansi\\ansicpg\(codePage) {\\'90}a\\'90\\par b\\'90{\\b c}\\'zz\\'9z}")
    let text = result.document.string.text
    #expect(text == "\u{FFFD}a\u{FFFD}\nb\u{FFFD}c\u{FFFD}zz\u{FFFD}z")
    #expect(features(result).contains("bad-byte"))
    #expect(try textOfRTF("\\ansicpg99999 a") == "a")
  }

  @Test func `R6: tables over the limit are refused, cycles cut`() throws {
    func code(_ text: String) -> InputError.Code? {
      do {
        _ = try readRTF(text)
        return nil
      } catch { return (error as? InputError)?.code }
    }
    let fonts = (0..<70_000).map { "{\\f\($0) A;}" }.joined()
    #expect(code("{\\rtf1{\\fonttbl\(fonts)}x}") == .rtfTableSize)
    let colors = String(repeating: ";", count: 100_000)
    #expect(code("{\\rtf1{\\colortbl\(colors)}x}") == .rtfTableSize)
    let styles = (0..<70_000).map { "{\\s\($0) A;}" }.joined()
    #expect(code("{\\rtf1{\\stylesheet\(styles)}x}") == .rtfTableSize)
    let name = String(repeating: "n", count: 1_000_000)
    #expect(code("{\\rtf1{\\fonttbl{\\f2147483648 \(name);}}{\\f5 x}}") == nil)
  }

  @Test func `R7: objects are recorded, never decoded`() throws {
    let result = try readRTF(
      "{\\rtf1 a{\\object\\objemb\\objupdate{\\*\\objclass Equation.3}"
        + "{\\*\\objdata 01 05 0000{\\x}0200}{\\result shown}}{\\*\\template http://x/}b}")
    #expect(result.document.string.text == "ashownb")
    #expect(
      features(result).isSuperset(of: ["embedded-object", "object-link", "external-content"]))
    #expect(result.report.notes.contains { $0.detail.contains("class Equation.3, 6 bytes") })
    #expect(result.document.attachments.count == 0)
  }

  @Test func `R8: nothing is fetched, and ten thousand fields are refused or read`() throws {
    for name in ["INCLUDEPICTURE", "INCLUDETEXT", "DDEAUTO", "LINK", "IMPORT"] {
      let result = try readRTF(
        "{\\rtf1{\\field{\\*\\fldinst \(name) \"http://x/\"}{\\fldrslt r}}}")
      #expect(result.document.string.text == "r")
      #expect(features(result).contains("field"))
    }
    let nested = String(repeating: "{\\field{\\*\\fldinst X}{\\fldrslt ", count: 10_000)
    #expect(throws: InputError.self) { try textOfRTF(nested) }
  }

  @Test func `R9: invalid pictures are kept as they are`() throws {
    let result = try readRTF(
      "{\\rtf1{\\pict\\pngblip\\picwgoal2147483647\\pichgoal-5 89504e4}x{\\pict\\dibitmap0 2800}}")
    #expect(result.document.string.text == "\u{FFFC}x\u{FFFC}")
    #expect(features(result).contains("picture-data"))
    let found = result.document.string.attachments(in: 0..<1).first?.attachment
    #expect(found?.displayWidth == nil)
  }

  @Test func `R10: long words, long numbers and other files`() throws {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(try textOfRTF("\\\(word)1 x") == "x")
    let result = try readRTF("{\\rtf1\\fs123456789012345678901234567890 x}")
    #expect(features(result).contains("number"))
    for text in ["{\\rt", "<html>{\\rtf1", "", "PK", "{"] {
      let error = #expect(throws: InputError.self) { try readRTF(text) }
      #expect(error?.code == .rtfType)
      #expect(RTFReader().confidence(inPrefix: Array(text.utf8)) == 0)
    }
    #expect(RTFReader().confidence(inPrefix: Array("{\\rtf1".utf8)) == 100)
  }

  @Test(arguments: [
    "\\par", "{\\b x}", "\\cell", "\\row", "\\trowd\\cellx1\\cell\\row ", "\\u-10179?", "\\'90",
    "{\\footnote x}", "\\tx1", "{\\*\\bkmkstart a}", "\\ls1 x\\par", "{\\field{\\*\\fldinst X}}",
    "\\itap9\\nestcell", "{\\pict 00}", "{\\pntext 1.}x\\par", "\\s1",
    "{\\shp{\\*\\shpinst{\\shptxt x}}}",
    "\\intbl a\\par", "{\\*\\annotation x}\\par", "{\\pn\\pndec}x\\par", "{\\*\\iap AAAA}",
  ])
  func `Repeated parts take linear time`(piece: String) throws {
    let bound = ThreadClock.linearForEight
    func text(_ count: Int) -> String {
      "{\\rtf1\\ansi\\ansicpg932 {\\stylesheet{\\s1 A;}}" + String(repeating: piece, count: count)
    }
    let (small, large) = (text(1000), text(8000))
    let ratio = ThreadClock.ratio(
      upTo: bound, small: { _ = try? readRTF(small) }, large: { _ = try? readRTF(large) })
    #expect(ratio <= bound, "\(piece)")
  }

  /// Documents whose reading would take more than linear time if tables were searched.
  private static let documents: [(name: String, make: @Sendable (Int) -> String)] = [
    (
      "fonts",
      { "{\\fonttbl" + joined($0) { "{\\f\($0) F\($0);}" } + "}" + joined($0) { "\\f\($0) x" } }
    ),
    (
      "colours",
      { count in
        "{\\colortbl;" + joined(count) { "\\red\($0 & 255)\\green\($0 >> 8);" } + "}"
          + joined(count) { "\\cf\($0) x" }
      }
    ),
    (
      "styles",
      { count in
        "{\\stylesheet" + joined(count) { "{\\s\($0)\\sbasedon\($0 + 1)\\fs\($0) S\($0);}" } + "}"
          + joined(count) { "\\pard\\s\($0) x\\par " }
      }
    ),
    ("style cycles", { "{\\stylesheet" + joined($0) { "{\\s\($0)\\sbasedon\($0 ^ 1) S;}" } + "}" }),
    (
      "lists",
      { count in
        "{\\*\\listtable" + joined(count) { "{\\list{\\listlevel}\\listid\($0)}" } + "}"
          + "{\\*\\listoverridetable" + joined(count) { "{\\listoverride\\listid\($0)\\ls\($0)}" }
          + "}" + joined(count) { "\\pard\\ls\($0) x\\par " }
      }
    ),
    ("open groups with text", { joined(min($0, 16_000)) { _ in "{x" } }),
    ("\\u", { joined($0) { "\\u\($0 % 60_000 - 30_000)?" } }),
    ("\\bin that lies", { joined($0) { _ in "{\\bin2147483647 x}" } }),
    ("\\bin of nothing", { joined($0) { _ in "\\bin0 \\bin-5 x" } }),
    ("\\uc that lies", { joined($0) { _ in "{\\uc32767\\u65?x}" } }),
    ("looks", { joined($0) { "{\\fs\($0 + 1)\\expnd\($0) x}" } }),
    ("tab stops", { joined($0) { "\\pard\\tx\($0)\\tx\($0 + 7) x\\par " } }),
    ("bookmarks", { joined($0) { "{\\*\\bkmkstart m\($0)}x{\\*\\bkmkend m\($0)}" } }),
    (
      "links",
      { joined($0) { "{\\field{\\*\\fldinst HYPERLINK \"https://a/\($0)\"}{\\fldrslt x}}" } }
    ),
    (
      "rows, each with edges of its own",
      {
        joined($0) {
          "\\trowd\\cellx\($0 + 100)\\cellx\($0 * 3 + 200)\\intbl a\\cell b\\cell\\row "
        }
      }
    ),
    (
      "cells of one row",
      {
        "\\trowd" + joined($0) { "\\cellx\($0 * 30)" } + joined($0) { _ in "\\intbl a\\cell " }
          + "\\row "
      }
    ),
    (
      "a wide row said anew",
      {
        "\\trowd" + joined(1024) { "\\clvmrg\\cellx\($0 * 30)" }
          + joined($0) { _ in "\\cell\\trhdr\\row\\cell\\trhdr0\\row " }
      }
    ),
    (
      "a row that grows",
      { joined($0) { ($0 % 256 == 0 ? "\\trowd" : "") + "\\cellx\($0)\\cell\\row " } }
    ),
    ("fingerprints", { "{\\*\\iap A}" + joined($0) { _ in "x{\\*\\iaf 0}" } }),
    (
      "properties",
      { "{\\*\\userprops" + joined($0) { "{\\propname p\($0)}{\\staticval v}" } + "}x" }
    ),
    ("a name", { "{\\fonttbl{\\f0 " + String(repeating: "n", count: $0 * 8) + ";}}x" }),
    ("a control word", { "\\" + String(repeating: "n", count: $0 * 8) + " x" }),
    ("digits of a picture", { "{\\pict\\pngblip " + String(repeating: "0a", count: $0 * 8) + "}" }),
    (
      "digits of an object",
      { "{\\object{\\*\\objdata " + String(repeating: "0a", count: $0 * 8) + "}}" }
    ),
    (
      "notes in notes",
      { joined(min($0, 100)) { _ in "{\\footnote x" } + joined($0) { _ in "x\\par " } }
    ),
    (
      "HTML of a mail",
      { "\\fromhtml1 " + joined($0) { _ in "{\\*\\htmltag <b>}x{\\*\\htmltag </b>}" } }
    ),
    ("hexadecimal halves", { "\\ansicpg932 " + joined($0) { _ in "\\'90\\par " } }),
    ("remarks", { joined($0) { _ in "{\\*\\atnauthor A}{\\*\\annotation x}y" } }),
  ]

  private static func joined(_ count: Int, _ piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined()
  }

  @Test(arguments: documents.map(\.name))
  func `Very large tables take linear time`(name: String) throws {
    let make = try #require(Self.documents.first { $0.name == name }).make
    let bound = ThreadClock.linearForEight
    let (small, large) = ("{\\rtf1\\ansi" + make(500) + "}", "{\\rtf1\\ansi" + make(4000) + "}")
    let ratio = ThreadClock.ratio(
      upTo: bound, small: { _ = try? readRTF(small) }, large: { _ = try? readRTF(large) })
    #expect(ratio <= bound, "\(name)")
  }

  /// Returns the time that reading takes.
  private func duration(_ text: String) throws -> Duration {
    try ContinuousClock().measure { _ = try readRTF(text) }
  }

  @Test func `Repeated definitions take linear time`() throws {
    let styles = "{\\stylesheet" + (0..<3000).map { "{\\s\($0) n\($0);}" }.joined() + "}"
    let empty = String(repeating: "{\\stylesheet}", count: 3000)
    #expect(try duration("{\\rtf1\(styles)\(empty)a\\par}") < .seconds(5))
    let words =
      String(repeating: "{\\i x", count: 4000) + String(repeating: "\\ansi", count: 40_000)
    #expect(try duration("{\\rtf1" + words) < .seconds(5))
    let fields = String(repeating: "\\field\\fldinst", count: 100_000)
    #expect(try duration("{\\rtf1{" + fields + "}}") < .seconds(5))
  }

  @Test func `A character set applies to the groups around it`() throws {
    let text = "{\\rtf1{\\i a{\\b {\\mac }\\'8e}\\'8e{\\'8e}}\\'8e\\par}"
    #expect(try readRTF(text).document.string.text == "aéééŽ\n".replacing("Ž", with: "é"))
  }
}
