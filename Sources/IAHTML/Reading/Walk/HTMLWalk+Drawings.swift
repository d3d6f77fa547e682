internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IASVG
internal import IAText

// Drawings: `svg` elements.

extension HTMLWalk {
  /// Reads an `svg` element as a picture with an SVG file.
  mutating func readDrawing(_ node: HTMLNode, style parentStyle: Int) {
    let style = page.styles.style(of: node, in: parentStyle)
    // Browsers cut drawings at their edges without a declaration, too.
    let lost = page.styles.takeUnread().filter { $0.feature != .overflow }
    page.noteDeclarations(lost, at: node.byteOffset)
    let look = page.styles.styles[style]
    guard !look.isUndisplayed, !look.isInvisible, !look.isTransparent else { return }
    noteAnchor(node, style)
    var text = DrawingText(node)
    text.color = look.inline.foreground
    text.fontSize = look.inline.fontSize ?? look.baseSize
    text.fontFamily = look.inline.fontFamily ?? look.baseFamily
    if text.needsPage {
      pictures.drawings = pictures.drawings ?? DrawingText.identifiers(of: node.tree)
    }
    let bytes = text.written(pictures.drawings ?? [:], &page.styles)
    page.noteDeclarations(page.styles.takeUnread(), at: node.byteOffset)
    for name in text.omissions.sorted() {
      page.report.add(.neutralised, .activeContent, name, byteOffset: node.byteOffset)
    }
    guard let picture = SVGPicture(bytes) else {
      return page.report.add(
        .neutralised, .activeContent, node.nameText, byteOffset: node.byteOffset)
    }
    guard !picture.operations.isEmpty else { return }
    var attachment = Attachment(
      .image, content: .blob(pictures.document.attachments.insert(bytes)),
      mediaType: SVGPicture.mediaType)
    (attachment.pixelWidth, attachment.pixelHeight) = picture.pixelSize
    let label = node.tree.name("aria-label").flatMap { node[$0] }
    attachment.altText = label.flatMap { $0.isEmpty ? nil : $0 } ?? picture.title
    let natural = (width: picture.width * 0.75, height: picture.height * 0.75)
    let shown = (look.pictures.first ?? PictureStyle())
      .shown((nil, nil), natural: natural, in: Self.space(around: node))
    attachment.displayWidth =
      shown.width ?? shown.height.map { $0 * natural.width / natural.height } ?? natural.width
    attachment.displayHeight =
      shown.height ?? shown.width.map { $0 * natural.height / natural.width } ?? natural.height
    if let float = look.flow.floats.first {
      return add(floating: attachment, float, node, style: style)
    }
    page.add(attachment, style: style)
  }
}

/// Serializes an `svg` element, and the elements to which it refers, as an SVG file.
///
/// Active elements, event handlers and HTML content are omitted.
struct DrawingText {
  private let root: HTMLNode
  /// The colour of the surrounding text.
  var color: Color?
  /// The font size of the surrounding text in points.
  var fontSize: Double?
  var fontFamily: String?
  private(set) var omissions: Set<String> = []
  private var output: [UInt8] = []
  private var defined: Set<String> = []
  private var wanted: [String] = []

  /// The size in bytes at which a file is cut.
  private static let maxBytes = 4 << 20
  /// The maximum number of elements that are copied from other parts of the page.
  private static let maxCopies = 64

  init(_ root: HTMLNode) { self.root = root }

  /// Whether the element refers to other elements, which can be elsewhere in the page.
  var needsPage: Bool {
    var node: HTMLNode? = root
    while let current = node {
      if current.kind == .element, current.nameText == "use" { return true }
      for attribute in current.attributes where attribute.value.contains("url(") { return true }
      node = current.next(in: root, entering: true)
    }
    return false
  }

  /// Returns the first SVG element of a page for each id.
  static func identifiers(of tree: MarkupTree) -> [String: HTMLNode] {
    var found: [String: HTMLNode] = [:]
    let top = tree.document
    var node: HTMLNode? = top
    while let current = node {
      if current.kind == .element, current.namespace == .svg, let id = current[.id],
        found[id] == nil
      {
        found[id] = current
      }
      node = current.next(in: top, entering: true)
    }
    return found
  }

  /// Returns the SVG file in UTF-8.
  ///
  /// - Parameter page: The SVG elements of the page by id.
  mutating func written(_ page: [String: HTMLNode], _ styles: inout StyleResolver) -> [UInt8] {
    write(root, &styles)
    var copies = 0
    var copied = ""
    while let name = wanted.popLast(), copies < Self.maxCopies, output.count < Self.maxBytes {
      guard !defined.contains(name), let node = page[name] else { continue }
      copies += 1
      let file = output
      output = []
      write(node, &styles)
      copied += String(decoding: output, as: UTF8.self)
      output = file
    }
    if !copied.isEmpty {
      let end = Array("</svg>".utf8)
      output.removeLast(end.count)
      output += "<defs>\(copied)</defs>".utf8
      output += end
    }
    return output
  }

  private mutating func write(_ top: HTMLNode, _ styles: inout StyleResolver) {
    var open: [HTMLNode] = []
    var node: HTMLNode? = top
    while let current = node, output.count < Self.maxBytes {
      while let last = open.last, !isInside(current, last) {
        output += "</\(last.nameText)>".utf8
        open.removeLast()
      }
      var isEntered = false
      switch current.kind {
      case .text: append(escaping: current.text)
      case .element where current.namespace == .svg:
        let name = current.nameText
        if SVGPicture.activeElements.contains(name) {
          omissions.insert(name)
          break
        }
        writeTag(current, styles.drawingProperties(of: current), isRoot: current == root)
        if name == "foreignObject" {
          if current.firstChild != nil { omissions.insert(name) }
          output += "</foreignObject>".utf8
        } else {
          open.append(current)
          isEntered = true
        }
      default: break
      }
      if current == top, !isEntered { break }
      node = current.next(in: top, entering: isEntered)
    }
    for last in open.reversed() { output += "</\(last.nameText)>".utf8 }
  }

  private func isInside(_ node: HTMLNode, _ element: HTMLNode) -> Bool { node.parent == element }

  /// Writes the start tag of an element.
  ///
  /// - Parameter stated: The properties from style sheets, strongest last; they replace attributes.
  private mutating func writeTag(
    _ node: HTMLNode, _ stated: [(name: String, value: String)], isRoot: Bool
  ) {
    output += "<\(node.nameText)".utf8
    var names: Set<String> = []
    for (name, value) in stated.reversed() where names.insert(name).inserted {
      note(name, value)
      write(name, value)
    }
    for attribute in node.attributes {
      let name = node.tree.text(of: attribute.name)
      let isName = name.utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
      }
      guard attribute.namespace != .xmlns, attribute.namespace != .xml, isName,
        name.utf8.first.map({ (0x61...0x7A).contains($0 | 0x20) }) == true, name != "xmlns",
        !name.hasPrefix("on"), names.insert(name).inserted
      else { continue }
      let value = attribute.value
      if name == "href", LinkSchemes.scheme(of: SafeURL.cleaned(value)) != nil,
        !SafeURL.isPicture(value), !value.hasPrefix("data:image/")
      {
        continue
      }
      note(name, value)
      write(name, value)
    }
    defer { output.append(UInt8(ascii: ">")) }
    guard isRoot else { return }
    write("xmlns", "http://www.w3.org/2000/svg")
    if !names.contains("color"), let color { write("color", color.hex) }
    if !names.contains("font-family"), let fontFamily { write("font-family", fontFamily) }
    if !names.contains("font-size"), let fontSize { write("font-size", "\(fontSize)pt") }
  }

  private mutating func write(_ name: String, _ value: String) {
    output += " \(name)=\"".utf8
    append(escaping: value)
    output.append(UInt8(ascii: "\""))
  }

  /// Records the id that an attribute defines and the ids to which it refers.
  private mutating func note(_ name: String, _ value: String) {
    if name == "id" { defined.insert(value) }
    if name == "href", value.hasPrefix("#") { wanted.append(String(value.dropFirst())) }
    guard value.contains("url(") else { return }
    for part in value.split(separator: "#").dropFirst() {
      wanted.append(String(part.prefix { $0 != ")" && $0 != "\"" && $0 != "'" }))
    }
  }

  private mutating func append(escaping text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      case UInt8(ascii: "\""): output += "&quot;".utf8
      default: output.append(byte)
      }
    }
  }
}
