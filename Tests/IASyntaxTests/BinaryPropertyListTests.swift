import Foundation
import IABytes
import IASyntax
import IATestSupport
import Testing

@Suite struct BinaryPropertyListTests {
  /// Returns a binary property list with the given objects.
  private func list(
    _ objects: [[UInt8]], top: Int = 0, offsetSize: Int = 2, referenceSize: Int = 1,
    overwriting: [Int: Int] = [:]
  ) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    for (object, offset) in overwriting { offsets[object] = offset }
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    bytes += bigEndian(objects.count, 8) + bigEndian(top, 8) + bigEndian(table, 8)
    return bytes
  }

  private func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func failure(_ bytes: [UInt8], _ limits: Limits = .standard) -> InputError? {
    #expect(throws: InputError.self) { try PropertyListTable(bytes, limits: limits) }
  }

  @Test func `Integers of every size have their values`() throws {
    for (object, integer, unsigned) in [
      ([0x10, 0xFF], 255, 255), ([0x11, 0xFF, 0xFF], 65535, 65535),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295, 4_294_967_295),
      ([0x13] + f(8), -1, nil), ([0x13, 0x80] + z(7), .min, nil),
      ([0x14] + z(8) + f(8), nil, .max), ([0x14] + f(16), -1, nil),
    ] as [([UInt8], Int?, UInt64?)] {
      let root = try PropertyListTable(list([object])).root
      #expect(root.integer == integer)
      #expect(root.unsignedInteger == unsigned)
      #expect(root.byteOffset == 8)
    }
    for object in [[0x14, 1] + z(15), [0x14] + f(8) + z(8)] as [[UInt8]] {
      #expect(failure(list([object]))?.code == .plistNumber)
    }
  }

  private func z(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
  private func f(_ count: Int) -> [UInt8] { Array(repeating: 0xFF, count: count) }

  @Test func `Scalars have their values`() throws {
    #expect(try PropertyListTable(list([[0x09]])).root.bool == true)
    #expect(try PropertyListTable(list([[0x08]])).root.bool == false)
    #expect(try PropertyListTable(list([[0x22, 0x3F, 0xC0, 0, 0]])).root.double == 1.5)
    #expect(try PropertyListTable(list([[0x23, 0x3F, 0xF8] + z(6)])).root.double == 1.5)
    let date = try PropertyListTable(list([[0x33, 0x3F, 0xF8] + z(6)])).root
    #expect(date.secondsSinceReferenceDate == 1.5)
    #expect(try PropertyListTable(list([[0x81, 1, 2]])).root.uid == 258)
    #expect(try PropertyListTable(list([[0x43, 1, 2, 3]])).root.data == [1, 2, 3])
    let lone = try PropertyListTable(list([[0x62, 0xD8, 0, 0, 0x61]])).root
    #expect(lone.utf16 == [0xD800, 0x61])
    #expect(lone.text == "\u{FFFD}a")
    let long = try PropertyListTable(list([[0x5F, 0x10, 20] + Array(repeating: 0x78, count: 20)]))
    #expect(long.root.text == String(repeating: "x", count: 20))
  }

  @Test func `A fault is reported at its place`() {
    for (object, code, offset) in [
      ([0x00], "plist.marker", 8), ([0x0F], "plist.marker", 8), ([0x15], "plist.marker", 8),
      ([0xC0], "plist.marker", 8), ([0x70], "plist.marker", 8), ([0x88] + z(9), "plist.marker", 8),
      ([0x51], "plist.truncated", 9), ([0x23, 0], "plist.truncated", 10),
      ([0x5F], "plist.marker", 9), ([0x5F, 0x13] + f(8), "plist.truncated", 18),
      ([0x5F, 0x13, 0x10] + z(7), "plist.truncated", 18), ([0x51, 0x80], "plist.encoding", 9),
      ([0x87, 1] + z(7), "plist.number", 8), ([0xA1, 0], "plist.cycle", 8),
      ([0xA1, 1], "plist.reference", 9), ([0xD1, 0, 0], "plist.cycle", 8),
    ] as [([UInt8], String, Int)] {
      let error = failure(list([object]))
      #expect(error?.code.rawValue == code, "\(object)")
      #expect(error?.byteOffset == offset, "\(object)")
    }
  }

  @Test func `A trailer that contradicts the file is refused`() {
    let good = list([[0x09]])
    let trailer = good.count - 32
    #expect(failure(Array("bplist00".utf8))?.code == .plistTruncated)
    #expect(failure(Array("bplist01".utf8) + good.dropFirst(8))?.code == .plistFormat)
    for (offset, value) in [
      (6, 0), (6, 9), (6, 255), (7, 0), (7, 9), (8, 0x80), (15, 0), (15, 2), (12, 1), (16, 0x80),
      (23, 1), (24, 0xFF), (31, 8), (31, 11), (31, 0),
    ] {
      var bytes = good
      bytes[trailer + offset] = UInt8(value)
      let error = failure(bytes)
      #expect(error?.code == .plistTrailer, "\(offset) \(value)")
      #expect((error?.byteOffset ?? 0) >= trailer)
    }
    for offset in [0, 7, 9, 1000] {
      let error = failure(list([[0x09]], overwriting: [0: offset]))
      #expect(error?.code == .plistReference)
      #expect(error?.byteOffset == 9)
    }
    #expect(
      failure(list([[0xA1, 1], [0x09]], offsetSize: 8, overwriting: [1: -1]))?.code
        == .plistReference)
  }

  @Test func `Only strings are keys, and no two are equal`() throws {
    let good = list([[0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x62], [0x09]])
    let root = try PropertyListTable(good).root
    #expect(root.members?.map { $0.key.text } == ["a", "b"])
    #expect(root["b"]?.bool == true)
    #expect(root["a"]?.id == root["b"]?.id)
    for key in [[0x09], [0x10, 1], [0xA0], [0xD0], [0x80, 1], [0x41, 1]] as [[UInt8]] {
      #expect(failure(list([[0xD1, 1, 2], key, [0x09]]))?.code == .plistKey)
      // The same if the key has occurred as a value before.
      let bytes = list([[0xA2, 1, 2], key, [0xD1, 1, 3], [0x09]])
      #expect(failure(bytes)?.code == .plistKey)
    }
    for second in [[0x51, 0x61], [0x61, 0, 0x61]] as [[UInt8]] {
      let error = failure(list([[0xD2, 1, 2, 3, 3], [0x51, 0x61], second, [0x09]]))
      #expect(error?.code == .plistDuplicateKey)
      #expect(error?.byteOffset == 15)
      #expect(error?.otherByteOffset == 13)
    }
    #expect(
      failure(list([[0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09]]))?.code == .plistDuplicateKey)
  }

  @Test(arguments: [8, 9, 50, 250])
  func `The last of many keys is checked against the first`(count: Int) throws {
    func dictionary(lastKey: String) -> [UInt8] {
      var objects: [[UInt8]] = [[0xDF, 0x11] + bigEndian(count, 2)]
      for index in 0..<count { objects[0] += bigEndian(index + 1, 2) }
      for _ in 0..<count { objects[0] += bigEndian(count + 1, 2) }
      for index in 0..<count {
        let key = index == count - 1 ? lastKey : "key\(index)"
        objects.append([0x50 + UInt8(key.utf8.count)] + Array(key.utf8))
      }
      objects.append([0x09])
      return list(objects, referenceSize: 2)
    }
    #expect(try PropertyListTable(dictionary(lastKey: "other")).root.count == count)
    #expect(failure(dictionary(lastKey: "key0"))?.code == .plistDuplicateKey)
  }

  @Test func `Cycles are refused, shared values are not`() throws {
    let shared = try PropertyListTable(list([[0xA3, 1, 1, 2], [0xA1, 2], [0x09]])).root
    #expect(shared.elements?.map(\.kind) == [.array, .array, .bool])
    #expect(shared.elements?[0].id == shared.elements?[1].id)
    let long = list([[0xA1, 1], [0xA1, 2], [0xA2, 3, 0], [0x09]])
    #expect(failure(long)?.code == .plistCycle)
    #expect(failure(long)?.byteOffset == 8)
    let inDictionary = list([[0xD1, 1, 0], [0x51, 0x61]])
    #expect(failure(inDictionary)?.code == .plistCycle)
  }

  @Test func `Shared containers may not unfold without bound`() throws {
    func ladder(_ rungs: Int) -> [UInt8] {
      let objects: [[UInt8]] = (0..<rungs).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
      return list(objects + [[0x09]])
    }
    // n rungs are n + 1 objects and 2n references, and unfold to 2^(n+1) - 1 values.
    _ = try PropertyListTable(ladder(5))
    #expect(failure(ladder(6))?.limit == .init(name: "expansion", maximum: 76, seen: 127))
    for rungs in [30, 62, 100, 200] { #expect(failure(ladder(rungs))?.code == .plistExpansion) }
    // Many references to one scalar, as Foundation writes equal numbers, are not an expansion.
    let many = list([[0xAF, 0x11, 0x10, 0] + Array(repeating: 1, count: 4096), [0x10, 7]])
    #expect(try PropertyListTable(many).root.elements?.map(\.integer).count == 4096)
  }

  @Test func `More objects than bytes are refused before allocation`() {
    let error = failure(list([[0x09]] + Array(repeating: [], count: 1000), offsetSize: 1))
    #expect(error?.limit == .init(name: "entries", maximum: 1, seen: 1001))
  }

  @Test func `Objects may not overlap`() {
    // Sixty arrays at one offset would make the work quadratic.
    let references = (1...60).map { UInt8($0) }
    var objects: [[UInt8]] = [
      [0xAF, 0x10, 60] + references, [0xAF, 0x10, 60] + Array(repeating: 61, count: 60),
    ]
    for _ in 0..<59 { objects.append([]) }
    objects.append([0x09])
    var places: [Int: Int] = [:]
    for object in 2...60 { places[object] = 8 + objects[0].count }
    #expect(failure(list(objects, overwriting: places))?.code == .plistOverlap)
  }

  @Test func `Depth and entries pass at their limit and are refused above it`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      list((0..<depth).map { [0xA1, UInt8($0 + 1)] } + [[0x09]])
    }
    for depth in [1, 2, 100] {
      let limits = Limits(depth: depth)
      _ = try PropertyListTable(nested(depth - 1), limits: limits)
      _ = try PropertyListTable(nested(depth), limits: limits)
      let error = failure(nested(depth + 1), limits)
      #expect(error?.limit == .init(name: "depth", maximum: depth, seen: depth + 1))
    }
    // The deepest place of a shared container counts: it occurs first at level 2, then at level 3.
    let shared = list([[0xA2, 2, 1], [0xA1, 2], [0xA1, 3], [0x09]])
    _ = try PropertyListTable(shared, limits: Limits(depth: 3))
    #expect(failure(shared, Limits(depth: 2))?.code == .plistDepth)
    _ = try PropertyListTable(nested(4), limits: Limits(entries: 5))
    #expect(failure(nested(4), Limits(entries: 4))?.limit?.name == "entries")
    let size = nested(4).count
    _ = try PropertyListTable(nested(4), limits: Limits(inputBytes: size))
    #expect(failure(nested(4), Limits(inputBytes: size - 1))?.limit?.name == "inputBytes")
  }

  @Test func `Changed bytes of an archive end in a value or in an error`() throws {
    let value: [String: Any] = [
      "text": "Hello €", "runs": [0, 5, 9, 70000], "on": true, "nested": ["a": [1.5, Date()]],
      "data": Data([1, 2, 3]),
    ]
    let bytes = [UInt8](
      try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    var random = SeededGenerator(seed: 1074)
    var accepted = 0
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<(1 + random.below(4)) {
        changed[random.below(changed.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      do {
        _ = RandomPropertyList.dump(try PropertyListTable(changed).root)
        accepted += 1
      } catch {
        #expect((0...bytes.count).contains(error.byteOffset))
      }
    }
    #expect((1000..<19_000).contains(accepted))
  }
}
