/// HTML as it is written; text is escaped.
struct BenchHTML {
  private(set) var text = ""

  /// Appends markup.
  mutating func markup(_ markup: String) { text += markup }

  /// Appends an element that contains text.
  ///
  /// - Parameter tag: The name, and attributes whose values need no escape.
  mutating func element(_ tag: String, _ content: String) {
    text += "<\(tag)>\(Self.escaped(content))</\(tag.prefix { $0 != " " })>"
  }

  /// Returns text with references for the characters of markup, and U+FFFD for control characters.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".unicodeScalars
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "\"": result += "&quot;".unicodeScalars
      case "'": result += "&#39;".unicodeScalars
      default: result.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
    return String(result)
  }

  /// Appends a table with one row of headings.
  ///
  /// - Parameter numbers: The columns whose cells are numbers.
  mutating func table(
    _ caption: String, _ headings: [String], numbers: Set<Int>, _ rows: [[String]]
  ) {
    markup("<div class=wide tabindex=0><table>")
    element("caption", caption)
    markup("<thead><tr>")
    for (index, heading) in headings.enumerated() {
      element("th scope=col\(numbers.contains(index) ? " class=n" : "")", heading)
    }
    markup("</tr></thead><tbody>")
    for row in rows {
      markup("<tr>")
      for (index, cell) in row.enumerated() {
        element(
          (index == 0 ? "th scope=row" : "td") + (numbers.contains(index) ? " class=n" : ""), cell)
      }
      markup("</tr>")
    }
    markup("</tbody></table></div>")
  }

  /// Appends the numbers of a chart as a table that opens on request.
  mutating func alternative(
    _ caption: String, _ headings: [String], numbers: Set<Int>, _ rows: [[String]]
  ) {
    guard !rows.isEmpty else { return }
    markup("<details class=alt><summary>As a table</summary>")
    table(caption, headings, numbers: numbers, rows)
    markup("</details>")
  }

  /// Appends the command that repeats a figure, as text to copy.
  mutating func command(_ command: String) {
    markup("<details class=cmd><summary>Command</summary>")
    element("pre tabindex=0", command)
    markup("</details>")
  }
}

/// The style sheet of the page, in the colours of the reports of `iaconv`.
enum BenchStyle {
  static let text = """
    :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#5b6570;--line:#d5dbe1;--card:#f6f8fa;--accent:#1f63c6;\
    --bad:#c0312b;--ok:#1f7a4d;--c1:#1f63c6;--c2:#b35a00;--c3:#1f7a4d;--c4:#8a3ab9;--c5:#5b6570;--c6:#b3261e}
    @media(prefers-color-scheme:dark){:root{--bg:#14171b;--fg:#e4e8ec;--dim:#9aa5b1;--line:#343b44;--card:#1d2228;\
    --accent:#6ea8fe;--bad:#ff7b72;--ok:#56c48c;--c1:#6ea8fe;--c2:#f0a050;--c3:#56c48c;--c4:#d2a0f5;--c5:#9aa5b1;--c6:#ff7b72}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.2rem 1rem 3rem;max-width:72rem;background:var(--bg);color:var(--fg);\
    font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    h1{font-size:1.5rem;margin:0 0 .2rem}h2{font-size:1.2rem;margin:2.2rem 0 .4rem}h3{font-size:1rem;margin:0 0 .3rem;\
    overflow-wrap:anywhere}p{margin:.3rem 0 .7rem;max-width:46rem}.dim{color:var(--dim)}.bad{color:var(--bad)}.ok{color:var(--ok)}
    nav{display:flex;flex-wrap:wrap;margin:.6rem 0}nav a{margin-right:1rem;color:var(--accent);white-space:nowrap}
    .wide{overflow-x:auto;max-width:100%}table{border-collapse:collapse;font-size:.9rem;min-width:min(100%,20rem)}
    caption{text-align:left;color:var(--dim);padding:.2rem 0}th,td{border-bottom:1px solid var(--line);padding:.25rem .6rem;\
    text-align:left;vertical-align:top}th[scope=row]{font-weight:500;overflow-wrap:anywhere;min-width:9rem}\
    thead th{color:var(--dim);font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    .claims{list-style:none;margin:0;padding:0}.claims>li{display:grid;grid-template-columns:6.5rem minmax(0,1fr) 15rem;gap:.2rem 1rem;\
    padding:.5rem 0;border-bottom:1px solid var(--line);align-items:start}.claims .way{font-weight:600;white-space:nowrap}
    .claims .what{overflow-wrap:anywhere}.claims b{font-variant-numeric:tabular-nums}.claims details{grid-column:2/4}
    .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1rem}
    figure{margin:0 0 1rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem;min-width:0}
    svg{display:block;width:100%;height:auto}svg text{fill:var(--dim);font-size:12px;font-family:inherit}.spark{max-width:15rem}.chart{max-width:38rem}
    svg .strong{fill:var(--fg)}svg .ax{stroke:var(--line);fill:none}svg .dead{stroke:var(--bad);stroke-dasharray:5 3;fill:none}
    svg .late{fill:var(--bad)}svg .mark{stroke:var(--fg);stroke-width:1.5;fill:none}
    .s1{stroke:var(--c1)}.s2{stroke:var(--c2);stroke-dasharray:7 3}.s3{stroke:var(--c3);stroke-dasharray:2 3}\
    .s4{stroke:var(--c4);stroke-dasharray:9 3 2 3}.s5{stroke:var(--c5);stroke-dasharray:4 4}.s6{stroke:var(--c6)}
    svg .cv{fill:none;stroke-width:2}.b1{fill:var(--c1)}.b2{fill:var(--c2)}.b3{fill:var(--c3)}.b4{fill:var(--c4)}.b5{fill:var(--c5)}\
    .b6{fill:var(--c6)}
    img{max-width:100%;height:auto;background:#fff;display:block;margin:.4rem 0}\
    details{margin:.2rem 0}summary{cursor:pointer}.alt,.cmd{font-size:.85rem;color:var(--dim)}
    pre{background:var(--card);border:1px solid var(--line);border-radius:.3rem;padding:.4rem;margin:.3rem 0;overflow-x:auto;\
    color:var(--fg);font:.8rem/1.35 ui-monospace,Menlo,Consolas,"Noto Sans Mono",monospace;user-select:all}
    a{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
    @media(max-width:40rem){body{padding:.8rem .7rem 2rem;font-size:14px}.claims>li{grid-template-columns:1fr}\
    .claims details{grid-column:1}svg text{font-size:17px}.spark text{font-size:12px}.strips text{font-size:25px}}
    @media print{:root{--bg:#fff;--fg:#000;--dim:#444;--line:#bbb;--card:#fff;--accent:#1f63c6;--bad:#a5221c;--ok:#1f7a4d;--c1:#1f63c6;\
    --c2:#b35a00;--c3:#1f7a4d;--c4:#8a3ab9;--c5:#444;--c6:#a5221c}body{max-width:none;padding:0;font-size:10pt}nav,.cmd{display:none}pre{white-space:pre-wrap;overflow-wrap:anywhere}\
    figure,tr,li{break-inside:avoid}h2,h3{break-after:avoid}.grid{display:block}.wide{overflow:visible}*{print-color-adjust:exact}}
    """
}
