import Foundation
import IAFonts
import Testing

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct FontWidthTests {
  /// Writes Noto Sans as a font of another width class (`OS/2.usWidthClass`, 1…9; 5 is normal).
  private static func write(widthClass: UInt8, to file: URL) throws {
    var font = try Data(
      contentsOf: URL(filePath: "\(TestFonts.folder)/noto/NotoSans-Regular.ttf"))
    // The table directory starts at byte 12; each entry is a tag, a checksum, an offset, a length.
    let tables = Int(font[4]) << 8 | Int(font[5])
    let entry = try #require(
      (0..<tables).map { 12 + 16 * $0 }.first { font[$0..<$0 + 4] == Data("OS/2".utf8) })
    let offset = font[(entry + 8)..<(entry + 12)].reduce(0) { $0 << 8 | Int($1) }
    font[offset + 6] = 0
    font[offset + 7] = widthClass
    try font.write(to: file)
  }

  /// Returns the collection of a new folder with one file for each width class, in this order of
  /// paths.
  private static func collection(widthClasses: [UInt8]) throws -> FontCollection {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, widthClass) in widthClasses.enumerated() {
      try write(widthClass: widthClass, to: folder.appending(path: "\(number).ttf"))
    }
    return try FontCollection.folder(folder.path)
  }

  @Test func `The face of normal width is taken, although condensed ones come first`() throws {
    let fonts = try Self.collection(widthClasses: [3, 4, 7, 5, 9])
    #expect(fonts.faces.count == 5)
    let instance = fonts.match(FontRequest(families: ["Noto Sans"]))
    #expect(fonts.faces[instance.face].width == 100)
    #expect(fonts.faces[instance.face].path.hasSuffix("/3.ttf"))
  }

  @Test func `A family without a face of normal width has the nearest one`() throws {
    let fonts = try Self.collection(widthClasses: [1, 3, 2])
    let instance = fonts.match(FontRequest(families: ["Noto Sans"], weight: 700))
    #expect(fonts.faces[instance.face].width == 75)
    #expect(instance.isEmboldened)
  }

  @Test func `The width takes precedence over slant and weight`() throws {
    let fonts = try Self.collection(widthClasses: [3, 5])
    let instance = fonts.match(
      FontRequest(families: ["Noto Sans"], weight: 900, isItalic: true))
    #expect(fonts.faces[instance.face].width == 100)
  }
}
