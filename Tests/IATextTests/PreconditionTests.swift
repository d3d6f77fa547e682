import IATestSupport
import IAText
import Testing

/// Each precondition of the public interface stops the process and says what was passed.
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

  static let all = strings + builders

  @Test(arguments: all.indices)
  func `A violated precondition stops the process and names the value`(index: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [index] in
      try PreconditionTests.all[index].call()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains(Self.all[index].message), "\(index): \(said.prefix(300))")
  }
}
