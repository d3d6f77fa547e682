import Testing

/// A feature of Markdown, as two inputs that differ only in this feature.
struct MarkdownFeature: Sendable, CustomTestStringConvertible {
  /// The result of a feature.
  enum Outcome: Sendable, Hashable {
    /// The document contains the feature.
    case kept
    /// The characters of the feature become text.
    case text
    /// A note with this feature reports it.
    case reported(String)
    /// The feature changes nothing that is shown, for this reason.
    case neutral(String)
  }

  var name: String
  var without: String
  var with: String
  var outcome: Outcome

  init(_ name: String, _ without: String, _ with: String, _ outcome: Outcome = .kept) {
    self.name = name
    self.without = without
    self.with = with
    self.outcome = outcome
  }

  var testDescription: String { name }

  /// All features.
  static let all = blocks + inline + extensions + frontMatter + rawHTML + neutral

  private static let row = "| a | b |\n| --- | --- |\n| c | d |"
  private static let cell = "<table><tr><td>a</td></tr></table>"

  private static let blocks: [Self] = [
    .init("paragraphs", "a b", "a\n\nb"),
    .init("heading with marks", "a", "# a"),
    .init("underlined heading", "a", "a\n---"),
    .init("level of a heading", "# a", "### a"),
    .init("seven marks", "a", "####### a", .text),
    .init("block quote", "a", "> a"),
    .init("nested quote", "> a", "> > a"),
    .init("lazy line of a quote", "> a\n\nb", "> a\nb"),
    .init("bullet list", "a", "- a"),
    .init("ordered list", "a", "1. a"),
    .init("start of a list", "1. a", "3. a"),
    .init("delimiter of a list", "1. a", "1) a"),
    .init("nested list", "- a\n- b", "- a\n  - b"),
    .init("change of the bullet", "- a\n- b", "- a\n+ b"),
    .init("item of several paragraphs", "- a\n\nb", "- a\n\n  b"),
    .init("empty item", "- a", "- a\n-"),
    .init("fenced code", "a", "```\na\n```"),
    .init("fence of tildes", "a", "~~~\na\n~~~"),
    .init("language of code", "```\na\n```", "```swift\na\n```"),
    .init("attributes of a fence", "```swift\na\n```", "```swift {1,2}\na\n```"),
    .init("indented code", "a", "    a"),
    .init("blank line in code", "```\na\nb\n```", "```\na\n\nb\n```"),
    .init("thematic break", "a\n\nb", "a\n\n---\n\nb"),
    .init("empty paragraph", "a\n\nb", "a\n\n&nbsp;\n\nb"),
    .init("reference definition with a use", "[a]", "[a]\n\n[a]: https://b.c"),
    .init("title of a definition", "[a]\n\n[a]: /b", "[a]\n\n[a]: /b 'c'"),
  ]

  private static let inline: [Self] = [
    .init("emphasis", "a", "*a*"),
    .init("emphasis with underscores", "a", "_a_"),
    .init("strong", "a", "**a**"),
    .init("strong emphasis", "**a**", "***a***"),
    .init("code span", "a", "`a`"),
    .init("link", "a", "[a](https://b.c)"),
    .init("title of a link", "[a](b)", "[a](b 'c')"),
    .init("relative link", "a", "[a](b.md)"),
    .init("link to a heading", "a", "[a](#b)"),
    .init("anchor of a heading", "[a](#b)\n\n# c", "[a](#b)\n\n# b"),
    .init("anchor of a repeated heading", "[a](#b-1)\n\n# b", "[a](#b-1)\n\n# b\n\n# b"),
    .init("full reference", "[a][b]", "[a][b]\n\n[b]: /c"),
    .init("collapsed reference", "[a][]", "[a][]\n\n[a]: /c"),
    .init("link with an unsafe scheme", "a", "[a](javascript:b)", .reported("link")),
    .init("link without text", "a", "a[](b)", .reported("link")),
    .init("picture", "a", "![a](b.png)"),
    .init("alternative text", "![](b.png)", "![a](b.png)"),
    .init("title of a picture", "![a](b.png)", "![a](b.png 'c')"),
    .init("picture in a link", "[a](b)", "[![a](c.png)](b)"),
    .init("autolink", "https:a", "<https://a.b>"),
    .init("address in angle brackets", "a@b.c", "<a@b.cd>"),
    .init("hard break by a backslash", "a b", "a\\\nb"),
    .init("hard break by spaces", "a b", "a  \nb"),
    .init("named entity", "a", "&copy;"),
    .init("numeric reference", "a", "&#955;"),
    .init("escape", "*a*", "\\*a\\*"),
    .init("U+0000", "a", "a\0", .reported("nul")),
    .init("tab", "a b", "a\tb"),
  ]

  private static let extensions: [Self] = [
    .init("strikethrough", "a", "~~a~~"),
    .init("one tilde", "H2O", "H~2~O"),
    .init("table", "a", row),
    .init("alignment of a column", row, row.replacing("| --- | --- |", with: "| :-: | --- |")),
    .init("alignment to the left", row, row.replacing("| --- | --- |", with: "| :-- | --- |")),
    .init("alignment to the right", row, row.replacing("| --- | --- |", with: "| --: | --- |")),
    .init("pipe in a cell", row, row.replacing("d", with: "d\\|")),
    .init("code in a cell", row, row.replacing("d", with: "`d`")),
    .init("row with fewer cells", row, row + "\n| e |"),
    .init(
      "row with more cells", row, row.replacing("d |", with: "d | e |"), .reported("table-cell")),
    .init("break in a cell", row, row.replacing("d", with: "d<br>e")),
    .init("task", "- a", "- [ ] a"),
    .init("done task", "- [ ] a", "- [x] a"),
    .init("bare address", "a", "https://a.b"),
    .init("bare www address", "a", "www.a.b"),
    .init("bare mail address", "a", "a@b.cd"),
    .init("footnote", "a", "a[^1]\n\n[^1]: b"),
    .init("label of a footnote", "a[^1]\n\n[^1]: b", "a[^x]\n\n[^x]: b"),
    .init("footnote without reference", "a", "a\n\n[^1]: b"),
    .init("reference without footnote", "a", "a[^1]", .text),
    .init(
      "footnote defined twice", "a\n\n[^1]: b", "a\n\n[^1]: b\n\n[^1]: c", .reported("footnote")),
    .init("inline footnote", "a", "a^[b]", .text),
    .init("alert", "> a", "> [!NOTE]\n> a"),
    .init("kind of an alert", "> [!NOTE]\n> a", "> [!TIP]\n> a"),
    .init("inline equation", "a", "$a$"),
    .init("equation with backticks", "a", "$`a`$"),
    .init("display equation", "a", "$$a$$"),
    .init("fenced equation", "```\na\n```", "```math\na\n```"),
    .init("diagram", "```\na\n```", "```mermaid\na\n```"),
    .init("definition list", "a\n\nb", "a\n: b"),
    .init("definition after a blank line", "a\n\nb", "a\n\n: b"),
    .init("several definitions", "a\n: b", "a\n: b\n: c"),
    .init("blocks of a definition", "a\n: b\n\nc", "a\n: b\n\n  c"),
    .init("heading id", "# a", "# a {#b}", .text),
    .init("attributes of a span", "[a]", "[a]{.b}", .text),
    .init("highlight", "a", "==a==", .text),
    .init("superscript", "a", "a^2^", .text),
    .init("inserted text", "a", "++a++", .text),
    .init("emoji shortcode", "a", ":smile:", .text),
    .init("wiki link", "a", "[[a]]", .text),
    .init("wiki link with text", "[[a]]", "[[a|b]]", .text),
    .init("abbreviation", "HTML", "HTML\n\n*[HTML]: Markup", .text),
    .init("admonition", "a", "!!! note\n    a", .text),
    .init("fenced division", "a", "::: note\na\n:::", .text),
    .init("table of contents", "a", "[TOC]\n\na", .text),
    .init("citation", "a", "a [@b]", .text),
    .init("caption of a table", row, row + "\n\nTable: e", .text),
    .init("comment of Obsidian", "a", "a %%b%%", .text),
    .init("mention", "a", "@a", .text),
    .init("issue number", "a", "#1", .text),
    .init("template", "a", "{{ a }}", .text),
    .init("line block", "a", "| a", .text),
    .init("multi-line table", row, row + "\n| --- | --- |\n| e | f |", .text),
  ]

  private static let frontMatter: [Self] = [
    .init("front matter: title", "a", "---\ntitle: b\n---\na"),
    .init("front matter: authors", "a", "---\nauthor: [b, c]\n---\na"),
    .init("front matter: date", "a", "---\ndate: 2026-01-02\n---\na"),
    .init("front matter: keywords", "a", "---\nkeywords: [b]\n---\na"),
    .init("front matter: language", "a", "---\nlang: de\n---\na"),
    .init("front matter: other key", "a", "---\nlayout: post\n---\na"),
    .init("front matter: nested value", "a", "---\nb:\n  c: 1\n---\na"),
    .init("front matter: comment", "---\nb: 1\n---\na", "---\nb: 1\n# c\n---\na"),
    .init("front matter: quoted key", "a", "---\n'b': c\n---\na"),
    .init("front matter: repeated key", "---\ntitle: b\n---\na", "---\ntitle: b\ntitle: c\n---\na"),
    .init("front matter of TOML", "a", "+++\ntitle = 'b'\n+++\na", .text),
  ]

  private static let rawHTML: [Self] = [
    .init("<b>", "a", "<b>a</b>"),
    .init("<i>", "a", "<i>a</i>"),
    .init("<u>", "a", "<u>a</u>"),
    .init("<s>", "a", "<s>a</s>"),
    .init("<sub>", "a", "<sub>a</sub>"),
    .init("<sup>", "a", "<sup>a</sup>"),
    .init("<kbd>", "a", "<kbd>a</kbd>"),
    .init("<mark>", "a", "<mark>a</mark>"),
    .init("<small>", "a", "<small>a</small>"),
    .init("<q>", "a", "<q>a</q>"),
    .init("<br>", "a b", "a<br>b"),
    .init("<wbr>", "ab", "a<wbr>b"),
    .init("<math>", "a", "a<math><mi>b</mi></math>"),
    .init("<math display>", "<math><mi>b</mi></math>", "<math display=block><mi>b</mi></math>"),
    .init("<hr>", "a", "a\n\n<hr>"),
    .init("<p>", "a b", "<p>a</p><p>b</p>"),
    .init("align", "<p>a</p>", "<p align=center>a</p>"),
    .init("<center>", "<p>a</p>", "<center>a</center>"),
    .init("<h2>", "<p>a</p>", "<h2>a</h2>"),
    .init("<blockquote>", "<p>a</p>", "<blockquote>a</blockquote>"),
    .init("<pre>", "<p>a</p>", "<pre>a</pre>"),
    .init("<ul>", "<p>a</p>", "<ul><li>a</ul>"),
    .init("<ol>", "<p>a</p>", "<ol><li>a</ol>"),
    .init("<ol type>", "<ol><li>a</ol>", "<ol type=a><li>a</ol>"),
    .init("<ol start>", "<ol><li>a</ol>", "<ol start=3><li>a</ol>"),
    .init("<ol reversed>", "<ol><li>a</ol>", "<ol reversed><li>a</ol>", .reported("list-order")),
    .init("<ul type>", "<ul><li>a</ul>", "<ul type=square><li>a</ul>"),
    .init("<li type>", "<ul><li>a</ul>", "<ul><li type=a>a</ul>", .reported("list-marker")),
    .init("<li value>", "<ol><li>a</ol>", "<ol><li value=3>a</ol>"),
    .init("<dl>", "<p>a<p>b", "<dl><dt>a<dd>b</dl>"),
    .init("<dd>", "<dl><dt>a<dd>b</dl>", "<dl><dt>a<dd>b<dd>c</dl>"),
    .init("<a>", "a", "<a href='https://b.c'>a</a>"),
    .init("<a title>", "<a href=b>a</a>", "<a href=b title=c>a</a>"),
    .init("<a id>", "a", "<a id=b></a>a"),
    .init("<a name>", "a", "<a name=b></a>a"),
    .init("<img>", "a", "a<img src=b.png>"),
    .init("<img alt>", "<img src=b.png>", "<img src=b.png alt=a>"),
    .init("<img width>", "<img src=b.png>", "<img src=b.png width=9>"),
    .init(
      "<img align>", "<img src=b.png>", "<img src=b.png align=left>", .reported("picture-layout")),
    .init(
      "<img srcset>", "<img src=b.png>", "<img src=b.png srcset=c.png>",
      .reported("picture-variant")),
    .init(
      "<picture>", "<img src=b.png>", "<picture><source srcset=c.png><img src=b.png></picture>",
      .reported("picture-variant")),
    .init("<table>", "<p>a</p>", cell),
    .init("<th>", cell, cell.replacing("td", with: "th")),
    .init("<td colspan>", cell, cell.replacing("<td", with: "<td colspan=2")),
    .init("<td rowspan>", cell, cell.replacing("<td", with: "<td rowspan=2")),
    .init("<td align>", cell, cell.replacing("<td", with: "<td align=right")),
    .init("<td valign>", cell, cell.replacing("<td", with: "<td valign=top")),
    .init("<td width>", cell, cell.replacing("<td", with: "<td width=9"), .reported("size")),
    .init("<td bgcolor>", cell, cell.replacing("<td", with: "<td bgcolor=red")),
    .init("<tr bgcolor>", cell, cell.replacing("<tr", with: "<tr bgcolor=red")),
    .init(
      "<col>", cell, cell.replacing("<tr>", with: "<col width=9><tr>"), .reported("column-width")),
    .init("<caption>", cell, cell.replacing("<tr>", with: "<caption>b</caption><tr>")),
    .init("<table align>", cell, cell.replacing("<table", with: "<table align=center")),
    .init("<table width>", cell, cell.replacing("<table", with: "<table width=50%")),
    .init(
      "<table border>", cell, cell.replacing("<table", with: "<table border=1"),
      .reported("attribute")),
    .init("<hr width>", "<hr>", "<hr width=9>", .reported("size")),
    .init("<details>", "<p>a</p>", "<details>a</details>", .reported("details")),
    .init("<ruby>", "a", "<ruby>a<rt>b</rt></ruby>"),
    .init("<abbr title>", "<abbr>a</abbr>", "<abbr title=b>a</abbr>", .reported("title")),
    .init("<font color>", "a", "<font color=red>a</font>"),
    .init("<font face>", "a", "<font face=Arial>a</font>"),
    .init("<font size>", "a", "<font size=5>a</font>"),
    .init("<basefont>", "a", "a <basefont size=5>", .reported("font")),
    .init("lang", "<p>a</p>", "<p lang=de>a</p>"),
    .init("dir", "<p>a</p>", "<p dir=rtl>a</p>"),
    .init("hidden", "<p>a</p>", "<p hidden>a</p>"),
    .init("style: read property", "<p>a</p>", "<p style='color: red'>a</p>"),
    .init(
      "style: other property", "<p>a</p>", "<p style='float: left'>a</p>", .reported("position")),
    .init(
      "style: unread property", "<p>a</p>", "<p style='margin: 9px'>a</p>", .reported("margin")),
    .init("id", "<p>a</p>", "<p id=b>a</p>"),
    .init("name", "<p>a</p>", "<p name=b>a</p>", .reported("bookmark")),
    .init("title", "<p>a</p>", "<p title=b>a</p>", .reported("title")),
    .init("unknown attribute", "<p>a</p>", "<p glorp=b>a</p>", .reported("unknown-attribute")),
    .init("unknown element", "a", "<glorp>a</glorp>", .reported("unknown-element")),
    .init("event handler", "<p>a</p>", "<p onclick=b>a</p>", .reported("event-handler")),
    .init("<style>", "a", "<style>p { color: red }</style>\n\na", .reported("style-sheet")),
    .init("<title>", "a", "<title>b</title>\n\na", .reported("metadata")),
    .init("<meta>", "a", "<meta name=author content=b>\n\na", .reported("metadata")),
    .init("<script>", "a", "<script>b</script>\n\na", .reported("active-content")),
    .init("<iframe>", "a", "<iframe src=b></iframe>\n\na", .reported("active-content")),
    .init("<svg>", "a", "a<svg><text>b</text></svg>", .reported("active-content")),
    .init("<video>", "a", "<video src=b></video>\n\na", .reported("video")),
    .init("<audio>", "a", "<audio src=b></audio>\n\na", .reported("active-content")),
    .init("<map>", "a", "<map name=b><area href=c></map>\n\na", .reported("picture-area")),
    .init("<input>", "a", "a<input>", .reported("form-field")),
    .init("<select>", "a", "a<select><option>b</select>", .reported("form-field")),
    .init("<progress>", "a", "a<progress value=1></progress>", .reported("form-field")),
    .init("<marquee>", "a", "<marquee>a</marquee>", .reported("text-effect")),
    .init("block in a paragraph", "a", "a <div>b</div>", .reported("block")),
  ]

  private static let spacing = "white space between blocks is not part of the text"
  private static let unseen = "is not shown"
  private static let spelling = "is another spelling of the same"

  private static let neutral: [Self] = [
    .init("loose list", "- a\n- b", "- a\n\n- b", .neutral(spacing)),
    .init("several blank lines", "a\n\nb", "a\n\n\n\nb", .neutral(spacing)),
    .init("line end in a paragraph", "a b", "a\nb", .neutral("is shown as a space")),
    .init("indent of a paragraph", "a", "  a", .neutral("is not shown")),
    .init("spaces at the end", "a", "a  ", .neutral(unseen)),
    .init("marks at the end of a heading", "# a", "# a #", .neutral(unseen)),
    .init("underline of a heading", "# a", "a\n=", .neutral(spelling)),
    .init("bullet", "- a", "* a", .neutral(spelling)),
    .init("numbers of later items", "1. a\n2. b", "1. a\n9. b", .neutral("items are counted")),
    .init("length of a fence", "```\na\n```", "`````\na\n`````", .neutral(spelling)),
    .init("case of a mark", "> [!NOTE]\n> a", "> [!note]\n> a", .neutral(spelling)),
    .init("definition without a use", "a", "a\n\n[b]: /c", .neutral(unseen)),
    .init("comment as a definition", "a", "a\n\n[//]: # (b)", .neutral(unseen)),
    .init("comment", "a b", "a <!-- c --> b", .neutral(unseen)),
    .init("comment as a block", "a", "a\n\n<!-- b -->", .neutral(unseen)),
    .init("instruction", "a", "a <?b?>", .neutral(unseen)),
    .init("document type", "a", "<!DOCTYPE html>\n\na", .neutral(unseen)),
    .init("CDATA", "a", "a <![CDATA[b]]>", .neutral(unseen)),
    .init("byte order mark", "a", "\u{FEFF}a", .neutral("marks the encoding")),
    .init("<br> at the end", "a", "a<br>", .neutral(unseen)),
    .init(
      "<rp>", "<ruby>a<rt>b</rt></ruby>", "<ruby>a<rp>(</rp><rt>b</rt></ruby>",
      .neutral("the parentheses are written")),
    .init(
      "<details open>", "<details>a</details>", "<details open>a</details>",
      .neutral("is always open")),
    .init("class", "<p>a</p>", "<p class=b>a</p>", .neutral("has no style sheet")),
    .init("data-", "<p>a</p>", "<p data-b=c>a</p>", .neutral("is data of a program")),
    .init(
      "aria-", "<p>a</p>", "<p aria-hidden=true>a</p>", .neutral("is for assistive technology")),
    .init(
      "<a target>", "<a href=b>a</a>", "<a href=b target=_blank>a</a>",
      .neutral("describes the use of a link")),
    .init(
      "<img loading>", "<img src=b.png>", "<img src=b.png loading=lazy>",
      .neutral("nothing is loaded")),
    .init("custom element", "a", "<x-b>a</x-b>", .neutral("its text is read")),
  ]
}
