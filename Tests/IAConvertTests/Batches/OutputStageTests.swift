import Foundation
import IABytes
import IAFiles
import IAFormats
import Testing

@testable import IAConvert

@Suite struct OutputStageTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "stage-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func stage() throws -> OutputStage {
    let format = try FormatRegistry.standard.writer(id: FormatID("text")).descriptor
    return OutputStage(target: folder, formats: [format], options: BatchOptions(), sweeps: false)
  }

  private func result(_ text: String, sideFiles: [String]) -> [TargetResult] {
    let outcome = ConversionOutcome(
      inputFormat: FormatID("text"), outputFormat: FormatID("text"), inputByteCount: 0,
      inputDigest: nil, outputs: [], report: ConversionReport())
    return [
      TargetResult(
        outcome: outcome, bytes: Array(text.utf8),
        sideFiles: sideFiles.map { .init(path: $0, bytes: Array($0.utf8)) })
    ]
  }

  private func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0 != "m" }.sorted()
  }

  @Test func `Discarding a document does not remove a picture of another document`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("mine".utf8).write(to: URL(filePath: folder + "/a.txt"))
    let stage = try stage()
    // The file a.txt belongs to another program and is kept.
    #expect(throws: Failure.self) {
      try stage.stage("a", result("A", sideFiles: ["m/p.png"]), previous: nil)
    }
    #expect(stage.byteCount == 0)
    let other = try stage.stage("b", result("B", sideFiles: ["m/p.png"]), previous: nil)
    #expect(stage.commit([other]).allSatisfy { $0 == nil })
    #expect(try names() == ["a.txt", "b.txt", "m/p.png"])
  }

  @Test func `If a shared picture cannot be written, all documents with it fail`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let stage = try stage()
    let documents = try ["a", "b", "c"].map { name in
      try stage.stage(
        name, result(name, sideFiles: [name == "c" ? "m/q.png" : "m/p.png"]), previous: nil)
    }
    // Another file takes the name of the shared picture before the group is complete.
    try FileManager.default.createDirectory(
      atPath: folder + "/m", withIntermediateDirectories: true)
    try Data("other".utf8).write(to: URL(filePath: folder + "/m/p.png"))
    let failures = stage.commit(documents)
    #expect(failures.map { $0 != nil } == [true, true, false])
    #expect(try names() == ["c.txt", "m/p.png", "m/q.png"])
  }
}
