import IABytes
import IATestSupport
import Testing

/// Each precondition of the module stops the process and states the passed value.
@Suite struct PreconditionTests {
  private static func bytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    [UInt8]("text".utf8).withUnsafeBufferPointer(body)
  }

  private static func units(_ body: (UnsafeBufferPointer<UInt16>) -> Void) {
    [UInt16]("text".utf16).withUnsafeBufferPointer(body)
  }

  static let all = [
    Misuse("-1 as a varint") {
      var writer = ByteWriter()
      writer.varint(-1)
    },
    Misuse("byte -1") { _ = UnitLoops.index(of: 0, in: [1, 2].span, from: -1) },
    Misuse("unit 3 of 2") { _ = UnitLoops.firstLineEndOrSurrogate(in: [1, 2].span, from: 3) },
    Misuse("unit -1 of 2") { _ = UnitLoops.firstLineEndOrSurrogate(in: [1, 2].span, from: -1) },
    Misuse("a text outside of 2 units") { _ = UnitLoops.hashes(of: [0..<3], in: [1, 2]) },
    Misuse("a text outside of 2 units") { _ = UnitLoops.hashes(of: [-1..<1], in: [1, 2]) },
    Misuse("byte -1") { bytes { _ = UnitLoops.endOfLine(in: $0, from: -1) } },
    Misuse("unit 5 of 4") { units { _ = UnitLoops.ordinaryCount($0, from: 5) } },
    Misuse("unit -1 of 4") { units { _ = UnitLoops.ordinaryCount($0, from: -1) } },
    Misuse("units 0 to 5 of 4") { units { _ = UnitLoops.index(of: 0, in: $0, from: 0, to: 5) } },
    Misuse("units 3 to 2 of 4") { units { _ = UnitLoops.index(of: 0, in: $0, from: 3, to: 2) } },
    Misuse("4 bytes for 2 units") {
      bytes { bytes in
        _ = [UInt16](capacity: 2) { output in UnitLoops.append(bytes, to: &output) }
      }
    },
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
