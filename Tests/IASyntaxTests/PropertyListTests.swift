import Foundation
import IABytes
import IASyntax
import IATestSupport
import Testing

@Suite struct PropertyListTests {
  @Test func `Random lists read as Foundation wrote them, in both forms`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let value = RandomPropertyList.value(depth: 4, &random)
      for format in [.binary, .xml] as [PropertyListSerialization.PropertyListFormat] {
        let data = try PropertyListSerialization.data(
          fromPropertyList: value, format: format, options: 0)
        let table = try PropertyListTable([UInt8](data))
        #expect(
          RandomPropertyList.dump(table.root) == RandomPropertyList.dump(value), "seed \(seed)")
      }
    }
  }

  @Test func `A keyed archive has its UIDs, and shared objects stay one`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = .binary
    archiver.encode(["a", "b", "a"] as NSArray, forKey: "root")
    archiver.finishEncoding()
    let root = try PropertyListTable([UInt8](archiver.encodedData)).root
    #expect(root["$archiver"]?.text == "NSKeyedArchiver")
    let top = try root.require("$top").require("root").requireUID()
    let objects = try root.require("$objects").requireElements()
    let items = try objects[top].require("NS.objects").requireElements()
    let texts = try items.map { objects[try $0.requireUID()].text }
    #expect(texts == ["a", "b", "a"])
    #expect(items[0].uid == items[2].uid)
    let xml = try PropertyListTable(
      Array(
        """
        <plist version="1.0"><array><dict><key>CF$UID</key><integer>7</integer></dict>
        <dict><key>CF$UID</key><integer>-7</integer></dict></array></plist>
        """.utf8)
    ).root
    #expect(xml.elements?.map(\.kind) == [.uid, .dictionary])
    #expect(xml.elements?.first?.uid == 7)
  }

  @Test func `Access as another kind reports the place`() throws {
    let text = "<plist><dict><key>a</key><true/></dict></plist>"
    let root = try PropertyListTable(Array(text.utf8)).root
    let value = try root.require("a")
    for error in [
      #expect(throws: InputError.self) { try value.requireInteger() },
      #expect(throws: InputError.self) { try value.requireText() },
      #expect(throws: InputError.self) { try value.requireUTF16() },
      #expect(throws: InputError.self) { try value.requireData() },
      #expect(throws: InputError.self) { try value.requireUID() },
      #expect(throws: InputError.self) { try value.requireElements() },
      #expect(throws: InputError.self) { try value.requireMembers() },
    ] {
      #expect(error?.code == .plistType)
      #expect(error?.byteOffset == 25)
    }
    #expect(#expect(throws: InputError.self) { try root.require("b") }?.byteOffset == 7)
    #expect(value.double == nil && value.integer == nil && value.text == nil && value.uid == nil)
    #expect(value.count == 0 && value["a"] == nil)
  }
}

@Suite(.enabled(if: ExternalCorpora.has("hostile/libplist")))
struct PropertyListCorpusTests {
  @Test func `Files that broke another reader end in a value or in an error`() throws {
    var verdicts: [String: Int] = [:]
    for file in ExternalCorpora.files(in: "hostile/libplist/fuzz") {
      let bytes = [UInt8](try Data(contentsOf: file))
      do {
        let table = try PropertyListTable(bytes)
        _ = RandomPropertyList.dump(table.root)
        verdicts["accepted", default: 0] += 1
      } catch {
        #expect((0...bytes.count).contains(error.byteOffset))
        verdicts[error.code.rawValue, default: 0] += 1
      }
    }
    #expect(verdicts.values.reduce(0, +) == 64)
    #expect(verdicts["accepted", default: 0] < 10)
  }

  @Test func `The well-formed files read as Foundation reads them`() throws {
    var accepted = 0
    for file in ExternalCorpora.files(in: "hostile/libplist/test/data")
    where file.pathExtension == "bplist" || file.pathExtension == "plist" {
      let bytes = [UInt8](try Data(contentsOf: file))
      let name = file.lastPathComponent
      do {
        let table = try PropertyListTable(bytes)
        accepted += 1
        let other = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        if let other, table.root.kind != .uid, name != "uid.bplist" {
          #expect(RandomPropertyList.dump(table.root) == RandomPropertyList.dump(other), "\(name)")
        }
      } catch {
        let refused = [
          "amp.plist", "empty_keys.plist", "invalid_tag.plist", "malformed_dict.bplist",
          "recursion.bplist", "offxml.plist",
        ]
        #expect(refused.contains(name), "\(name): \(error)")
      }
    }
    #expect(accepted > 30)
  }
}

/// Random property lists, and one text form for values of Foundation and of this module.
enum RandomPropertyList {
  static func value(depth: Int, _ random: inout SeededGenerator) -> Any {
    switch random.below(depth > 0 ? 9 : 6) {
    case 0: return random.below(2) == 0
    case 1: return Int(truncatingIfNeeded: random.next()) >> random.below(64)
    case 2: return Double(random.below(1_000_000)) / 64 + 0.25
    case 3: return string(&random)
    case 4:
      return Data((0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    case 5:
      return Date(
        timeIntervalSinceReferenceDate: Double(random.below(4_000_000_000) - 2_000_000_000))
    case 6:
      return (0..<random.below(20)).map { _ in value(depth: depth - 1, &random) }
    default:
      var dictionary: [String: Any] = [:]
      for _ in 0..<random.below(20) {
        dictionary[string(&random)] = value(depth: depth - 1, &random)
      }
      return dictionary
    }
  }

  private static func string(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "Z", " ", "&", "<", ">", "\"", "é", "€", "😀", "]]>", "\n", "key"]
    return (0..<random.below(20)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  static func dump(_ value: PropertyListValue) -> String {
    switch value.kind {
    case .dictionary:
      let members = value.members?.map {
        "\($0.key.text?.debugDescription ?? "?"): \(dump($0.value))"
      }
      return "{" + (members ?? []).sorted().joined(separator: ", ") + "}"
    case .array: return "[" + (value.elements?.map { dump($0) } ?? []).joined(separator: ", ") + "]"
    case .string: return value.text?.debugDescription ?? "?"
    case .integer: return value.integer.map { "\($0)" } ?? "\(value.unsignedInteger ?? 0)"
    case .real: return value.double.map { "real \($0)" } ?? "?"
    // Foundation does not distinguish 1 from true on all platforms.
    case .bool: return value.bool.map { $0 ? "1" : "0" } ?? "?"
    case .date: return value.secondsSinceReferenceDate.map { "date \($0)" } ?? "?"
    case .data: return "data \(value.data ?? [])"
    case .uid: return value.uid.map { "uid \($0)" } ?? "?"
    }
  }

  static func dump(_ value: Any) -> String {
    switch value {
    case let value as [String: Any]:
      let members = value.map { "\($0.key.debugDescription): \(dump($0.value))" }
      return "{" + members.sorted().joined(separator: ", ") + "}"
    case let value as [Any]: return "[" + value.map { dump($0) }.joined(separator: ", ") + "]"
    case let value as String: return value.debugDescription
    case let value as Date: return "date \(value.timeIntervalSinceReferenceDate)"
    case let value as Data: return "data \([UInt8](value))"
    case let value as Bool where "\(type(of: value))" == "Bool": return value ? "1" : "0"
    case let value as NSNumber:
      let type = String(cString: value.objCType)
      if type == "c" { return value.boolValue ? "1" : "0" }
      return type == "d" || type == "f" ? "real \(value.doubleValue)" : "\(value)"
    default: return "? \(value)"
    }
  }
}
