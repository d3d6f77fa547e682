import IABytes
import IASyntax
import Testing

@Suite struct JSONTableTests {
  private func table(_ text: String, _ limits: Limits = .standard) throws -> JSONTable {
    try JSONTable(Array(text.utf8), limits: limits)
  }

  private func failure(of bytes: [UInt8], _ limits: Limits = .standard) -> InputError? {
    #expect(throws: InputError.self) { try JSONTable(bytes, limits: limits) }
  }

  @Test(
    arguments: [
      ("", "json.truncated", 0), (" ", "json.truncated", 1), ("[1,2", "json.truncated", 4),
      ("[1,2,]", "json.syntax", 5), ("[,1]", "json.syntax", 1), ("{\"a\":1,}", "json.syntax", 7),
      ("{\"a\" 1}", "json.syntax", 5), ("{a:1}", "json.syntax", 1), ("[1}", "json.syntax", 2),
      ("{\"a\":1]", "json.syntax", 6), ("01", "json.syntax", 1), ("-", "json.truncated", 1),
      ("-a", "json.syntax", 1), ("1.", "json.truncated", 2), ("1.e1", "json.syntax", 2),
      ("1e", "json.truncated", 2), ("1e+", "json.truncated", 3), ("1e+x", "json.syntax", 3),
      ("+1", "json.syntax", 0), (".5", "json.syntax", 0), ("NaN", "json.syntax", 0),
      ("tru", "json.truncated", 3), ("trux", "json.syntax", 3), ("nul ", "json.syntax", 3),
      ("\"a", "json.truncated", 2), ("\"\\", "json.truncated", 2), ("\"\\x\"", "json.syntax", 2),
      ("\"\\u12G4\"", "json.syntax", 5), ("\"\\ud800\\u12\"", "json.syntax", 11),
      ("\"a\tb\"", "json.syntax", 2), ("\"12345678\n\"", "json.syntax", 9),
      ("1 2", "json.trailing", 2), ("[]]", "json.trailing", 2), ("{}//", "json.trailing", 2),
      ("[1]\u{0}", "json.trailing", 3), ("\u{FEFF}[]", "json.encoding", 0),
      ("[\u{A0}1]", "json.syntax", 1), ("\u{B}1", "json.syntax", 0),
    ])
  func `A fault is reported at its first wrong byte`(text: String, code: String, offset: Int) {
    let error = failure(of: Array(text.utf8))
    #expect(error?.code.rawValue == code)
    #expect(error?.byteOffset == offset)
  }

  @Test func `Bytes that are not UTF-8 are refused where they are`() {
    for (bytes, offset) in [
      ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0xC3, 0xA9, 0xE2, 0x82, 0x22], 3),
      ([0xFE, 0xFF, 0, 0x31], 0), ([0x31, 0], 0), ([0, 0x31], 0), ([0xFF, 0xFE, 0x31, 0], 0),
    ] as [([UInt8], Int)] {
      let error = failure(of: bytes)
      #expect(error?.code == .jsonEncoding)
      #expect(error?.byteOffset == offset)
    }
  }

  @Test func `Equal keys are refused with both places, however they are written`() throws {
    for (text, first, second) in [
      (#"{"a":1,"a":2}"#, 1, 7), (#"{"a":1,"\u0061":2}"#, 1, 7),
      (#"{"\u0061":1,"b":0,"a":2}"#, 1, 18), (#"[{"k":{"x":[1,{}],"y":0,"x":2}}]"#, 7, 24),
      (#"{"\ud800":1,"\ud800":2}"#, 1, 12), ("{\"é\":1,\"\\u00e9\":2}", 1, 8),
      (#"{"":1,"":2}"#, 1, 6), (#"{"a\u0000b":1,"a\u0000b":2}"#, 1, 14),
    ] {
      let error = failure(of: Array(text.utf8))
      #expect(error?.code == .jsonDuplicateKey)
      #expect(error?.byteOffset == second, "\(text)")
      #expect(error?.otherByteOffset == first, "\(text)")
    }
    // Keys with different units are different, even if they are canonically equivalent in Unicode.
    #expect(try table("{\"e\u{301}\":1,\"\u{E9}\":2}").root.count == 2)
    #expect(try table(#"{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}"#).root.count == 3)
  }

  @Test(arguments: [2, 7, 8, 9, 10, 33, 1000])
  func `The last of many keys is checked against the first`(count: Int) throws {
    let members = (0..<count).map { "\"key\($0)\":\($0)" }
    let text = "{" + members.joined(separator: ",") + "}"
    #expect(try table(text).root.count == count)
    let error = failure(of: Array((text.dropLast() + ",\"key0\":0}").utf8))
    #expect(error?.otherByteOffset == 1)
    #expect(error?.byteOffset == text.utf8.count)
  }

  @Test func `Limits pass at their value and refuse above it`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    for depth in [1, 2, 256] {
      let limits = Limits(depth: depth)
      _ = try table(nested(depth - 1).isEmpty ? "0" : nested(depth - 1), limits)
      _ = try table(nested(depth), limits)
      let error = failure(of: Array(nested(depth + 1).utf8), limits)
      #expect(error?.code == .jsonDepth)
      #expect(error?.byteOffset == depth)
      #expect(error?.limit?.name == "depth")
    }
    let text = #"{"a":[1,2],"b":null}"#
    _ = try table(text, Limits(inputBytes: text.utf8.count, entries: 5))
    _ = try table(text, Limits(inputBytes: text.utf8.count + 1, entries: 6))
    let entries = failure(of: Array(text.utf8), Limits(entries: 4))
    #expect(entries?.limit == .init(name: "entries", maximum: 4, seen: 5))
    #expect(entries?.byteOffset == 15)
    let size = failure(of: Array(text.utf8), Limits(inputBytes: text.utf8.count - 1))
    #expect(size?.limit?.name == "inputBytes")
  }

  @Test func `A million open brackets are refused at the first too many`() {
    let error = failure(of: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    #expect(error?.byteOffset == 256)
  }

  @Test func `The cursor has kinds, places and counts`() throws {
    let text = #" {"a" : [ 1, -2.5 ,"x\n" ], "b":{ } ,"c":false, "d":null,"e":[]} "#
    let root = try table(text).root
    #expect(root.kind == .object)
    #expect(root.byteRange == 1..<text.utf8.count - 1)
    #expect(root.count == 5)
    let members = try root.requireMembers()
    #expect(members.map { $0.key.text } == ["a", "b", "c", "d", "e"])
    #expect(members.map { $0.value.kind } == [.array, .object, .bool, .null, .array])
    #expect(members.map { $0.key.byteOffset } == [2, 28, 37, 48, 57])
    let array = try root.require("a")
    #expect(array.byteRange == 8..<26)
    #expect(array.elements?.map { $0.byteRange } == [10..<11, 13..<17, 19..<24])
    #expect(root["b"]?.members?.count == 0)
    #expect(root["c"]?.bool == false)
    #expect(root["c"]?.byteRange == 41..<46)
    #expect(root["d"]?.isNull == true)
    #expect(root["e"]?.elements?.count == 0)
    #expect(root["f"] == nil)
    #expect(array["a"] == nil)
  }

  @Test func `Access as another kind reports the place`() throws {
    let root = try table(#"{"a":[1,"x"]}"#).root
    let array = try root.require("a")
    for error in [
      #expect(throws: InputError.self) { try array.requireBool() },
      #expect(throws: InputError.self) { try array.requireText() },
      #expect(throws: InputError.self) { try array.requireUTF16() },
      #expect(throws: InputError.self) { try array.requireInteger() },
      #expect(throws: InputError.self) { try array.requireDouble() },
      #expect(throws: InputError.self) { try array.requireMembers() },
    ] {
      #expect(error?.code == .jsonType)
      #expect(error?.byteOffset == 5)
    }
    #expect(#expect(throws: InputError.self) { try root.requireElements() }?.byteOffset == 0)
    #expect(#expect(throws: InputError.self) { try array.requireIntegers() }?.byteOffset == 8)
    #expect(#expect(throws: InputError.self) { try root.require("b") }?.code == .jsonType)
  }
}
