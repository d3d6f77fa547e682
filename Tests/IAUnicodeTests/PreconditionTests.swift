import IATestSupport
import IAUnicode
import Testing

/// Each precondition of the public interface stops the process with a message about the argument.
@Suite struct PreconditionTests {
  static let all = [
    Misuse("offset outside the text") {
      var segmenter = TextSegmenter()
      _ = try segmenter.isBoundary(4, of: .word, in: [97, 98, 99].span)
    },
    Misuse("offset outside the text") {
      var segmenter = TextSegmenter()
      _ = try segmenter.boundary(before: -1, of: .word, in: [97, 98, 99].span)
    },
    Misuse("offset outside the text") {
      var segmenter = TextSegmenter()
      _ = try segmenter.boundary(after: 4, of: .word, in: [97, 98, 99].span)
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
