import Foundation
import IABytes
import IAFormats
import Testing

@testable import IAConvert

@Suite struct UnpackedSourcesTests {
  /// An unpacker that returns two members with one path, as a forged archive can contain.
  private final class TwiceUnpacker: ArchiveUnpacker {
    func unpack(
      _ path: String, limits: Limits, _ body: (UnpackedItem) throws -> Void
    ) throws {
      for text in ["first", "second"] {
        try body(.member(path: "sub/a.txt", bytes: Array(text.utf8)))
      }
    }

    func stop() {}
  }

  @Test func `The second of two members with one path is omitted and reported`() throws {
    let scratch = NSTemporaryDirectory() + "unpacked-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let archive = scratch + "/twice.iaa"
    try Data().write(to: URL(filePath: archive))
    var omissions: [BatchOmission] = []
    let unpacked = try UnpackedSources(
      BatchSources([archive]), registry: .standard, unpacker: TwiceUnpacker(),
      scratchFolder: scratch
    ) { omissions.append($0) }
    #expect(omissions == [BatchOmission(path: archive + "/sub/a.txt", reason: .unreadable)])
    let folder = try #require(unpacked.sources.paths.first)
    #expect(try String(contentsOfFile: folder + "/sub/a.txt", encoding: .utf8) == "first")
  }
}
