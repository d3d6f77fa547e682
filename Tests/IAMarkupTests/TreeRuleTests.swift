import Testing

@testable import IAMarkup

@Suite("The rules of trees")
struct TreeRuleTests {
  /// Returns the nodes inside the body on one line: names in brackets around their content.
  private static func body(_ page: String) throws -> String {
    let tree = try MarkupTree(page)
    let body = try #require(tree.root.children.first { $0.name == .body || $0.name == .frameset })
    return line(of: body)
  }

  /// Returns the nodes inside a node on one line.
  private static func line(of root: MarkupNode) -> String {
    var text = ""
    for node in root.children {
      switch node.kind {
      case .element:
        text += node.tree.text(of: node.name)
        if node.firstChild != nil { text += "[" + line(of: node) + "]" }
        text += " "
      case .text: text += "'\(node.text)' "
      case .comment: text += "!\(node.text)! "
      default: break
      }
    }
    if text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  @Test(
    "Tags that overlap, that are missing and that are in the wrong place",
    arguments: [
      ("<p>1<b>2<i>3</b>4</i>5</p>", "p['1' b['2' i['3']] i['4'] '5']"),
      ("<b>1<p>2</b>3</p>", "b['1'] p[b['2'] '3']"),
      ("<a>1<div>2</a>3</div>", "a['1'] div[a['2'] '3']"),
      ("<p>one<p>two", "p['one'] p['two']"),
      ("</p>a", "'a'"), ("<i></i></p>a", "i p 'a'"),
      ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "ul[li['a'] li['b' ul[li['c']]] li['d']]"),
      ("<dl><dt>a<dd>b<dt>c", "dl[dt['a'] dd['b'] dt['c']]"),
      ("<h1>a<h2>b</h1>c", "h1['a'] h2['b'] 'c'"),
      ("<b>1<p>2<i>3</p>4</i>5</b>6", "b['1' p['2' i['3']] i['4'] '5'] '6'"),
      ("<a href=x>1<a href=y>2", "a['1'] a['2']"),
      ("<nobr>1<nobr>2", "nobr['1'] nobr['2']"),
      ("<button>1<button>2", "button['1'] button['2']"),
      ("a</br>b", "'a' br 'b'"),
      ("<image>", "img"),
      ("<ruby>a<rp>(<rt>b<rp>)</ruby>", "ruby['a' rp['('] rt['b'] rp[')']]"),
      ("<form>a<form>b</form>c", "form['ab'] 'c'"),
      ("<pre>\n\na", "pre['\na']"),
      ("<div></span></div>x", "div 'x'"),
      ("<p><table>", "p table"),
    ])
  func overlaps(page: String, expected: String) throws {
    // Without quirks a table ends a paragraph.
    #expect(try Self.body("<!DOCTYPE html>" + page) == expected)
  }

  @Test(
    "Tables",
    arguments: [
      ("<table><td>x", "table[tbody[tr[td['x']]]]"),
      ("<table>a<tr>b<td>c</table>d", "'ab' table[tbody[tr[td['c']]]] 'd'"),
      (
        "<table><b><tr><td>aaa</td></tr>bbb</table>ccc",
        "b b['bbb'] table[tbody[tr[td['aaa']]]] b['ccc']"
      ),
      ("<table><caption>a<col><tr><td>b", "table[caption['a'] colgroup[col] tbody[tr[td['b']]]]"),
      (
        "<table><tr><td>a<table><td>b</table>c",
        "table[tbody[tr[td['a' table[tbody[tr[td['b']]]] 'c']]]]"
      ),
      ("<table><table>", "table table"),
      ("<table><input type=hidden><input>", "input table[input]"),
      ("<table> <tr> ", "table[' ' tbody[tr[' ']]]"),
      ("<tr><td>x", "'x'"),
      ("<table><thead><td>a<tfoot><th>b", "table[thead[tr[td['a']]] tfoot[tr[th['b']]]]"),
    ])
  func tables(page: String, expected: String) throws {
    #expect(try Self.body("<!DOCTYPE html>" + page) == expected)
  }

  @Test(
    "Choices take other content, and end with the next choice",
    arguments: [
      ("<select><option>a<option>b</select>c", "select[option['a'] option['b']] 'c'"),
      ("<select><div>a</div><hr><option>b", "select[div['a'] hr option['b']]"),
      ("<select>a<select>b", "select['a'] 'b'"),
      ("<select>a<input>b", "select['a'] input 'b'"),
      (
        "<select><optgroup><option>a<optgroup><option>b",
        "select[optgroup[option['a']] optgroup[option['b']]]"
      ),
      (
        "<select><option>a</option><button><selectedcontent></button><option selected>b",
        "select[option['a'] button[selectedcontent['b']] option['b']]"
      ),
      (
        "<select><option>a</option><button><selectedcontent></button><option>b",
        "select[option['a'] button[selectedcontent['a']] option['b']]"
      ),
      (
        "<select multiple><button><selectedcontent></button><option selected>b",
        "select[button[selectedcontent] option['b']]"
      ),
    ])
  func choices(page: String, expected: String) throws {
    #expect(try Self.body("<!DOCTYPE html>" + page) == expected)
  }

  @Test("At most three equal formatting elements are opened again")
  func noahsArk() throws {
    let page = "<!DOCTYPE html><p><b class=x><b class=x><b><b class=x><b class=x><b>X</p><p>Y"
    let line = try Self.body(page)
    #expect(line == "p[b[b[b[b[b[b['X']]]]]]] p[b[b[b[b[b['Y']]]]]]")
  }

  @Test("Templates contain what their content requires")
  func templates() throws {
    #expect(
      try MarkupTree("<!DOCTYPE html><template><td>a</template><template><p>b").dump == """
        | <!DOCTYPE html>
        | <html>
        |   <head>
        |     <template>
        |       content
        |         <td>
        |           "a"
        |     <template>
        |       content
        |         <p>
        |           "b"
        |   <body>
        """)
  }

  @Test("Names and attributes of SVG and MathML have their letter case and namespaces")
  func foreign() throws {
    let page =
      "<svg viewbox=1 XLINK:HREF=x><foreignobject><p>a</p></foreignobject><path/></svg>"
      + "<math definitionurl=y><mi>b<p>c</p></math><svg><![CDATA[<x>]]></svg><![CDATA[z]]>"
    let tree = try MarkupTree("<!DOCTYPE html>" + page)
    #expect(
      tree.dump.contains(
        """
        |     <svg svg>
        |       viewBox="1"
        |       xlink href="x"
        |       <svg foreignObject>
        |         <p>
        |           "a"
        |       <svg path>
        |     <math math>
        |       definitionURL="y"
        |       <math mi>
        |         "b"
        |         <p>
        |           "c"
        |     <svg svg>
        |       "<x>"
        |     <!-- [CDATA[z]] -->
        """))
    let broken = try MarkupTree("<!DOCTYPE html><svg><g><p>a")
    #expect(broken.dump.hasSuffix("|     <svg svg>\n|       <svg g>\n|     <p>\n|       \"a\""))
  }

  @Test("Framesets replace a body without content")
  func framesets() throws {
    #expect(try Self.body("<frameset>x <frame></frameset><noframes>y") == "' ' frame")
    #expect(try Self.body("a<frameset>") == "'a'")
  }

  @Test("The content of noscript is elements without scripts and text with them")
  func scripting() throws {
    let page = "<!DOCTYPE html><body><noscript><p>a</noscript>"
    #expect(try MarkupTree(page).dump.contains("|     <noscript>\n|       <p>"))
    let options = MarkupOptions(isScriptingEnabled: true)
    #expect(try MarkupTree(page, options: options).dump.contains("|       \"<p>a\""))
  }

  @Test("A fragment is parsed as the content of its context")
  func fragments() throws {
    func line(_ fragment: String, _ context: MarkupContext) throws -> String {
      let tree = try MarkupTree(parsingFragment: Array(fragment.utf8), in: context)
      return Self.line(of: tree.root)
    }
    #expect(try line("<td>a", MarkupContext("tr")) == "td['a']")
    #expect(try line("<td>a", MarkupContext("div")) == "'a'")
    #expect(try line("<b>a", MarkupContext("textarea")) == "'<b>a'")
    #expect(try line("<g/>a", MarkupContext("path", namespace: .svg)) == "g 'a'")
    #expect(try line("<form>a", MarkupContext("form")) == "'a'")
  }

  @Test("Document types set the mode")
  func quirks() throws {
    #expect(try MarkupTree("<!DOCTYPE html>").quirksMode == .none)
    #expect(try MarkupTree("<p>").quirksMode == .quirks)
    let loose = "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\""
    #expect(try MarkupTree(loose + ">").quirksMode == .quirks)
    #expect(try MarkupTree(loose + " \"x\">").quirksMode == .limited)
  }

  @Test("Text without references is a range of the page, other text is put together")
  func text() throws {
    let page = Array("<p>plain<p>a&amp;b<p>c\r\nd\re".utf8)
    let tree = try MarkupTree(parsing: page)
    let texts = tree.nodes.filter { $0.kind == .text }
    #expect(texts.map(\.isAside) == [false, true, true])
    let body = try #require(tree.root.lastChild)
    #expect(body.children.map { $0.firstChild?.text } == ["plain", "a&b", "c\nd\ne"])
    #expect(body.children.map(\.byteOffset) == [0, 8, 18])
  }

  @Test("Attributes are found by name, the first of equal ones counts")
  func attributes() throws {
    let tree = try MarkupTree("<p Class=a class=b data-new='x&quot;y' id>")
    let node = try #require(tree.root.lastChild?.firstChild)
    #expect(node.attributeCount == 3)
    #expect(node.value(of: .class) == "a")
    #expect(node.value(of: try #require(tree.name("data-new"))) == "x\"y")
    #expect(node.value(of: .id)?.isEmpty == true)
    #expect(node.has(.id) && !node.has(.href))
    #expect(tree.name("data-other") == nil)
  }

  @Test func `Names of MathML are those of the table`() throws {
    let tree = try MarkupTree(
      "<math definitionurl=x><mn>1</mn><annotation-xml></annotation-xml></math><menuitem>")
    let body = try #require(tree.root.children.first { $0.name == .body })
    let math = try #require(body.children.first { $0.name == .math })
    #expect(math.attributes.map(\.name) == [.definitionURLInMathML])
    #expect(math.children.map(\.name) == [.mn, .annotationXml])
    #expect(body.children.map(\.name) == [.math, .menuitem])
    let text = try MarkupTree("<math><mi><malignmark>")
    #expect(Self.line(of: text.root).contains("mi[malignmark]"))
  }

  @Test func `A fragment is parsed as the content of its context`() throws {
    func tree(_ page: String, in context: MarkupContext) throws -> MarkupTree {
      try MarkupTree(parsingFragment: Array(page.utf8), in: context)
    }
    // A table ends a paragraph, but not in quirks mode.
    let page = "<p>a<table>"
    let plain = try tree(page, in: MarkupContext("div"))
    #expect(Self.line(of: plain.root) == "p['a'] table")
    let quirks = try tree(page, in: MarkupContext("div", isQuirks: true))
    #expect(Self.line(of: quirks.root) == "p['a' table]")
    // Elements in an annotation are HTML only if its encoding is HTML.
    for (isHTML, namespace) in [(true, MarkupNamespace.html), (false, .mathML)] {
      let context = MarkupContext(
        "annotation-xml", namespace: .mathML, isHTMLAnnotation: isHTML)
      let element = try #require(try tree("<foo>", in: context).root.firstChild)
      #expect(element.namespace == namespace)
    }
  }
}
