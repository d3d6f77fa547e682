import Foundation
import IATestSupport
import Testing

@testable import IAMarkup

@Suite("html5lib's tokens", .enabled(if: ExternalCorpora.has("hostile/html5lib")))
struct Html5libTokenizerTests {
  /// A token in the form of the html5lib tests.
  enum Item: Equatable {
    case text([UInt8])
    case start([UInt8], [[UInt8]: [UInt8]], isSelfClosing: Bool)
    case end([UInt8])
    case comment([UInt8])
    case doctype([UInt8]?, [UInt8]?, [UInt8]?, isCorrect: Bool)
  }

  @Test("Every token is the expected one")
  func tokens() throws {
    var count = 0
    for file in ExternalCorpora.files(in: "hostile/html5lib/tokenizer", suffix: ".test") {
      let name = file.lastPathComponent
      if name == "xmlViolation.test" { continue }
      let root = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      let tests = try #require((root as? [String: Any])?["tests"] as? [[String: Any]])
      for test in tests {
        let isEscaped = test["doubleEscaped"] as? Bool ?? false
        let input = Self.bytes(test["input"] as? String ?? "", isEscaped)
        let expected = try Self.items(#require(test["output"] as? [[Any]]), isEscaped)
        for state in test["initialStates"] as? [String] ?? ["Data state"] {
          count += 1
          let last = Self.bytes(test["lastStartTag"] as? String ?? "", isEscaped)
          let found = Self.tokenize(input, state, lastStartTag: last)
          #expect(
            found == expected, "\(name): \(test["description"] ?? ""), \(state): \(input)")
        }
      }
    }
    #expect(count > 6000)
  }

  private static func tokenize(
    _ input: [UInt8], _ state: String, lastStartTag: [UInt8]
  ) -> [Item] {
    var tokenizer = Tokenizer(input, maxAttributes: 256)
    tokenizer.lastStartTag = tokenizer.names.name(of: lastStartTag)
    tokenizer.model =
      switch state {
      case "PLAINTEXT state": .plaintext
      case "RCDATA state": .rcdata
      case "RAWTEXT state": .rawText
      case "Script data state": .script
      case "CDATA section state": .cdata
      default: .data
      }
    var items: [Item] = []
    func add(_ text: [UInt8]) {
      if case .text(let before)? = items.last {
        items[items.count - 1] = .text(before + text)
      } else {
        items.append(.text(text))
      }
    }
    while true {
      let token = tokenizer.next()
      let piece = tokenizer.piece
      let range = piece.start..<piece.end
      switch token {
      case .end: return items
      case .null: add([0])
      case .characters:
        add(Array(piece.isAside ? tokenizer.aside[range] : tokenizer.bytes[range]))
      case .comment:
        items.append(
          .comment(Array(piece.isAside ? tokenizer.aside[range] : tokenizer.bytes[range])))
      case .endTag: items.append(.end(tokenizer.names.bytes(of: tokenizer.name)))
      case .startTag:
        var attributes: [[UInt8]: [UInt8]] = [:]
        for attribute in tokenizer.attributes[tokenizer.firstAttribute...] {
          let range = Int(attribute.start)..<Int(attribute.start) + Int(attribute.count)
          attributes[tokenizer.names.bytes(of: attribute.name)] = Array(
            attribute.isAside ? tokenizer.aside[range] : tokenizer.bytes[range])
        }
        items.append(
          .start(
            tokenizer.names.bytes(of: tokenizer.name), attributes,
            isSelfClosing: tokenizer.isSelfClosing))
      case .doctype:
        let doctype = tokenizer.doctype
        items.append(
          .doctype(
            doctype.name, doctype.publicID, doctype.systemID, isCorrect: !doctype.forcesQuirks))
      }
    }
  }

  private static func items(_ tokens: [[Any]], _ isEscaped: Bool) throws -> [Item] {
    try tokens.map { token in
      func text(_ index: Int) -> [UInt8]? {
        index < token.count ? (token[index] as? String).map { bytes($0, isEscaped) } : nil
      }
      switch try #require(token.first as? String) {
      case "Character": return .text(text(1) ?? [])
      case "Comment": return .comment(text(1) ?? [])
      case "EndTag": return .end(text(1) ?? [])
      case "StartTag":
        var attributes: [[UInt8]: [UInt8]] = [:]
        for (name, value) in token[2] as? [String: String] ?? [:] {
          attributes[bytes(name, isEscaped)] = bytes(value, isEscaped)
        }
        return .start(
          text(1) ?? [], attributes, isSelfClosing: token.count > 3 && token[3] as? Bool ?? false)
      default:
        return .doctype(text(1), text(2), text(3), isCorrect: token[4] as? Bool ?? false)
      }
    }
  }

  /// Returns the UTF-8 of a text; lone surrogates, which occur only as escapes, become three bytes.
  private static func bytes(_ text: String, _ isEscaped: Bool) -> [UInt8] {
    guard isEscaped else { return Array(text.utf8) }
    var units: [UInt16] = []
    var rest = text.utf16[...]
    while let unit = rest.popFirst() {
      if unit == 0x5C, rest.first == 0x75,
        let value = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
      {
        units.append(value)
        rest = rest.dropFirst(5)
      } else {
        units.append(unit)
      }
    }
    var bytes: [UInt8] = []
    var index = 0
    while index < units.count {
      let unit = units[index]
      index += 1
      if UTF16.isLeadSurrogate(unit), index < units.count, UTF16.isTrailSurrogate(units[index]) {
        bytes += Array(String(decoding: [unit, units[index]], as: UTF16.self).utf8)
        index += 1
      } else if UTF16.isSurrogate(unit) {
        bytes += [0xED, 0x80 | UInt8(unit >> 6 & 0x3F), 0x80 | UInt8(unit & 0x3F)]
      } else {
        bytes += Array(String(decoding: [unit], as: UTF16.self).utf8)
      }
    }
    return bytes
  }
}
