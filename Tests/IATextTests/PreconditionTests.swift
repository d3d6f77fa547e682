import IATestSupport
import IAText
import Testing

/// Each precondition of the public interface stops the process with a message about the argument.
@Suite struct PreconditionTests {
  static let strings = [
    Misuse("one intensity a unit") { _ = IAString(units: [97, 98], intensities: [1]) },
    Misuse("the range 2..<4 is not within 0..<3") { _ = IAString("abc")[2..<4] },
    Misuse("no U+FFFC at 1") {
      var string = IAString("abc")
      string.setAttachment(.sticker("cat"), at: 1)
    },
    Misuse("offset 4 of 3") {
      var string = IAString("abc")
      string.setBookmark("place", at: 4)
    },
    Misuse("offset -1 of 3") {
      var string = IAString("abc")
      string.setBookmark("place", at: -1)
    },
    Misuse("places in text") {
      var string = IAString("abc")
      string.setBookmarks([IAString.Bookmark(utf16Offset: 4, name: "place")])
    },
    Misuse("no unit to end behind") {
      var window = TextWindow(IAString("abc"))
      _ = window.end(from: 3, to: 3)
    },
  ]

  static let builders = [
    Misuse("units to set") {
      var builder = IAStringBuilder()
      builder.append("abc")
      builder.settle(utf16Count: 4, as: builder.intern(ParagraphAttributes()))
    },
    Misuse("units to set are there") {
      var builder = IAStringBuilder()
      builder.append("abc")
      builder.setIntensities([1, 2], at: 2)
    },
    Misuse("units to set are there") {
      var builder = IAStringBuilder()
      builder.append("abc")
      builder.setIntensities([1, 2], at: -1)
    },
  ]

  private static func columns(_ change: (inout StringColumns) -> Void) -> StringColumns {
    var columns = IAString("abc").columns
    change(&columns)
    return columns
  }

  static let inColumns = [
    Misuse("one intensity a unit") { _ = IAString(columns { $0.intensities = [1] }) },
    Misuse("paragraphs cover all") { _ = IAString(columns { $0.paragraphRuns = [] }) },
    Misuse("runs cover 2 of 3 units") {
      _ = IAString(columns { $0.inlineRuns = [.init(count: 2, index: 0)] })
    },
    Misuse("intensity 101") { _ = IAString(columns { $0.intensities = [1, 101, 1] }) },
    Misuse("no U+FFFC at its place") {
      _ = IAString(
        columns {
          $0.records = [.sticker("cat")]
          $0.attachments = [.init(utf16Offset: 1, record: 0)]
        })
    },
  ]

  static let all = strings + builders + inColumns

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
