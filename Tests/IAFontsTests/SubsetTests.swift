import Foundation
import IAFonts
import Testing

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct SubsetTests {
  private static let limit = 1 << 20

  private func subsets(
    _ text: String, _ family: String = "Noto Sans", weights: Set<Int> = [400], limit: Int = limit,
    of collection: FontCollection? = nil
  ) throws -> FontSubsets {
    let fonts = try collection ?? TestFonts.collection.get()
    return fonts.subsets(
      of: Set(text.unicodeScalars.map(\.value)), FontRequest(families: [family]),
      weights: weights, limit: limit)
  }

  /// Returns the collection of a folder with one font file.
  private func collection(of bytes: [UInt8]) throws -> FontCollection {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "a.ttf"))
    return try FontCollection.folder(folder.path)
  }

  @Test func `A subset contains exactly the requested characters`() throws {
    let found = try subsets("aAbc")
    let subset = try #require(found.subsets.first)
    #expect(found.family == "Noto Sans" && found.refusals.isEmpty)
    #expect(subset.characters == [0x41...0x41, 0x61...0x63])
    #expect(subset.bytes.count < 10_000 && !subset.hasCFF)
    let fonts = try collection(of: subset.bytes)
    #expect([0x41, 0x61, 0x62, 0x63].allSatisfy { fonts.has($0, in: 0) })
    #expect(!fonts.has(0x64, in: 0))
  }

  @Test func `Equal requests give equal bytes`() throws {
    #expect(try subsets("Hamburg").subsets == subsets("Hamburg").subsets)
  }

  @Test func `Faces divide the weights by CSS, and the bold face has 600 and more`() throws {
    let found = try subsets("a", weights: Set(stride(from: 100, through: 900, by: 100)))
    #expect(found.subsets.map(\.weights) == [100...500, 600...900])
    let regular = try subsets("\u{2603}", "Noto Sans Symbols2", weights: [400, 700])
    #expect(regular.subsets.map(\.weights) == [400...400])
  }

  @Test func `Missing characters come from other families`() throws {
    let found = try subsets("a\u{E01}\u{E02}")
    #expect(found.subsets.count == 2)
    #expect(found.subsets.last?.characters == [0xE01...0xE02])
    #expect(found.subsets.last?.face.families.first != "Noto Sans")
    #expect(try subsets("\u{10FFFD}").subsets.isEmpty)
  }

  @Test func `Colour fonts and fonts beyond the limit are refused`() throws {
    #expect(try subsets("a", limit: 100).refusals.map(\.reason) == [.size])
    let emoji = try subsets("\u{1F600}", "Noto Color Emoji")
    #expect(emoji.refusals.map(\.reason) == [.color] && emoji.subsets.isEmpty)
  }

  @Test(arguments: [
    (0x0000, true), (0x0008, true), (0x0002, false), (0x0004, false), (0x0100, false),
    (0x0200, false), (0x0108, false),
  ])
  func `Licence bits are respected`(type: Int, isAllowed: Bool) throws {
    var bytes = [UInt8](
      try Data(contentsOf: URL(filePath: "\(TestFonts.folder)/noto/NotoSans-Regular.ttf")))
    let count = Int(bytes[4]) << 8 | Int(bytes[5])
    for entry in stride(from: 12, to: 12 + 16 * count, by: 16)
    where bytes[entry..<entry + 4].elementsEqual("OS/2".utf8) {
      let offset = bytes[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
      (bytes[offset + 8], bytes[offset + 9]) = (UInt8(type >> 8), UInt8(type & 0xFF))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "a.ttf"))
    let found = try subsets("abc", of: .folder(folder.path))
    #expect(found.subsets.isEmpty != isAllowed)
    #expect(found.refusals.map(\.reason) == (isAllowed ? [] : [.licence]))
  }

  @Test func `A missing or damaged file is refused`() throws {
    let bytes = [UInt8](
      try Data(contentsOf: URL(filePath: "\(TestFonts.folder)/noto/NotoSans-Regular.ttf")))
    // The folder is removed before the subset is created.
    let found = try subsets("abc", of: collection(of: bytes))
    #expect(found.refusals.map(\.reason) == [.unreadable])
  }

  @Test func `A family without the weights is replaced by one with a weight axis`() throws {
    let fonts = try TestFonts.collection.get()
    #expect(fonts.family(showing: [400, 700], insteadOf: "Noto Sans") == "Noto Sans")
    let other = fonts.family(showing: [100, 400, 900], insteadOf: "Noto Sans")
    let variable = fonts.faces.contains { $0.isVariable && $0.weights == 100...900 }
    #expect(variable ? other != "Noto Sans" : other == "Noto Sans")
  }
}
