import IAText

extension CorpusDocument {
  /// Returns a document with each kind of block, then nested blocks.
  static func everyBlock() -> IADocument {
    var writer = BlockWriter()
    writer.block(.pageHeader()) { $0.paragraph("above each page") }
    for level in 1...7 { writer.heading(level, "Heading \(level)") }
    writer.paragraph("An ordinary paragraph.")
    writer.block(.blockQuote) { quote in
      quote.paragraph("Quoted once.")
      quote.block(.blockQuote) { $0.paragraph("Quoted twice.") }
      quote.paragraph("Quoted once more.")
    }
    writer.block(.codeBlock(language: "html")) { code in
      code.paragraph("<p class=\"a\">&amp; ``` ~~~</p>")
      code.paragraph("")
      code.paragraph("\tindented by a tab")
    }
    writer.block(.codeBlock(language: nil)) { $0.paragraph("no language") }
    lists(&writer)
    tables(&writer)
    writer.block(.thematicBreak) { $0.paragraph("") }
    writer.block(.footnote(label: "1")) { note in
      note.paragraph("A note,")
      note.paragraph("in two paragraphs.")
    }
    writer.block(.annotation(.init(author: "Ada", date: "2024-02-29T12:00:00Z"))) {
      $0.paragraph("A remark.")
    }
    writer.block(.textBox()) { $0.paragraph("In a box.") }
    writer.block(.pageFooter()) { $0.paragraph("below each page") }
    writer.paragraph("The end.")
    return IADocument(
      writer.builder.finish(), metadata: DocumentMetadata(title: "Every block"))
  }

  private static func lists(_ writer: inout BlockWriter) {
    for numbering in Block.OrderedListStyle.Numbering.allCases {
      let style = Block.OrderedListStyle(numbering: numbering, start: 3, delimiter: ")")
      writer.block(.orderedList(style)) { list in
        for ordinal in 3...5 {
          list.block(.listItem(.init(ordinal: ordinal))) {
            $0.paragraph("\(numbering.rawValue) \(ordinal)")
          }
        }
      }
    }
    for marker in ["•", "–", nil] {
      writer.block(.unorderedList(marker: marker)) { list in
        list.block(.listItem(.init(ordinal: 1))) { item in
          item.paragraph("an item")
          item.paragraph("with a second paragraph")
          item.block(.blockQuote) { $0.paragraph("and a quote") }
          item.block(.orderedList(.init())) { inner in
            inner.block(.listItem(.init(ordinal: 1))) { $0.paragraph("and a list") }
          }
        }
        list.block(.listItem(.init(ordinal: 2))) { $0.paragraph("") }
      }
    }
    writer.block(.unorderedList(marker: nil)) { list in
      for (index, task) in Block.ListItem.TaskState.allCases.enumerated() {
        list.block(.listItem(.init(ordinal: index + 1, task: task))) {
          $0.paragraph("task \(task.rawValue)")
        }
      }
    }
  }

  private static func tables(_ writer: inout BlockWriter) {
    writer.table(
      [["left", "centre", "right"], ["a | b", "`c`", "1.5"], ["", "two\u{2028}lines", "-20"]],
      columns: [
        .init(alignment: .left, width: 120), .init(alignment: .center),
        .init(alignment: .right, width: 80.5),
      ], borderWidth: 1)
    writer.table([["no header", "no border"]], borderWidth: 0, hasHeader: false)
    let columns = [Block.Table.Column](repeating: .init(), count: 3)
    writer.block(.table(.init(columns: columns, borderWidth: 0.5))) { table in
      table.block(.tableRow(isHeader: false)) { row in
        row.block(.tableCell(.init(column: 0, columnSpan: 2, shading: Color(0xEEEEEE)))) {
          $0.paragraph("two columns")
        }
        row.block(.tableCell(.init(column: 2, rowSpan: 2))) { $0.paragraph("two rows") }
      }
      table.block(.tableRow(isHeader: false)) { row in
        row.block(.tableCell(.init(column: 0))) { cell in
          cell.paragraph("a list in a cell")
          cell.block(.unorderedList(marker: "•")) { list in
            list.block(.listItem(.init(ordinal: 1))) { $0.paragraph("one") }
          }
        }
        row.block(.tableCell(.init(column: 1))) { $0.table([["a table"], ["in a cell"]]) }
      }
    }
  }
}
