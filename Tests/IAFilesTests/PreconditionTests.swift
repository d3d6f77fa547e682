import IATestSupport
import Testing

@testable import IAFiles

/// Each precondition of the public interface stops the process and states the passed value.
@Suite struct PreconditionTests {
  static let all = [
    Misuse("a temporary folder gets no name") {
      let folder = try TemporaryFolder()
      try FolderTreeSink(path: folder["tree"], isTemporary: true).finish()
    }
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
