import Foundation
import IABytes
import IASyntax
import IATestSupport
import Testing

@Suite struct JSONScalarTests {
  private func value(_ text: String) throws -> JSONValue { try JSONTable(Array(text.utf8)).root }

  @Test func `Integers are exact or absent`() throws {
    for (text, integer) in [
      ("0", 0), ("-0", 0), ("7", 7), ("8388607", 8_388_607), ("8388608", 8_388_608),
      ("-8388608", -8_388_608), ("-8388609", -8_388_609), ("9999999", 9_999_999),
      ("10000000", 10_000_000), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", 1), ("1e2", 100),
      ("1.5", nil), ("15e-1", nil), ("150e-1", 15), ("0.0", 0), ("0e999999999999999999999", 0),
      ("9007199254740993", 9_007_199_254_740_993), ("1e18", 1_000_000_000_000_000_000),
      ("1e19", nil), ("9.223372036854775807e18", .max), ("1.000000000000000005", nil),
      ("1e-999", nil), ("123456789012345678901234567890", nil), ("null", nil), ("\"1\"", nil),
    ] as [(String, Int?)] {
      #expect(try value(text).integer == integer, "\(text)")
    }
    let error = #expect(throws: InputError.self) {
      try self.value("[ 9223372036854775808 ]").requireIntegers()
    }
    #expect(error?.code == .jsonNumberRange)
    #expect(error?.byteOffset == 2)
    #expect(try value("100").requireInteger(in: 0...100) == 100)
    let outside = #expect(throws: InputError.self) {
      try self.value("101").requireInteger(in: 0...100)
    }
    #expect(outside?.code == .jsonNumberRange)
  }

  @Test func `Doubles are the nearest, or absent when too large`() throws {
    for text in [
      "0", "-0", "1", "-1.5", "0.1", "1e22", "1e23", "123456789012345678", "1.7976931348623157e308",
      "2.2250738585072011e-308", "4.9406564584124654e-324", "5e-324", "9007199254740993",
      "8.988465674311580536566680e307", "0.000001", "3.141592653589793238462643383279",
      "1e-22", "179769313486231570e291", "100000000000000000000000000000000e-30",
    ] {
      let double = try #require(try value(text).double)
      #expect(double.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    for text in ["1e309", "-1e309", "1e999", "1.8e308", "1e99999999999999999999"] {
      #expect(try value(text).double == nil, "\(text)")
      let error = #expect(throws: InputError.self) { try self.value(text).requireDouble() }
      #expect(error?.code == .jsonNumberRange)
    }
    for text in ["1e-400", "2e-324", "1e-324", "0e99999999999999999999"] {
      #expect(try value(text).double == 0)
    }
    #expect(try value("-1e-400").double?.sign == .minus)
    #expect(try value("-0").double?.sign == .minus)
    #expect(try value("true").double == nil)
  }

  @Test func `Numbers of many digits are still rounded to nearest`() throws {
    // 2^53 + 1 is halfway between two values and rounds to even, down; any larger value rounds up.
    let zeros = String(repeating: "0", count: 2000)
    #expect(try value("9007199254740993." + zeros).double == 9_007_199_254_740_992)
    #expect(try value("9007199254740993." + zeros + "1").double == 9_007_199_254_740_994)
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(try value("0." + digits).double == 1)
    #expect(try value("0." + String(repeating: "0", count: 1_000_000) + "5e1000001").double == 5)
    #expect(try value(digits).double == nil)
    #expect(try value("1" + zeros + "e-2000").integer == 1)
  }

  @Test func `Random doubles are read as the standard library reads them`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let expected = Double(bitPattern: random.next())
      guard expected.isFinite else { continue }
      #expect(try value("\(expected)").double?.bitPattern == expected.bitPattern)
      let short = "\(random.below(1_000_000)).\(random.below(1000))e\(random.below(40) - 20)"
      #expect(try value(short).double == Double(short))
    }
  }

  @Test func `Strings keep every unit`() throws {
    for (text, units) in [
      (#""""#, []), (#""a\"\\\/\b\f\n\r\t""#, [97, 34, 92, 47, 8, 12, 10, 13, 9]),
      ("\"é€😀\"", [0xE9, 0x20AC, 0xD83D, 0xDE00]), (#""\ud83d\ude00""#, [0xD83D, 0xDE00]),
      (#""\u0000\uFFFF""#, [0, 0xFFFF]), (#""\ud800""#, [0xD800]),
      (#""\ude00\ud83d""#, [0xDE00, 0xD83D]), (#""\ud800\ud83d\ude00""#, [0xD800, 0xD83D, 0xDE00]),
      (#""\ud800x""#, [0xD800, 0x78]), (#""\ud800\n""#, [0xD800, 10]),
    ] as [(String, [UInt16])] {
      let value = try value(text)
      #expect(value.utf16 == units, "\(text)")
      #expect(value.text == String(decoding: units, as: UTF16.self))
      let isLone = String(decoding: units, as: UTF16.self).utf16.elementsEqual(units) == false
      #expect(value.hasLoneSurrogate == isLone)
      #expect(value.isText(String(decoding: units, as: UTF16.self)) == !isLone)
      #expect(!value.isText("something else"))
    }
    #expect(try value("1").utf16 == nil)
    #expect(try value("1").text == nil)
    #expect(try !value("\"e\u{301}\"").isText("\u{E9}"))
  }

  @Test func `Strings and numbers too long for the table keep their ends`() throws {
    let long = String(repeating: "x", count: 17_000_000)
    let root = try JSONTable(Array(("[\"" + long + "\\\"\",\"" + long + "\"]").utf8)).root
    let elements = Array(try root.requireElements())
    #expect(elements[0].byteRange == 1..<17_000_005)
    #expect(elements[1].byteRange == 17_000_006..<34_000_008)
    #expect(elements[1].utf16?.count == 17_000_000)
  }

  @Test func `A run of plain text ends at the first special byte`() throws {
    // All positions of every special byte within and beyond a word of eight.
    for length in 0..<20 {
      for place in 0..<max(length, 1) where length > 0 {
        for special in ["\\n", "é", "\\\"", "\u{7F}", "!", "#", "[", "]"] {
          var parts = Array(repeating: "a", count: length)
          parts[place] = special
          let expected = parts.joined().replacingOccurrences(of: "\\n", with: "\n")
            .replacingOccurrences(of: "\\\"", with: "\"")
          #expect(try value("\"" + parts.joined() + "\"").text == expected)
        }
        var parts = Array(repeating: "a", count: length)
        parts[place] = "\u{1F}"
        let error = #expect(throws: InputError.self) {
          try self.value("\"" + parts.joined() + "\"")
        }
        #expect(error?.byteOffset == place + 1)
      }
    }
  }
}
