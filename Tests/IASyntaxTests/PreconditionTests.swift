import IASyntax
import IATestSupport
import Testing

/// Each precondition of the public interface stops the process with a message about the argument.
@Suite struct PreconditionTests {
  static let json = [
    Misuse("JSON text without a complete value") { _ = JSONWriter().finish() },
    Misuse("nan is no JSON number") {
      var writer = JSONWriter()
      writer.double(.nan)
    },
    Misuse("no container to end") {
      var writer = JSONWriter()
      writer.endArray()
    },
    Misuse("an array ended as object or the reverse") {
      var writer = JSONWriter()
      writer.beginObject()
      writer.endArray()
    },
    Misuse("a key without a value") {
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("a")
      writer.endObject()
    },
    Misuse("a key outside an object, or after another key") {
      var writer = JSONWriter()
      writer.beginArray()
      writer.key("a")
    },
    Misuse("a second outermost value") {
      var writer = JSONWriter()
      writer.double(1)
      writer.double(2)
    },
    Misuse("a value without a key") {
      var writer = JSONWriter()
      writer.beginObject()
      writer.double(1)
    },
  ]

  private static func root(_ content: String) throws -> PropertyListValue {
    try PropertyListTable(Array("<plist>\(content)</plist>".utf8)).root
  }

  static let lists = [
    Misuse("element 1 of 1") {
      let value = try root("<array><true/></array>")
      _ = value.elements?[1]
    },
    Misuse("member 1 of 1") {
      let value = try root("<dict><key>a</key><true/></dict>")
      _ = value.members?[1]
    },
  ]

  static let all = json + lists

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
