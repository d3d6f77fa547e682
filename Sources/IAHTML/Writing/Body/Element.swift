/// An element that can contain several paragraphs.
enum Element {
  case quote, code, ordered, unordered, item
  case definitions, term, definition
  case table, head, body, row, cell, headCell
  case notes, note, aside, header, footer, division

  var endTag: StaticString {
    switch self {
    case .quote: "</blockquote>\n"
    case .code: "</code></pre>\n"
    case .ordered: "</ol>\n"
    case .unordered: "</ul>\n"
    case .item: "</li>\n"
    case .definitions: "</dl>\n"
    case .term: "</dt>\n"
    case .definition: "</dd>\n"
    case .table: "</table>\n"
    case .head: "</thead>\n"
    case .body: "</tbody>\n"
    case .row: "</tr>\n"
    case .cell: "</td>\n"
    case .headCell: "</th>\n"
    case .notes: "</section>\n"
    case .note, .division: "</div>\n"
    case .aside: "</aside>\n"
    case .header: "</header>\n"
    case .footer: "</footer>\n"
    }
  }
}
