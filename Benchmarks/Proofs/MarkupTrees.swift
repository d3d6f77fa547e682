import Foundation
import IAMarkup

/// Hashes of the trees of pages, to be compared with those of a browser (Scripts/markup-pages).
///
/// Input is a sequence of pages, each after its size in bytes as 4 bytes, little endian. Output is one line per page:
/// the hash of the text of its tree, or that text itself.
struct MarkupTrees {
  /// Whether the text of each tree is printed in place of its hash.
  let printsText: Bool

  /// Reads pages from a file and prints a line for each.
  func run(file: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    var output = ""
    var at = 0
    while at + 4 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
      at += 4
      guard at + size <= bytes.count else { fail("\(file): a page ends after the file") }
      let units = Self.units(of: try MarkupTree(parsing: Array(bytes[at..<at + size])))
      at += size
      output += (printsText ? Self.quoted(units) : Self.hash(of: units)) + "\n"
      if output.utf8.count > 1 << 16 {
        FileHandle.standardOutput.write(Data(output.utf8))
        output = ""
      }
    }
    FileHandle.standardOutput.write(Data(output.utf8))
  }

  /// Returns the text of a tree as UTF-16, in the form that the script's page makes, too.
  private static func units(of tree: MarkupTree) -> [UInt16] {
    var units: [UInt16] = Array((tree.quirksMode == .quirks ? "Q" : "S").utf16)
    /// Appends a text after its number of code units, so that no text looks like another node.
    func append(_ kind: Character, _ text: String) {
      let text = Array(text.utf16)
      units += Array("\(kind)\(text.count):".utf16)
      units += text
    }
    let root = tree.document
    var node = root.firstChild
    while let current = node {
      switch current.kind {
      case .document: break
      case .doctype:
        append("D", current.doctypeName ?? "")
        append("P", current.publicID ?? "")
        append("Y", current.systemID ?? "")
      case .text: append("T", current.text)
      case .comment: append("C", current.text)
      case .element:
        append("<", prefix(of: current.namespace) + tree.text(of: current.name))
        for (name, value) in attributes(of: current) {
          append("A", name)
          append("V", value)
        }
      }
      if let child = current.firstChild {
        node = child
        continue
      }
      var last = current
      if current.kind == .element { units.append(0x3E) }
      while last.next == nil, let parent = last.parent, parent != root {
        units.append(0x3E)
        last = parent
      }
      node = last.next
    }
    return units
  }

  private static func prefix(of namespace: MarkupNamespace) -> String {
    switch namespace {
    case .html: ""
    case .svg: "svg "
    case .mathML: "math "
    }
  }

  private static func attributes(of node: MarkupNode) -> [(String, String)] {
    node.attributes.map { attribute in
      let prefix =
        switch attribute.namespace {
        case .none: ""
        case .xlink: "xlink "
        case .xml: "xml "
        case .xmlns: "xmlns "
        }
      return (prefix + node.tree.text(of: attribute.name), attribute.value)
    }.sorted { $0.0.utf16.lexicographicallyPrecedes($1.0.utf16) }
  }

  /// Returns two 32-bit FNV-1a hashes of code units, with different bases, in hexadecimal.
  private static func hash(of units: [UInt16]) -> String {
    var first: UInt32 = 0x811C_9DC5
    var second: UInt32 = 0x1234_5678
    for unit in units {
      first = (first ^ UInt32(unit)) &* 0x0100_0193
      second = (second ^ UInt32(unit)) &* 0x0100_0193
      second ^= second >> 15
    }
    return String(first, radix: 16) + "-" + String(second, radix: 16)
  }

  /// Returns code units as ASCII; units that are not printable are written as `\uXXXX`.
  private static func quoted(_ units: [UInt16]) -> String {
    var text = ""
    for unit in units {
      if (0x20..<0x7F).contains(unit), unit != 0x5C, let scalar = Unicode.Scalar(unit) {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}
