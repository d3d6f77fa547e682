import IABytes
import IASyntax
import Testing

@Suite struct XMLPropertyListTests {
  private func root(_ content: String) throws -> PropertyListValue {
    try PropertyListTable(Array("<plist>\(content)</plist>".utf8)).root
  }

  private func failure(_ text: String, _ limits: Limits = .standard) -> InputError? {
    #expect(throws: InputError.self) { try PropertyListTable(Array(text.utf8), limits: limits) }
  }

  @Test func `The header Apple writes is read, and white space and comments everywhere`() throws {
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
      <!-- a -->
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN>" "http://example.org/x.dtd">
      <plist version="1.0" >
      <!-- b --><dict > <key>a</key> <!-- c -- d --> <array/> <key>b</key><array>
        <string/><true/><false></false>
      </array><key/><dict/></dict>
      <?x y?></plist>
      <!-- e -->
      """
    let root = try PropertyListTable(Array(text.utf8)).root
    #expect(root.members?.map { $0.key.text } == ["a", "b", ""])
    #expect(root["b"]?.elements?.map(\.kind) == [.string, .bool, .bool])
    #expect(root["b"]?.elements?.map(\.bool) == [nil, true, false])
  }

  @Test func `Text has its entities, sections and line ends resolved`() throws {
    for (content, text) in [
      ("a &lt;&gt;&amp;&quot;&apos; b", "a <>&\"' b"), ("&#65;&#x1F600;&#xe9;", "A😀é"),
      ("a\r\nb\rc\nd\te", "a\nb\nc\nd\te"), ("a<!-- & -->b", "ab"), ("", ""),
    ] {
      #expect(try root("<string>\(content)</string>").text == text)
    }
    #expect(try root("<string>x<![CDATA[<a>&amp;]]>y</string>").text == "x<a>&amp;y")
    #expect(try root("<string><![CDATA[]]]]></string>").text == "]]")
  }

  @Test func `Numbers and dates have their values`() throws {
    for (content, integer, unsigned) in [
      ("0", 0, 0), (" -7\n", -7, nil), ("+7", 7, 7), ("0xfF", 255, 255), ("-0x10", -16, nil),
      ("9223372036854775807", .max, 9_223_372_036_854_775_807),
      ("18446744073709551615", nil, .max), ("-9223372036854775808", .min, nil),
    ] as [(String, Int?, UInt64?)] {
      let value = try root("<integer>\(content)</integer>")
      #expect(value.integer == integer)
      #expect(value.unsignedInteger == unsigned)
    }
    for (content, double) in [
      ("1.5", 1.5), (" -1e-3 ", -0.001), ("inf", .infinity), ("-Infinity", -.infinity), ("7", 7),
    ] {
      #expect(try root("<real>\(content)</real>").double == double)
    }
    #expect(try root("<real>nan</real>").double?.isNaN == true)
    for (content, seconds) in [
      ("2001-01-01T00:00:00Z", 0), ("2000-12-31T23:59:59Z", -1),
      ("1970-01-01T00:00:00Z", -978_307_200),
      ("2024-02-29T12:00:00Z", 730_900_800), ("0001-01-01T00:00:00Z", -63_113_904_000),
    ] as [(String, Double)] {
      #expect(try root("<date>\(content)</date>").secondsSinceReferenceDate == seconds)
    }
    #expect(try root("<data>\n AQ\tID \r\n</data>").data == [1, 2, 3])
    #expect(try root("<data/>").data == [])
  }

  @Test(
    arguments: [
      ("", "plist.format", 0), ("{ a = b; }", "plist.format", 0), ("hello", "plist.format", 0),
      ("<html>", "plist.format", 0), ("<plist/>", "plist.format", 0),
      ("<plist", "plist.truncated", 6), ("<plist>", "plist.truncated", 7),
      ("<plist></plist>", "plist.syntax", 7), ("<plist><true/>", "plist.truncated", 14),
      ("<plist><true/><true/></plist>", "plist.syntax", 14),
      ("<plist><true/></plist>x", "plist.trailing", 22),
      ("<plist>x<true/></plist>", "plist.syntax", 7),
      ("<plist><other/></plist>", "plist.syntax", 7),
      ("<plist><extraordinary/></plist>", "plist.syntax", 8),
      ("<plist><array></dict></plist>", "plist.syntax", 14),
      ("<plist><string></key></plist>", "plist.syntax", 15),
      ("<plist><array x='1'/></plist>", "plist.syntax", 14),
      ("<plist><dict><true/></dict></plist>", "plist.key", 13),
      ("<plist><dict><key>a</key></dict></plist>", "plist.key", 25),
      ("<plist><dict><key>a</key><key>b</key></dict></plist>", "plist.key", 25),
      ("<plist><array><key>a</key></array></plist>", "plist.key", 14),
      ("<plist><key>a</key></plist>", "plist.syntax", 7),
      (
        "<plist><dict><key>a</key><true/><key>&#97;</key><true/></dict></plist>",
        "plist.duplicate-key", 32
      ),
      ("<plist><string>&copy;</string></plist>", "plist.entity", 15),
      ("<plist><string>&#0;</string></plist>", "plist.entity", 15),
      ("<plist><string>&#xD800;</string></plist>", "plist.entity", 15),
      ("<plist><string>&#99999999999999999999;</string></plist>", "plist.entity", 15),
      ("<plist><string>&#;</string></plist>", "plist.entity", 15),
      ("<plist><string>\u{1}</string></plist>", "plist.syntax", 15),
      ("<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>", "plist.dtd", 16),
      ("<!DOCTYPE plist \"<plist>", "plist.truncated", 24),
      ("<?xml version='1.0' encoding='UTF-16'?><plist/>", "plist.encoding", 0),
      ("<!-- <plist>", "plist.truncated", 12),
      ("<plist><string><![CDATA[x]]</string></plist>", "plist.truncated", 44),
      ("<plist><integer></integer></plist>", "plist.number", 16),
      ("<plist><integer>1.5</integer></plist>", "plist.number", 16),
      ("<plist><integer>18446744073709551616</integer></plist>", "plist.number", 16),
      ("<plist><integer>-9223372036854775809</integer></plist>", "plist.number", 7),
      ("<plist><integer>0x</integer></plist>", "plist.number", 16),
      ("<plist><real>1.5x</real></plist>", "plist.number", 13),
      ("<plist><real>0x10</real></plist>", "plist.number", 13),
      ("<plist><date>2023-02-29T00:00:00Z</date></plist>", "plist.date", 13),
      ("<plist><date>2023-01-01</date></plist>", "plist.date", 13),
      ("<plist><data>A</data></plist>", "plist.data", 13),
      ("<plist><data>A<x/></data></plist>", "plist.syntax", 14),
    ])
  func `A fault is reported at its place`(text: String, code: String, offset: Int) {
    let error = failure(text)
    #expect(error?.code.rawValue == code)
    #expect(error?.byteOffset == offset)
  }

  @Test func `Bytes that are not UTF-8 are refused where they are`() {
    let prefix = Array("<plist><string>a".utf8)
    let error = #expect(throws: InputError.self) {
      try PropertyListTable(prefix + [0xED, 0xA0, 0x80] + Array("</string></plist>".utf8))
    }
    #expect(error?.code == .plistEncoding)
    #expect(error?.byteOffset == 16)
  }

  @Test func `Depth passes at its limit and is refused above it`() throws {
    func nested(_ depth: Int) -> String {
      "<plist>" + String(repeating: "<array>", count: depth) + "<true/>"
        + String(repeating: "</array>", count: depth) + "</plist>"
    }
    for depth in [1, 2, 256] {
      let limits = Limits(depth: depth)
      _ = try PropertyListTable(Array(nested(depth - 1).utf8), limits: limits)
      _ = try PropertyListTable(Array(nested(depth).utf8), limits: limits)
      let error = failure(nested(depth + 1), limits)
      #expect(error?.limit == .init(name: "depth", maximum: depth, seen: depth + 1))
      #expect(error?.byteOffset == 7 + depth * 7)
    }
    #expect(failure(String(repeating: "<dict><key>a</key>", count: 2), Limits(depth: 1)) != nil)
    let million = "<plist>" + String(repeating: "<dict><key>a</key>", count: 1_000_000)
    #expect(failure(million)?.code == .plistDepth)
  }
}
