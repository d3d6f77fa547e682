internal import IABytes

/// The paragraphs of a tagged PDF in the order of its structure.
struct PDFStructureText {
  /// A part of the structure to be visited.
  private enum Item {
    case element(Int, isSkipped: Bool)
    case mark(Int, page: Int, isSkipped: Bool)
  }

  private var file: PDFFile
  private let limits: Limits
  /// The texts of each page by the numbers of its marks; removed when they are used.
  private var texts: [Int: [Int: String]] = [:]
  private let root: Int
  private var found: [String] = []

  /// Creates the texts of the pages of a file.
  init(_ catalog: PDFDictionary, _ file: inout PDFFile, _ limits: Limits) throws(InputError) {
    self.limits = limits
    let offset = try file.range(file.root).lowerBound
    guard let tree = catalog.reference("Pages"),
      let structure = catalog.reference("StructTreeRoot"),
      let pages = try file.dictionary(tree).references("Kids")
    else { throw InputError(.embeddedForm, at: offset, detail: "no tagged pages") }
    guard catalog.tokens("AcroForm") == nil, catalog.tokens("OCProperties") == nil else {
      throw InputError(.embeddedForm, at: offset, detail: "forms or layers")
    }
    root = structure
    var fonts: [Int: PDFFontText] = [:]
    for page in pages {
      guard texts[page] == nil else {
        throw InputError(.embeddedForm, at: offset, detail: "a page that is there twice")
      }
      texts[page] = try PDFPageText(page, &file, &fonts, limits).texts
    }
    self.file = file
  }

  /// Elements whose text is not in the document: labels of lists, tables of contents, pictures.
  private static let skipped: Set<String> = ["Lbl", "TOC", "Figure"]
  /// Elements inside a paragraph.
  private static let inline: Set<String> = ["Span", "Link", "Figure", "Lbl"]
  /// The longest label of a list item.
  private static let maximumLabel = 32

  /// Returns the texts of the paragraphs in the order of the structure, without empty ones.
  mutating func paragraphs() throws(InputError) -> [String] {
    let tree = try file.dictionary(root)
    guard let document = tree.reference("K") else {
      throw InputError(.embeddedForm, at: try file.range(root).lowerBound, detail: "structure")
    }
    var pending: [Item] = [.element(document, isSkipped: false)]
    var visited: Set<Int> = []
    while let item = pending.popLast() {
      switch item {
      case .element(let number, let isSkipped):
        guard visited.insert(number).inserted, visited.count <= limits.entries else {
          throw InputError(
            .embeddedForm, at: try file.range(number).lowerBound, detail: "an element twice")
        }
        pending += try kids(of: number, isSkipped).reversed()
      case .mark(let number, let page, let isSkipped):
        guard let text = texts[page]?.removeValue(forKey: number) else {
          throw InputError(.embeddedForm, at: 0, detail: "mark \(number) of page object \(page)")
        }
        if !isSkipped { append(text) }
      }
    }
    for (page, left) in texts.sorted(by: { $0.key < $1.key })
    where left.values.contains(where: { !$0.isEmpty }) {
      throw InputError(
        .embeddedText, at: try file.range(page).lowerBound,
        detail: "text that belongs to no element")
    }
    return found.filter { !ComparedText.folded($0).isEmpty }
  }

  private mutating func append(_ text: String) {
    if found.isEmpty { found.append("") }
    found[found.count - 1] += text
  }

  /// Returns the kids of an element, and begins a paragraph unless the element is inside one.
  private mutating func kids(
    of number: Int, _ isInsideSkipped: Bool
  ) throws(InputError) -> [Item] {
    let element = try file.dictionary(number)
    let offset = try file.range(number).lowerBound
    guard let type = element.name("S") else {
      throw InputError(.embeddedForm, at: offset, detail: "an element without a type")
    }
    let isSkipped = isInsideSkipped || Self.skipped.contains(type)
    if !Self.inline.contains(type) { found.append("") }
    guard let kids = element.tokens("K"), kids.first == .openArray, kids.last == .closeArray else {
      return []
    }
    let page = element.reference("Pg")
    var items: [Item] = []
    var rest = kids.dropFirst().dropLast()
    while let token = rest.first {
      switch token {
      case .integer(let value):
        if let reference = PDFDictionary.reference(rest.prefix(3)) {
          items.append(.element(reference, isSkipped: isSkipped))
          rest = rest.dropFirst(3)
        } else {
          guard let page else { throw InputError(.embeddedForm, at: offset, detail: "a mark") }
          items.append(.mark(value, page: page, isSkipped: isSkipped))
          rest = rest.dropFirst()
        }
      case .openDictionary:
        guard let end = rest.firstIndex(of: .closeDictionary),
          let kid = PDFDictionary(rest[rest.startIndex...end])
        else { throw InputError(.embeddedForm, at: offset, detail: "an element") }
        rest = rest[(end + 1)...]
        if let mark = kid.integer("MCID"), let other = kid.reference("Pg") {
          items.append(.mark(mark, page: other, isSkipped: isSkipped))
        } else if kid.name("Type") != "OBJR" {
          throw InputError(.embeddedForm, at: offset, detail: "an element")
        }
      default: throw InputError(.embeddedForm, at: offset, detail: "an element")
      }
    }
    if type == "Lbl" { try checkLabel(items, at: offset) }
    return items
  }

  /// Checks that the label of a list item is not a text of its own.
  private func checkLabel(_ items: [Item], at offset: Int) throws(InputError) {
    var count = 0
    for case .mark(let number, let page, _) in items {
      count += texts[page]?[number]?.utf16.count ?? 0
      guard count <= Self.maximumLabel else {
        throw InputError(.embeddedText, at: offset, detail: "the label of a list item is too long")
      }
    }
  }
}
