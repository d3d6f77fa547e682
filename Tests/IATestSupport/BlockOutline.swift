public import IAText

extension IADocument {
  /// A list of the paragraphs, each with a letter or number for each block around it.
  ///
  /// `d` is a definition list, `u` another unordered list, a number the ordinal of an item, and
  /// `q`, `c`, `n` and `h` are quotes, code, footnotes and headings.
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
