/// The heat map of losses by kind and input format; each row can be opened to show documents.
struct LossSection {
  private let report: BatchReport

  init(_ report: BatchReport) { self.report = report }

  func write(to html: inout HTMLText) {
    html.markup("<section id=losses><h2>Losses by kind and format</h2>")
    defer { html.markup("</section>\n") }
    let kinds = report.losses.byDocuments
    guard !kinds.isEmpty else { return html.element("p class=ok", "No losses were reported.") }
    html.markup(
      "<p class=dim>Documents with a loss; the colour grows with their number. A kind opens to documents "
        + "with the most losses.</p>")
    let columns = columns(of: kinds)
    let largest =
      kinds.flatMap { kind in columns.shown.map { kind.cells[$0]?.documents ?? 0 } }.max() ?? 1
    html.markup("<div class=wide><table class=heat><thead><tr><th scope=col>Loss</th>")
    for column in columns.shown {
      html.element("th scope=col class=n", report.formats[column].name)
    }
    if columns.hasRest { html.markup("<th scope=col class=n>others</th>") }
    html.markup(
      "<th scope=col class=n>documents</th><th scope=col class=n>losses</th></tr></thead><tbody>")
    for kind in kinds.prefix(ReportPage.Bounds.kinds) {
      write(kind, columns.shown, columns.hasRest, largest, to: &html)
    }
    html.markup("</tbody></table></div>")
    ReportPage.writeRest(kinds.count - ReportPage.Bounds.kinds, "kinds", to: &html)
  }

  /// Returns the formats with the most losses, and whether there are further ones.
  private func columns(of kinds: [LossStatistics.Kind]) -> (shown: [Int], hasRest: Bool) {
    var documents: [Int: Int] = [:]
    for kind in kinds {
      for (format, cell) in kind.cells { documents[format, default: 0] += cell.documents }
    }
    let ordered = documents.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return (
      Array(ordered.prefix(ReportPage.Bounds.formats)), ordered.count > ReportPage.Bounds.formats
    )
  }

  private func write(
    _ kind: LossStatistics.Kind, _ columns: [Int], _ hasRest: Bool, _ largest: Int,
    to html: inout HTMLText
  ) {
    html.markup("<tr><th scope=row><details><summary>")
    html.text(kind.name)
    html.markup("</summary><ul>")
    var listed = 0
    for column in columns {
      guard let cell = kind.cells[column] else { continue }
      for item in cell.examples.items {
        listed += 1
        html.markup("<li>")
        html.text(item.element.path)
        html.markup(" <span class=dim>")
        html.text(Self.words(item.key, item.element.detail, report.formats[column].name))
        html.markup("</span></li>")
      }
    }
    html.markup("</ul>")
    ReportPage.writeRest(kind.documents - listed, "documents", to: &html)
    html.markup("</details></th>")
    for column in columns {
      let count = kind.cells[column]?.documents ?? 0
      html.markup(
        count == 0
          ? "<td></td>" : "<td class=h\(Self.shade(count, largest))>\(Quantity.count(count))</td>")
    }
    if hasRest {
      let rest = kind.cells.reduce(0) { columns.contains($1.key) ? $0 : $0 + $1.value.documents }
      html.markup(rest == 0 ? "<td></td>" : "<td>\(Quantity.count(rest))</td>")
    }
    html.markup(
      "<td>\(Quantity.count(kind.documents))</td><td>\(Quantity.count(kind.count))</td></tr>\n")
  }

  private static func words(_ count: Int, _ detail: String, _ format: String) -> String {
    let number = count > 1 ? " · \(Quantity.count(count)) times" : ""
    return format + number + (detail.isEmpty ? "" : " · " + detail)
  }

  /// Returns the shade of a number, 1 to 6, on a logarithmic scale.
  static func shade(_ count: Int, _ largest: Int) -> Int {
    let whole = HalfOctaves.position(of: Double(max(2, largest)))
    return min(6, 1 + Int(HalfOctaves.position(of: Double(count)) / whole * 5.01))
  }
}
