import IABytes
import IACodec
import IATestSupport
import IAText
import Testing

/// Each precondition of the public interface stops the process and states the passed value.
@Suite struct PreconditionTests {
  private static func block(holdsText: Bool) throws -> BlockDecoder {
    var encoder = BlockEncoder(holdsText: holdsText)
    encoder.append(IADocument(IAString("abc")))
    return try BlockDecoder(encoder.finish(), limits: .standard)
  }

  private static func file() throws -> DocumentFile {
    var encoder = DocumentEncoder()
    return try DocumentFile(encoder.encode(IADocument(IAString("abc"))), limits: .standard)
  }

  static let all = [
    Misuse("the block holds no text") {
      var decoder = try block(holdsText: false)
      _ = try decoder.document(at: 0)
    },
    Misuse("the block holds no text") {
      var decoder = try block(holdsText: false)
      _ = try decoder.flattened()
    },
    Misuse("no document 1") {
      var decoder = try block(holdsText: true)
      _ = try decoder.document(at: 1)
    },
    Misuse("no document -1") { _ = try block(holdsText: true).utf16Count(at: -1) },
    Misuse("range 1..<4 of 3") { _ = try file().units(in: 1..<4) },
    Misuse("range -1..<2 of 3") { _ = try file().units(in: -1..<2) },
    Misuse("range 1..<4 of 3") { _ = try file().string(in: 1..<4) },
    Misuse("range -1..<2 of 3") { _ = try file().string(in: -1..<2) },
  ]

  @Test(arguments: all.indices)
  func `A violated precondition stops the process and names the value`(index: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [index] in
      try PreconditionTests.all[index].call()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(Self.all[index].isNamed(in: said), "\(index): \(said.prefix(300))")
  }
}
