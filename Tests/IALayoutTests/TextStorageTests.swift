import IAFonts
import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct TextStorageTests {
  @Test func `Edits of a group are reported as one`() {
    let storage = TextStorage(IAString("0123456789"))
    var told: [TextStorage.Change] = []
    storage.didProcess = { storage in
      if let change = storage.change { told.append(change) }
    }
    storage.beginEditing()
    storage.replace(2..<4, with: "abcde")
    storage.setIntensity(90, in: 8..<9)
    storage.replace(0..<1, with: "")
    storage.endEditing()
    #expect(storage.string.text == "1abcde456789")
    #expect(told.count == 1)
    #expect(told[0].actions == [.characters, .attributes])
    #expect(told[0].delta == 2)
    #expect(told[0].editedRange == 0..<8)
    #expect(told[0].originalRange == 0..<6)
    #expect(storage.change == nil)
  }

  @Test func `Edits while a change is processed belong to it`() throws {
    let storage = TextStorage(IAString("one two\nthree"))
    let manager = LayoutManager(try TestFonts.typesetter(), containers: [TextContainer(width: 300)])
    storage.addManager(manager)
    manager.ensureLayout()
    var calls = 0
    storage.willProcess = { storage in
      calls += 1
      storage.updateAttributes(in: 0..<storage.string.utf16Count) { $0.bold = true }
    }
    storage.replace(0..<3, with: "1")
    #expect(calls == 1)
    #expect(manager.string.text == "1 two\nthree")
    let fonts = Set(manager.drawn().runs.map(\.font))
    #expect(fonts.count == 1)
    let face = try #require(fonts.first?.face)
    let hasBold = manager.typesetter.fonts.faces[face].weights.contains(700)
    #expect(hasBold)
  }

  @Test func `Several managers of one storage show the same text`() throws {
    let storage = TextStorage(IAString("some text that is wider than the second container"))
    let typesetter = try TestFonts.typesetter()
    let wide = LayoutManager(typesetter, containers: [TextContainer(width: 600)])
    let narrow = LayoutManager(typesetter, containers: [TextContainer(width: 120)])
    storage.addManager(wide)
    storage.addManager(narrow)
    storage.replace(0..<4, with: "a longer")
    #expect(wide.lineTexts.joined() == storage.string.text)
    #expect(narrow.lineTexts.joined() == storage.string.text)
    #expect(narrow.lineTexts.count > wide.lineTexts.count)
    storage.removeManager(narrow)
    storage.replace(0..<8, with: "")
    #expect(narrow.string.text.hasPrefix("a longer"))
    #expect(wide.string.text == storage.string.text)
  }

  @Test func `Another scale of text lays everything out again`() throws {
    let manager = try LayoutManager.of(IAString("some text"))
    manager.ensureLayout()
    let height = manager.usedRect().height
    manager.ensureLayout()
    manager.typesetter = try TestFonts.typesetter { $0.textScale = 2 }
    manager.ensureLayout()
    #expect(abs(manager.usedRect().height - 2 * height) < 0.01)
  }
}
