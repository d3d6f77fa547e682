internal import IABytes

/// The text of a page by the numbers of its marks, as its glyphs show it.
///
/// The text of a glyph is that of the ToUnicode map of its font. Text that replaces that of glyphs in
/// the file (ActualText) counts only if it agrees with the text of the glyphs, if a glyph has no
/// text, or for emoji, which are pictures.
struct PDFPageText {
  /// The texts by their numbers.
  private(set) var texts: [Int: String] = [:]
  /// The content of an open mark.
  private enum Mark {
    case element(Int)
    case artifact
    case replaced(String)
    case other
  }

  /// The part of the graphics state that text depends on.
  private struct State {
    var font: Int?
    var isTransparent = false
  }

  private let fonts: [String: Int]
  private let transparent: Set<String>
  private let pictures: Set<String>
  private let origin: Int
  private var marks: [Mark] = []
  private var states = [State()]
  /// The glyphs since the last mark with text in their place began.
  private var glyphs: [String?] = []

  /// Creates the text of a page object.
  ///
  /// - Parameter known: The fonts that were read so far, by their object numbers.
  init(
    _ number: Int, _ file: inout PDFFile, _ known: inout [Int: PDFFontText], _ limits: Limits
  ) throws(InputError) {
    let page = try file.dictionary(number)
    guard let contents = page.reference("Contents"),
      let resources = try file.dictionary("Resources", of: page)
    else {
      throw InputError(
        .embeddedForm, at: try file.range(number).lowerBound, detail: "page without content")
    }
    origin = try file.range(contents).lowerBound
    fonts = try Self.fonts(of: resources, &file, &known)
    transparent = try Self.transparentStates(of: resources, &file)
    pictures = try Self.pictures(of: resources, &file)
    try Self.checkAnnotations(of: page, &file)
    try read(try file.stream(contents), known)
    guard texts.count <= limits.entries else {
      throw .exceeds(
        .embeddedLimit, limit: "entries", maximum: limits.entries, seen: texts.count, at: origin)
    }
  }

  // MARK: Resources

  private static func fonts(
    of resources: PDFDictionary, _ file: inout PDFFile, _ known: inout [Int: PDFFontText]
  ) throws(InputError) -> [String: Int] {
    var fonts: [String: Int] = [:]
    guard let list = try file.dictionary("Font", of: resources) else { return fonts }
    for name in list.names {
      guard let number = list.reference(name) else { continue }
      fonts[name] = number
      if known[number] == nil { known[number] = try PDFFontText(number, &file) }
    }
    return fonts
  }

  /// Returns the names of the graphics states of less than 1 % opacity, in which the letters behind
  /// pictures are.
  private static func transparentStates(
    of resources: PDFDictionary, _ file: inout PDFFile
  ) throws(InputError) -> Set<String> {
    var names: Set<String> = []
    guard let list = try file.dictionary("ExtGState", of: resources) else { return names }
    for name in list.names {
      guard let state = try file.dictionary(name, of: list) else { continue }
      if state.tokens("ca") == [.small] { names.insert(name) }
    }
    return names
  }

  /// Returns the names of the pictures; forms, which could show text, are not among them.
  private static func pictures(
    of resources: PDFDictionary, _ file: inout PDFFile
  ) throws(InputError) -> Set<String> {
    var names: Set<String> = []
    guard let list = try file.dictionary("XObject", of: resources) else { return names }
    for name in list.names {
      guard let object = try file.dictionary(name, of: list) else { continue }
      if object.name("Subtype") == "Image" {
        names.insert(name)
      } else if let inner = try file.dictionary("Resources", of: object),
        inner.tokens("Font") == nil, inner.tokens("XObject") == nil
      {
        names.insert(name)
      }
    }
    return names
  }

  /// Checks that annotations do not show anything.
  private static func checkAnnotations(
    of page: PDFDictionary, _ file: inout PDFFile
  ) throws(InputError) {
    guard page.tokens("Annots") != nil else { return }
    for number in page.references("Annots") ?? [0] {
      let annotation = try file.dictionary(number)
      guard annotation.name("Subtype") == "Link", annotation.tokens("AP") == nil else {
        throw InputError(
          .embeddedText, at: try file.range(number).lowerBound, detail: "an annotation with text")
      }
    }
  }

  // MARK: Content

  private mutating func read(
    _ content: [UInt8], _ known: [Int: PDFFontText]
  ) throws(InputError) {
    var scanner = PDFScanner(content, origin: origin)
    var operands: [PDFToken] = []
    while let token = try scanner.next() {
      guard case .word(let name) = token, !["true", "false", "null"].contains(name) else {
        operands.append(token)
        continue
      }
      try perform(name, operands, known)
      operands.removeAll(keepingCapacity: true)
    }
    guard marks.isEmpty else { throw form("a mark is open at the end of a page") }
  }

  private func form(_ detail: String) -> InputError {
    InputError(.embeddedForm, at: origin, detail: detail)
  }

  private mutating func perform(
    _ name: String, _ operands: [PDFToken], _ known: [Int: PDFFontText]
  ) throws(InputError) {
    switch name {
    case "BDC", "BMC": try begin(operands)
    case "EMC": try end()
    case "q": states.append(states[states.count - 1])
    case "Q":
      guard states.count > 1 else { throw form("Q without q") }
      states.removeLast()
    case "Tf":
      guard case .name(let font)? = operands.first, let number = fonts[font] else {
        throw form("a font that the page does not have")
      }
      states[states.count - 1].font = number
    case "gs":
      guard case .name(let state)? = operands.first else { throw form("gs") }
      states[states.count - 1].isTransparent = transparent.contains(state)
    case "Tj", "TJ": try show(operands, known)
    case "Do":
      guard case .name(let object)? = operands.first, pictures.contains(object) else {
        throw form("a form with text")
      }
    case "'", "\"", "Tr", "BI", "MP", "DP": throw form("the operator \(name)")
    default: break
    }
  }

  private mutating func begin(_ operands: [PDFToken]) throws(InputError) {
    guard case .name(let tag)? = operands.first else { throw form("a mark without a name") }
    if tag == "Artifact" {
      marks.append(.artifact)
      return
    }
    guard operands.count > 1 else {
      marks.append(.other)
      return
    }
    guard let entries = PDFDictionary(operands[1...]) else { throw form("a mark") }
    if let number = entries.integer("MCID") {
      guard !marks.contains(where: { if case .element = $0 { true } else { false } }),
        number >= 0, texts[number] == nil
      else { throw form("the mark \(number)") }
      texts[number] = ""
      marks.append(.element(number))
    } else if let value = entries.tokens("ActualText"), value.count == 1,
      case .string(let bytes)? = value.first
    {
      guard bytes.starts(with: [0xFE, 0xFF]),
        !marks.contains(where: { if case .replaced = $0 { true } else { false } })
      else { throw form("text in place of glyphs") }
      marks.append(.replaced(PDFFontText.text(Array(bytes.dropFirst(2)))))
      glyphs.removeAll(keepingCapacity: true)
    } else {
      marks.append(.other)
    }
  }

  private mutating func end() throws(InputError) {
    guard let mark = marks.popLast() else { throw form("EMC without a mark") }
    guard case .replaced(let text) = mark else { return }
    let shown = glyphs.compactMap(\.self).joined()
    let isPicture =
      states[states.count - 1].isTransparent && glyphs.count == 1 && ComparedText.isEmoji(text)
    let agrees =
      glyphs.contains { $0 == nil } || isPicture
      || ComparedText.folded(shown) == ComparedText.folded(text)
    try append(agrees ? text : shown)
  }

  private mutating func show(
    _ operands: [PDFToken], _ known: [Int: PDFFontText]
  ) throws(InputError) {
    guard let number = states[states.count - 1].font, let font = known[number] else {
      throw form("text without a font")
    }
    var isReplaced = false
    if case .replaced? = marks.last { isReplaced = true }
    for case .string(let bytes) in operands {
      let found = font.texts(of: bytes)
      if isReplaced {
        glyphs += found
      } else {
        try append(found.map { $0 ?? "\u{FFFD}" }.joined())
      }
    }
  }

  /// Appends text to that of the element around it.
  private mutating func append(_ text: String) throws(InputError) {
    for mark in marks.reversed() {
      switch mark {
      case .artifact: return
      case .element(let number):
        texts[number, default: ""] += text
        return
      case .replaced, .other: continue
      }
    }
    guard text.isEmpty else {
      throw InputError(.embeddedText, at: origin, detail: "text that belongs to no element")
    }
  }
}
