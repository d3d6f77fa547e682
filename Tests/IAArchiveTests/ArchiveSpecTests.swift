import Foundation
import IABytes
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IAArchive

/// Executes the examples of Specs/archive-format.md.
@Suite struct ArchiveSpecTests {
  static func fences() throws -> [(kind: String, lines: [String])] {
    let url = ExternalCorpora.packageRoot.appending(path: "Specs/archive-format.md")
    var fences: [(kind: String, lines: [String])] = []
    var open = false
    for line in try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        open.toggle()
        if open { fences.append((String(line.dropFirst(3)), [])) }
      } else if open {
        fences[fences.count - 1].lines.append(String(line))
      }
    }
    return fences
  }

  static func hex(_ line: String) -> [UInt8] {
    line.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  @Test func `The text line equals the example of the specification`() throws {
    let fences = try Self.fences()
    let index = try #require(fences.firstIndex { $0.kind == "text-line example" })
    let line = Array(try #require(fences[index].lines.first).utf8)
    let units = try #require(fences[index + 1].lines.first).split(separator: " ").compactMap {
      UInt16($0, radix: 16)
    }
    #expect(try TextLines.units(0..<line.count, of: line) == units)
    var written: [UInt8] = []
    TextLines.append(units, to: &written)
    #expect(written == line + [0x0A])
  }

  @Test func `The segment equals the example of the specification`() throws {
    let fences = try Self.fences()
    let index = try #require(fences.firstIndex { $0.kind == "segment example" })
    let bytes = Self.hex(try #require(fences[index].lines.first))
    let expected = fences[index + 1].lines.map { $0.split(separator: " ").map(String.init) }
    let segment = try EntrySegment(bytes, count: expected.count, limits: .standard)
    #expect(segment.ids.map { String($0) } == expected.map { $0[0] })
    #expect(segment.ids.indices.map { segment.name($0) } == expected.map { $0[1] })
    #expect(EntrySegment(ids: segment.ids, names: expected.map { $0[1] }) == segment)
  }

  @Test func `The field equals the example of the specification`() throws {
    let fence = try #require(try Self.fences().first { $0.kind == "field example" })
    #expect(
      fence.lines == [
        "2 * 128 = " + String(GaloisField.product(2, 128), radix: 16),
        "3 * 7 = " + String(GaloisField.product(3, 7), radix: 16),
        "1 / 2 = " + String(GaloisField.inverse(2), radix: 16),
        "1 / (0 xor 255) = "
          + String(ReedSolomon.factor(dataRow: 0, parityRow: 0), radix: 16),
      ])
  }

  @Test func `The field of version 2 equals the example of the specification`() throws {
    let fence = try #require(try Self.fences().first { $0.kind == "field16 example" })
    let field = FieldTables.shared
    #expect(
      fence.lines == [
        "2 * 32768 = " + String(field.product(2, 32768), radix: 16),
        "300 * 7000 = " + String(field.product(300, 7000), radix: 16),
        "1 / 2 = " + String(field.power(65_534), radix: 16),
      ])
  }

  @Test func `Parity rows equal the example of the specification`() throws {
    let fence = try #require(try Self.fences().first { $0.kind == "parity example" })
    let data = [1, 2].flatMap { [UInt8($0)] + [UInt8](repeating: 0, count: 63) }
    let rows = try ErasureCodeTests.encoded(
      ErasureCode(dataRowCount: 2, parityRowCount: 4, rowByteCount: 64), data)
    let symbols = rows.map { String(ErasureCodeTests.symbols($0[...])[0], radix: 16) }
    #expect(fence.lines == [symbols.joined(separator: " ")])
  }

  @Test func `The list of metadata is equal after reading and writing`() throws {
    let fence = try #require(try Self.fences().first { $0.kind == "metadata example" })
    let bytes = Array((fence.lines.joined(separator: "\n") + "\n").utf8)
    let list = try MetadataList(bytes)
    #expect(list.archive.map(\.element) == ["title", MetadataStatement.program])
    #expect(list.documents[0]?.count == 3)
    #expect(list.bytes == bytes)
  }

  @Test func `Every element except 0 has an inverse`() {
    for element in 1...255 {
      let element = UInt8(element)
      #expect(GaloisField.product(element, GaloisField.inverse(element)) == 1)
    }
  }

  @Test func `The Merkle root equals that of RFC 6962`() {
    var tree = MerkleTree()
    #expect(
      tree.root.description == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    tree.append([])
    #expect(
      tree.root.description == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")
    // The test vectors of the reference implementation of Certificate Transparency.
    for leaf in ["00", "10", "20 21", "30 31", "40 41 42 43", "50 51 52 53 54 55 56 57"] {
      tree.append(Self.hex(leaf))
    }
    #expect(
      tree.root.description == "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c")
    tree.append(Self.hex("60 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f"))
    #expect(
      tree.root.description == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328")
  }

  @Test func `Lines of text are equal after writing and reading, whatever their units`() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<200 {
      let units = (0..<random.below(40)).map { _ -> UInt16 in
        switch random.below(5) {
        case 0: UInt16(random.below(0x80))
        case 1: 0xD800 + UInt16(random.below(0x800))
        case 2: 0x5C
        default: UInt16(random.below(0x1_0000))
        }
      }
      var line: [UInt8] = []
      TextLines.append(units, to: &line)
      #expect(try TextLines.units(0..<line.count - 1, of: line) == units)
      #expect(line.dropLast().allSatisfy { $0 >= 0x20 || $0 == 0x09 })
    }
  }
}
