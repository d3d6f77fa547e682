import Foundation
import IABytes
import IASyntax
import IATestSupport
import Testing

@Suite struct JSONWriterTests {
  private func text(_ style: JSONWriter.Style, _ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(style: style)
    body(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private func sample(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("text")
    writer.string("a\"\\/\n\u{1}é😀")
    writer.key("empty")
    writer.beginArray()
    writer.endArray()
    writer.key("none")
    writer.beginObject()
    writer.endObject()
    writer.key("values")
    writer.array(of: [1, -2, 3])
    writer.key("runs")
    writer.beginArray()
    for start in [0, 5] {
      writer.beginObject()
      writer.key("start")
      writer.integer(start)
      writer.key("on")
      writer.bool(true)
      writer.endObject()
    }
    writer.endArray()
    writer.key("mixed")
    writer.beginArray()
    writer.null()
    writer.double(0.5)
    writer.array(of: [])
    writer.integer(1)
    writer.integer(2)
    writer.endArray()
    writer.endObject()
  }

  @Test func `The compact style has no white space`() {
    #expect(
      text(.compact, sample)
        == #"{"text":"a\"\\/\n\u0001é😀","empty":[],"none":{},"values":[1,-2,3],"#
        + #""runs":[{"start":0,"on":true},{"start":5,"on":true}],"mixed":[null,0.5,[],1,2]}"#)
  }

  @Test func `The pretty style puts scalars of an array on one line`() {
    #expect(
      text(.pretty, sample) == #"""
        {
          "text": "a\"\\/\n\u0001é😀",
          "empty": [],
          "none": {},
          "values": [1, -2, 3],
          "runs": [
            {
              "start": 0,
              "on": true
            },
            {
              "start": 5,
              "on": true
            }
          ],
          "mixed": [
            null, 0.5,
            [],
            1, 2
          ]
        }

        """#)
  }

  @Test func `Long arrays of scalars are filled to the width of a line`() throws {
    for count in [20, 25, 26, 27, 28, 100, 1000] {
      let result = text(.pretty) { writer in
        writer.beginObject()
        writer.key("values")
        writer.array(of: (0..<count).map { $0 % 101 })
        writer.endObject()
      }
      let lines = result.split(separator: "\n")
      #expect(lines.allSatisfy { $0.utf8.count <= 82 && !$0.hasSuffix(" ") })
      #expect(lines.count <= 6 + count / 18)
      let values = try JSONTable(Array(result.utf8)).root.require("values").requireIntegers()
      #expect(values == (0..<count).map { $0 % 101 })
    }
  }

  @Test func `A scalar longer than a line is alone`() {
    let long = String(repeating: "x", count: 100)
    let result = text(.pretty) { writer in
      writer.beginArray()
      for value in [long, "a", "b", long] { writer.string(value) }
      writer.endArray()
    }
    #expect(result == "[\n  \"\(long)\",\n  \"a\", \"b\",\n  \"\(long)\"\n]\n")
  }

  @Test func `Lone surrogates are written as escapes and come back`() throws {
    let units: [UInt16] = [0x61, 0xD800, 0xD83D, 0xDE00, 0xDE00, 0xFFFE, 0, 0x7FF, 0x800, 0xDFFF]
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(utf16: units.span)
    writer.string(utf16: units.span)
    writer.endObject()
    let bytes = writer.finish()
    let literal = #""a\ud800😀\ude00"# + "\u{FFFE}" + #"\u0000"# + "\u{7FF}\u{800}" + #"\udfff""#
    #expect(String(decoding: bytes, as: UTF8.self) == "{\(literal):\(literal)}")
    let member = try #require(try JSONTable(bytes).root.requireMembers().first { _ in true })
    #expect(member.key.utf16 == units)
    #expect(member.value.utf16 == units)
  }

  @Test func `Doubles are the shortest that read back, laid out as in ECMAScript`() {
    for (value, expected) in [
      (0, "0"), (-0.0, "-0"), (5, "5"), (-1, "-1"), (0.5, "0.5"), (100, "100"), (1e15, "1" + z(15)),
      (1e16, "1" + z(16)), (1e20, "1" + z(20)), (1e21, "1e+21"), (1.5e21, "1.5e+21"),
      (123456789012345683968, "123456789012345680000"), (0.000001, "0.000001"), (1e-7, "1e-7"),
      (1.25e-9, "1.25e-9"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"),
      (0.1 + 0.2, "0.30000000000000004"), (1234.5678, "1234.5678"), (0.00012, "0.00012"),
      (9007199254740991, "9007199254740991"), (9007199254740994, "9007199254740994"),
    ] as [(Double, String)] {
      #expect(text(.compact) { $0.double(value) } == expected)
    }
  }

  private func z(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test func `Integers and random doubles read back exactly`() throws {
    for value in [0, 1, -1, 9, 10, 99, 100, .max, .min, 1 << 53] {
      #expect(text(.compact) { $0.integer(value) } == "\(value)")
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let written = text(.compact) { $0.double(value) }
      #expect(try JSONTable(Array(written.utf8)).root.double?.bitPattern == value.bitPattern)
    }
  }

  @Test func `Random documents survive writing and reading in both styles`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var compact = JSONWriter()
      var pretty = JSONWriter(style: .pretty)
      RandomJSON.write(to: &compact, &pretty, random: &random)
      let (bytes, prettyBytes) = (compact.finish(), pretty.finish())
      let table = try JSONTable(bytes)
      let prettyTable = try JSONTable(prettyBytes)
      var copy = JSONWriter()
      copy.copy(prettyTable.root)
      #expect(copy.finish() == bytes, "seed \(seed)")
      var prettyCopy = JSONWriter(style: .pretty)
      prettyCopy.copy(table.root)
      #expect(prettyCopy.finish() == prettyBytes, "seed \(seed)")
      // Foundation must accept the output as JSON.
      if !bytes.starts(with: Array("\"\\ud".utf8)),
        !String(decoding: bytes, as: UTF8.self)
          .contains("\\ud")
      {
        _ = try JSONSerialization.jsonObject(with: Data(prettyBytes), options: .fragmentsAllowed)
      }
    }
  }
}

/// Random JSON documents, determined by the random numbers.
private enum RandomJSON {
  static func write(
    to first: inout JSONWriter, _ second: inout JSONWriter, random: inout SeededGenerator
  ) {
    var open: [(isObject: Bool, keys: Int)] = []
    var budget = random.below(60)
    repeat {
      if let top = open.last, budget <= 0 || random.below(6) == 0 {
        open.removeLast()
        if top.isObject {
          first.endObject()
          second.endObject()
        } else {
          first.endArray()
          second.endArray()
        }
        continue
      }
      budget -= 1
      if let last = open.indices.last, open[last].isObject {
        open[last].keys += 1
        let units = units(&random) + Array("#\(open[last].keys)".utf16)
        first.key(utf16: units.span)
        second.key(utf16: units.span)
      }
      switch random.below(9) {
      case 0:
        first.null()
        second.null()
      case 1:
        first.bool(budget % 2 == 0)
        second.bool(budget % 2 == 0)
      case 2, 3:
        let value = Int(truncatingIfNeeded: random.next()) >> random.below(64)
        first.integer(value)
        second.integer(value)
      case 4:
        let value = Double(random.below(1_000_000)) / Double(1 + random.below(1000))
        first.double(value)
        second.double(value)
      case 5:
        let units = units(&random)
        first.string(utf16: units.span)
        second.string(utf16: units.span)
      case 6 where open.count < 40:
        first.beginObject()
        second.beginObject()
        open.append((true, 0))
      default:
        first.beginArray()
        second.beginArray()
        open.append((false, 0))
      }
    } while !open.isEmpty
  }

  private static func units(_ random: inout SeededGenerator) -> [UInt16] {
    (0..<random.below(12)).map { _ in
      switch random.below(6) {
      case 0: UInt16(random.below(0x20))
      case 1: 0xD800 + UInt16(random.below(0x800))
      case 2: UInt16(random.below(0x1_0000))
      default: 0x20 + UInt16(random.below(0x5F))
      }
    }
  }
}
