import Foundation
import IAMarkup
import Testing

@testable import IAReports

/// Files of a test, removed with it.
final class ReportFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Returns the report with lines.
  func report(_ lines: [String], name: String = "report.jsonl") throws -> BatchReport {
    try BatchReport(path: file(name, Array(lines.map { $0 + "\n" }.joined().utf8)))
  }
}

/// A page as elements and text.
struct ParsedPage {
  private(set) var elements: [String: Int] = [:]
  private(set) var attributes: Set<String> = []
  private(set) var text = ""
  /// Tags that do not match, in words.
  private(set) var faults: [String] = []

  /// Elements without an end tag: void ones, and those of drawings that end with a slash.
  private static let empty: Set<String> = ["meta", "path", "circle"]

  init(_ page: [UInt8]) {
    var tokens = MarkupTokens(page)
    var open: [String] = []
    while let token = tokens.next() {
      switch token {
      case .text(let piece): text += piece
      case .start(let tag):
        elements[tag.name, default: 0] += 1
        attributes.formUnion(tag.attributes.map(\.name))
        if !Self.empty.contains(tag.name) { open.append(tag.name) }
      case .end(let name):
        if open.last == name {
          open.removeLast()
        } else {
          faults.append("</\(name)>, open: \(open)")
        }
      case .other: break
      }
    }
    faults += open.map { "<\($0)> has no end" }
  }
}

/// Checks what every page must be: balanced, without scripts, and the same as the tree of a browser.
func expectWellFormed(_ html: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
  let page = ParsedPage(html)
  #expect(page.faults.isEmpty, sourceLocation: sourceLocation)
  #expect(String(validating: html, as: UTF8.self) != nil, sourceLocation: sourceLocation)
  for name in ["script", "img", "link", "iframe", "object"] {
    #expect(page.elements[name] == nil, sourceLocation: sourceLocation)
  }
  let isPassive = page.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "src" }
  #expect(isPassive, sourceLocation: sourceLocation)
  let tree = try MarkupTree(parsing: html)
  #expect(tree.quirksMode == .none, sourceLocation: sourceLocation)
  var counts: [String: Int] = [:]
  var node: MarkupNode? = tree.root
  while let current = node {
    if current.kind == .element { counts[tree.text(of: current.name), default: 0] += 1 }
    node = current.next(in: tree.root, entering: true)
  }
  // The parser of a browser has moved, added and dropped nothing.
  #expect(counts == page.elements, sourceLocation: sourceLocation)
}
