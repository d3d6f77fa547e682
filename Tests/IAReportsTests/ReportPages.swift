import Foundation
import IAMarkup
import Testing

@testable import IAReports

/// A temporary folder that is removed with the object.
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

  /// Returns the report with the given lines.
  func report(_ lines: [String], name: String = "report.jsonl") throws -> BatchReport {
    try BatchReport(path: file(name, Array(lines.map { $0 + "\n" }.joined().utf8)))
  }
}

/// The elements, attributes and text of a page.
struct ParsedPage {
  private(set) var elements: [String: Int] = [:]
  private(set) var attributes: Set<String> = []
  private(set) var text = ""
  /// Descriptions of tags that do not match.
  private(set) var faults: [String] = []

  /// Elements without an end tag: void elements, and drawing elements that end with a slash.
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

/// Checks that a page is balanced, contains no scripts, and equals the tree that a browser builds.
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
  // The HTML parser has not moved, added or dropped an element.
  #expect(counts == page.elements, sourceLocation: sourceLocation)
}
