import Foundation
import IATestSupport
import Testing

@testable import IAMarkup

@Suite("html5lib's trees", .enabled(if: ExternalCorpora.has("hostile/html5lib-tree")))
struct Html5libTreeTests {
  static let folder = "hostile/html5lib-tree/tree-construction"

  /// One test of a file.
  struct Item {
    var data: [UInt8] = []
    var context: String?
    var isScripting: Bool?
    var document = ""
  }

  @Test("Every tree is the expected one")
  func trees() throws {
    var count = 0
    for file in ExternalCorpora.files(in: Self.folder, suffix: ".dat") {
      if file.path.contains("/scripted/") { continue }
      let name = file.lastPathComponent
      for item in Self.items(in: [UInt8](try Data(contentsOf: file))) {
        count += 1
        for isScripting in [false, true] where item.isScripting ?? isScripting == isScripting {
          let found = try Self.dump(item, isScripting: isScripting)
          #expect(
            found == item.document,
            "\(name), scripting \(isScripting): \(String(decoding: item.data, as: UTF8.self))")
        }
      }
    }
    #expect(count > 1700)
  }

  private static func dump(_ item: Item, isScripting: Bool) throws -> String {
    let options = MarkupOptions(isScriptingEnabled: isScripting)
    guard let context = item.context else {
      return try MarkupTree(parsing: item.data, options: options).dump
    }
    let parts = context.split(separator: " ").map(String.init)
    let space: MarkupNamespace = parts.count == 1 ? .html : parts[0] == "svg" ? .svg : .mathML
    let tree = try MarkupTree(
      parsingFragment: item.data, in: MarkupContext(parts[parts.count - 1], namespace: space),
      options: options)
    return TreeDump.text(of: tree.root)
  }

  /// Returns the tests of a file.
  static func items(in file: [UInt8]) -> [Item] {
    var items: [Item] = []
    var section = ""
    var lines: [[UInt8]] = []
    var item = Item()
    func finish() {
      let text = Array(lines.joined(separator: [0x0A]))
      switch section {
      case "#data": item.data = text
      case "#document-fragment": item.context = String(decoding: text, as: UTF8.self)
      case "#script-on": item.isScripting = true
      case "#script-off": item.isScripting = false
      case "#document":
        var text = String(decoding: text, as: UTF8.self)
        while text.hasSuffix("\n") { text.removeLast() }
        item.document = text
        items.append(item)
      default: break
      }
      lines = []
    }
    let sections: Set = [
      "#data", "#errors", "#new-errors", "#document-fragment", "#script-on", "#script-off",
      "#document",
    ]
    for line in file.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      let isSection =
        switch section {
        case "#data": text == "#errors"
        case "#document": text == "#data"
        default: sections.contains(text)
        }
      if isSection {
        finish()
        if text == "#data" { item = Item() }
        section = text
      } else {
        lines.append(Array(line))
      }
    }
    finish()
    return items
  }
}
