import IALayout
import IATestSupport
import IAText
import Testing

/// Each precondition of the public interface stops the process with a message about the argument.
@Suite struct PreconditionTests {
  private static func layout() throws -> LayoutManager {
    try LayoutManager.of(IAString("abc"))
  }

  static let all = [
    Misuse("a layout needs a container") {
      _ = LayoutManager(try TestFonts.typesetter(), containers: [])
    },
    Misuse("a layout needs a container") {
      let manager = try layout()
      manager.containers = []
    },
    Misuse("container 1") { _ = try layout().usedRect(ofContainer: 1) },
    Misuse("container -1") {
      _ = try layout().lineFragments(
        in: Rectangle(x: 0, y: 0, width: 10, height: 10), container: -1)
    },
    Misuse("container 1") {
      var sink = RecordingSink()
      try layout().draw(
        in: Rectangle(x: 0, y: 0, width: 10, height: 10), container: 1, to: &sink)
    },
    Misuse("no group of edits was begun") { TextStorage(IAString("abc")).endEditing() },
    Misuse("units 2..<4 of 3") {
      TextStorage(IAString("abc")).replace(2..<4, with: "d")
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
