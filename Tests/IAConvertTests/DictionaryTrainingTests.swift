import Foundation
import IACodec
import IAConvert
import IAFormats
import IAText
import Testing

/// Training of dictionaries from files.
@Suite struct DictionaryTrainingTests {
  /// A temporary folder that is removed when the object is released.
  private final class Folder {
    let path = NSTemporaryDirectory() + "ia-dictionary-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }

    func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name)))
    }
  }

  private let folder: Folder
  private let names: [String]

  init() throws {
    folder = try Folder()
    names = (0..<60).map { "message\($0).txt" }
    for (number, name) in names.enumerated() {
      try folder.write("The train \(number) leaves at \(number % 24) o'clock.", to: name)
    }
  }

  private func train(
    _ names: [String], to output: String
  ) throws -> (outcome: DictionaryOutcome, bytes: [UInt8]) {
    var training = DictionaryTraining(
      FileCollection(names.map { folder.path + "/" + $0 }),
      conversion: Conversion(to: FormatID("json")))
    training.byteCount = 2048
    let outcome = try training.run(to: folder.path + "/" + output)
    return (outcome, try folder.bytes(output))
  }

  @Test func `The file is a vocabulary, and saves as much as the outcome states`() throws {
    let (outcome, bytes) = try train(names, to: "out")
    let vocabulary = try Vocabulary(bytes)
    #expect(outcome.id == vocabulary.id)
    #expect(outcome.byteCount == bytes.count && bytes.count <= 2048)
    #expect(outcome.stringCount == vocabulary.stringCount)
    #expect(outcome.learntCount == 54 && outcome.measuredCount == 6)
    var plain = CompactEncoder()
    var short = CompactEncoder(vocabulary: vocabulary)
    var (plainCount, shortCount) = (0, 0)
    for number in stride(from: 9, to: 60, by: 10) {
      let text = String(decoding: try folder.bytes(names[number]), as: UTF8.self)
      plainCount += plain.encode(IADocument(IAString(text))).count
      shortCount += short.encode(IADocument(IAString(text))).count
    }
    #expect(outcome.measuredByteCount == plainCount)
    #expect(outcome.savedTo == shortCount)
    #expect(shortCount < plainCount)
  }

  @Test func `Every tenth document is not used for training`() throws {
    let before = try train(names, to: "before")
    for number in stride(from: 9, to: 60, by: 10) {
      try folder.write("Nothing of the kind, \(number) zebras.", to: names[number])
    }
    let after = try train(names, to: "after")
    #expect(after.bytes == before.bytes)
    #expect(after.outcome.savedTo > before.outcome.savedTo)
    try folder.write("Nothing of the kind, 8 zebras.", to: names[8])
    #expect(try train(names, to: "other").bytes != before.bytes)
  }

  @Test func `Documents beyond the maximum size of the training text are omitted`() throws {
    try folder.write(String(repeating: "long ", count: 1_000), to: names[3])
    var training = DictionaryTraining(
      FileCollection(names.map { folder.path + "/" + $0 }),
      conversion: Conversion(to: FormatID("json")))
    training.byteCount = 2048
    training.maximumUnitCount = 4_000
    let outcome = try training.run(to: folder.path + "/out")
    #expect(outcome.leftOutCount == 1)
    #expect(outcome.learntCount == 54 && outcome.measuredCount == 5)
    #expect(outcome.text.contains("1 left out"))
  }

  @Test func `All of nine documents are used for training`() throws {
    let (outcome, _) = try train(Array(names.prefix(9)), to: "out")
    #expect(outcome.learntCount == 9 && outcome.measuredCount == 0)
    #expect(outcome.text.contains("at least ten documents"))
  }

  @Test func `Without text for training, no file is written`() throws {
    try folder.write("", to: "empty.txt")
    let error = #expect(throws: Failure.self) { try train(["empty.txt"], to: "out") }
    #expect(error?.code == "dictionary.too-little")
    #expect(throws: (any Error).self) { try folder.bytes("out") }
  }
}
