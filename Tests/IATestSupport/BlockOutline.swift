public import IAText

extension IADocument {
  /// The paragraphs, each with a letter or number for each block around it: `d` for a list of definitions,
  /// `u` for any other unordered list, the number of an item, `q`, `c`, `n` and `h` for quotes, code, footnotes
  /// and headings.
  public var blockOutline: [String] {
    string.paragraphs.map { paragraph in
      let blocks = paragraph.attributes.blocks.map { block in
        switch block.kind {
        case .unorderedList(Block.definitionMarker): "d"
        case .unorderedList: "u"
        case .listItem(let item): "\(item.ordinal)"
        case .blockQuote: "q"
        case .codeBlock: "c"
        case .footnote: "n"
        case .header: "h"
        default: "?"
        }
      }
      return (blocks + [string.text(in: paragraph.contentRange)]).joined(separator: " ")
    }
  }
}
