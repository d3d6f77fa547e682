internal import IALayout

/// Adds the structure of the texts to a PDF that Cairo wrote (decision 0088).
///
/// Cairo's own structure, a flat list of marks, is removed. In the content of the pages each mark
/// becomes that of an element, or of an artifact.
struct PDFTagging {
  /// The content of an element at an offset of its text.
  private struct Kid {
    var utf16Offset: Int
    /// The content in the syntax of PDF.
    var text: String
    /// The number of the page object.
    var page: Int
  }

  private typealias Target = TagRecorder.Target

  private var objects: PDFObjects
  private let recorder: TagRecorder
  private let facts: DocumentFacts
  /// The embedded document.
  private let source: [UInt8]?
  /// The numbers of the page objects in the order of the pages.
  private var pageNumbers: [Int] = []
  private var kids: [[[Kid]]]
  /// The elements of the marks of each page by their number, then those of the annotations.
  private var pageTargets: [[Target]] = []
  private var annotationTargets: [Target] = []
  /// The boxes of figures, in points from the lower left corner of their page.
  private var boxes: [Target: Rectangle] = [:]
  /// The object numbers of the elements; 0 for elements without content.
  private var numbers: [[Int]] = []

  /// Creates the structure of a file; `nil` if it does not have the form that Cairo gives to the
  /// recorded pages.
  init?(
    _ file: [UInt8], _ recorder: TagRecorder, _ facts: DocumentFacts, source: [UInt8]? = nil
  ) {
    guard let objects = PDFObjects(file) else { return nil }
    self.objects = objects
    self.recorder = recorder
    self.facts = facts
    self.source = source
    for page in recorder.pages {
      for (target, box) in page.boxes where boxes[target] == nil {
        boxes[target] = Rectangle(
          x: box.x, y: page.size.height - box.maxY, width: box.width, height: box.height)
      }
    }
    kids = recorder.texts.map { Array(repeating: [], count: $0.elements.count) }
    let catalog = objects.text(objects.root)
    guard let tree = PDFObjects.number(after: "/Pages ", in: catalog) else { return nil }
    pageNumbers = Self.references(after: "/Kids [", in: objects.text(tree))
    guard pageNumbers.count == recorder.pages.count else { return nil }
  }

  /// Returns the file with the structure; `nil` if a page has other marks than were recorded.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  mutating func written() -> [UInt8]? {
    removeMarks()
    for index in pageNumbers.indices {
      guard changePage(index) else { return nil }
    }
    numberElements()
    let tree = writeElements()
    writeCatalog(tree)
    return objects.written()
  }

  /// Returns the numbers of the objects in the array after a text.
  private static func references(after text: String, in source: String) -> [Int] {
    guard let start = source.firstRange(of: text)?.upperBound else { return [] }
    let words = source[start...].prefix { $0 != "]" }.split(whereSeparator: \.isWhitespace)
    return stride(from: 0, to: words.count - words.count % 3, by: 3).compactMap { Int(words[$0]) }
  }

  /// Removes Cairo's structure.
  private mutating func removeMarks() {
    let element = Array("<< /Type /StructElem".utf8)
    let root = Array("<< /Type /StructTreeRoot".utf8)
    for number in 1..<objects.count {
      if objects.bytes(number).starts(with: element) { objects.remove(number) }
      guard objects.bytes(number).starts(with: root) else { continue }
      if let tree = PDFObjects.number(after: "/ParentTree ", in: objects.text(number)) {
        let words = objects.text(tree).split(whereSeparator: { $0 == " " || $0.isNewline })
        for (index, word) in words.enumerated() where word == "R" && index >= 2 {
          guard let array = Int(words[index - 2]) else { continue }
          if objects.bytes(array).first == UInt8(ascii: "[") { objects.remove(array) }
        }
        objects.remove(tree)
      }
      objects.remove(number)
    }
  }

  // MARK: Pages

  /// Replaces the marks of a page and completes its annotations.
  private mutating func changePage(_ index: Int) -> Bool {
    let number = pageNumbers[index]
    var text = objects.text(number)
    guard let contents = PDFObjects.number(after: "/Contents ", in: text),
      let stream = objects.stream(contents)
    else { return false }
    var targets: [Target] = []
    guard let changed = content(stream, of: index, &targets) else { return false }
    let head = String(decoding: objects.bytes(contents).prefix(64), as: UTF8.self)
    if let length = PDFObjects.number(after: "/Length ", in: head) { objects.remove(length) }
    objects.setStream(contents, changed)
    pageTargets.append(targets)
    if let resources = PDFObjects.number(after: "/Resources ", in: text) {
      removeRepeatedResources(resources)
    }
    let annotations = Self.references(after: "/Annots [", in: text)
    guard annotations.count == recorder.pages[index].links.count else { return false }
    for (annotation, link) in zip(annotations, recorder.pages[index].links) {
      change(annotation, link, onPage: number)
    }
    text = Self.without("/StructParents ", in: text)
    Self.insert("/StructParents \(index)\(annotations.isEmpty ? "" : " /Tabs /S")", into: &text)
    objects.set(number, text)
    return true
  }

  /// Returns the content of a page with the marks of its elements; `nil` if it has other marks than
  /// were recorded.
  private mutating func content(
    _ stream: [UInt8], of page: Int, _ targets: inout [Target]
  ) -> [UInt8]? {
    let marks = recorder.pages[page].marks
    var output: [UInt8] = []
    output.reserveCapacity(stream.count)
    var next = 0
    var copied = 0
    var lineStart = 0
    while lineStart < stream.count, next < marks.count {
      let end = stream[lineStart...].firstIndex(of: 0x0A) ?? stream.count
      if stream[lineStart] == UInt8(ascii: "/"),
        stream[lineStart..<end].elementsEqual(Self.opening(of: marks[next], number: next).utf8)
      {
        output += stream[copied..<lineStart]
        copied = end
        switch marks[next].content {
        case .artifact: output += "/Artifact BMC".utf8
        case .annotation:
          // The mark has no content: it ends on the next line.
          guard stream[end...].starts(with: Array("\nEMC\n".utf8)) else { return nil }
          copied = end + 5
        case .element(let target):
          let type = recorder.texts[target.text].elements[target.element].type
          output += "/\(type) << /MCID \(targets.count) >> BDC".utf8
          let number = pageNumbers[page]
          let kid = Kid(
            utf16Offset: marks[next].utf16Offset, text: "\(targets.count)", page: number)
          kids[target.text][target.element].append(kid)
          targets.append(target)
        }
        next += 1
      }
      lineStart = max(end + 1, copied)
    }
    guard next == marks.count else { return nil }
    output += stream[copied...]
    return output
  }

  /// Returns the line with which Cairo opens a mark.
  private static func opening(of mark: TagRecorder.Mark, number: Int) -> String {
    "/\(mark.content == .annotation ? "Link" : "NonStruct") << /MCID \(number) >> BDC"
  }

  /// Removes entries of a page's resources that are there twice: Cairo lists a picture for each use.
  private mutating func removeRepeatedResources(_ number: Int) {
    let text = objects.text(number)
    guard let start = text.firstRange(of: "/XObject <<")?.upperBound else { return }
    let list = text[start...].prefix { $0 != ">" }
    let words = list.split(whereSeparator: \.isWhitespace)
    guard words.count.isMultiple(of: 4) else { return }
    var known: Set<Substring> = []
    var entries = ""
    for index in stride(from: 0, to: words.count, by: 4) where known.insert(words[index]).inserted {
      entries += " " + words[index..<index + 4].joined(separator: " ")
    }
    objects.set(number, text[..<start] + entries + " " + text[list.endIndex...])
  }

  /// Completes a link annotation: its element, its description, and that it is printed.
  private mutating func change(
    _ annotation: Int, _ link: (target: Target?, url: String), onPage page: Int
  ) {
    var text = Self.without("/StructParent ", in: objects.text(annotation))
    var entries = "/F 4 /Contents \(PDFText.string(link.url))"
    if let target = link.target {
      entries += " /StructParent \(pageNumbers.count + annotationTargets.count)"
      annotationTargets.append(target)
      let reference = "<< /Type /OBJR /Obj \(annotation) 0 R /Pg \(page) 0 R >>"
      kids[target.text][target.element].append(Kid(utf16Offset: .max, text: reference, page: 0))
    }
    Self.insert(entries, into: &text)
    objects.set(annotation, text)
  }

  /// Returns a dictionary without an entry whose value is one word.
  private static func without(_ name: String, in text: String) -> String {
    guard let found = text.firstRange(of: name) else { return text }
    let value = text[found.upperBound...].prefix { !$0.isWhitespace }
    return String(text[..<found.lowerBound] + text[value.endIndex...])
  }

  /// Inserts entries at the start of a dictionary.
  private static func insert(_ entries: String, into text: inout String) {
    guard let start = text.firstRange(of: "<<")?.upperBound else { return }
    text.insert(contentsOf: " \(entries)", at: start)
  }

  // MARK: Elements

  /// Assigns object numbers to the elements that have content, and to all cells of their tables.
  private mutating func numberElements() {
    for (text, tags) in recorder.texts.enumerated() {
      var isUsed = kids[text].map { !$0.isEmpty }
      for index in tags.elements.indices.reversed() where isUsed[index] {
        if let parent = tags.elements[index].parent { isUsed[parent] = true }
      }
      for (index, element) in tags.elements.enumerated() {
        guard let parent = element.parent, isUsed[parent] else { continue }
        if ["TR", "TH", "TD"].contains(element.type) { isUsed[index] = true }
      }
      numbers.append(isUsed.map { $0 ? objects.add() : 0 })
    }
  }

  /// Writes the elements and the tree around them, and returns the number of its root.
  private mutating func writeElements() -> Int {
    let (root, document, parents) = (objects.add(), objects.add(), objects.add())
    var top: [Int] = []
    var identifiers = ""
    var noteCount = 0
    for (text, tags) in recorder.texts.enumerated() {
      var children: [[(utf16Offset: Int, text: String)]] =
        Array(repeating: [], count: tags.elements.count)
      for (index, element) in tags.elements.enumerated() where numbers[text][index] != 0 {
        guard let parent = element.parent else {
          top.append(numbers[text][index])
          continue
        }
        children[parent].append((element.utf16Offset, "\(numbers[text][index]) 0 R"))
      }
      for (index, element) in tags.elements.enumerated() where numbers[text][index] != 0 {
        let number = numbers[text][index]
        var entries = "/P \(element.parent.map { numbers[text][$0] } ?? document) 0 R"
        if element.type == "Note" {
          noteCount += 1
          let digits = String(noteCount)
          let zeros = String(repeating: "0", count: max(8 - digits.count, 0))
          let name = "(note\(zeros)\(digits))"
          identifiers += " \(name) \(number) 0 R"
          entries += " /ID \(name)"
        }
        entries += self.entries(of: element, Target(text: text, element: index))
        entries += contents(kids[text][index], children[index])
        objects.set(number, "<< /Type /StructElem /S /\(element.type) \(entries) >>")
      }
    }
    let list = top.map { "\($0) 0 R" }.joined(separator: " ")
    objects.set(document, "<< /Type /StructElem /S /Document /P \(root) 0 R /K [ \(list) ] >>")
    writeParents(parents)
    let names = identifiers.isEmpty ? "" : " /IDTree << /Names [\(identifiers) ] >>"
    let next = pageNumbers.count + annotationTargets.count
    objects.set(
      root,
      "<< /Type /StructTreeRoot /K \(document) 0 R /ParentTree \(parents) 0 R "
        + "/ParentTreeNextKey \(next)\(names) >>")
    return root
  }

  /// Returns the language, the alternative text and the attributes of an element.
  private func entries(of element: DocumentTags.Element, _ target: Target) -> String {
    var entries = ""
    if let language = element.language { entries += " /Lang \(PDFText.string(language))" }
    if let text = element.alternative { entries += " /Alt \(PDFText.string(text))" }
    if let attributes = element.attributes { entries += " /A \(attributes)" }
    if let box = boxes[target] {
      let sides = [box.x, box.y, box.maxX, box.maxY]
      let numbers = sides.map { SVGPainter.number($0) }.joined(separator: " ")
      entries += " /A << /O /Layout /BBox [ \(numbers) ] >>"
    }
    return entries
  }

  /// Returns the page and the content of an element, in the order of the text.
  private func contents(
    _ own: [Kid], _ children: [(utf16Offset: Int, text: String)]
  ) -> String {
    let page = own.first { $0.page > 0 }?.page
    var all = children
    for kid in own {
      let isElsewhere = kid.page > 0 && kid.page != page
      let text =
        isElsewhere
        ? "<< /Type /MCR /Pg \(kid.page) 0 R /MCID \(kid.text) >>" : kid.text
      all.append((kid.utf16Offset, text))
    }
    // Sorting keeps no order of equal offsets by itself.
    let order = all.indices.sorted {
      (all[$0].utf16Offset, $0) < (all[$1].utf16Offset, $1)
    }
    let place = page.map { " /Pg \($0) 0 R" } ?? ""
    return "\(place) /K [ \(order.map { all[$0].text }.joined(separator: " ")) ]"
  }

  /// Writes the table from marks and annotations to their elements.
  private mutating func writeParents(_ number: Int) {
    var text = "<< /Nums ["
    for (page, targets) in pageTargets.enumerated() {
      let list = targets.map { "\(numbers[$0.text][$0.element]) 0 R" }.joined(separator: " ")
      text += "\n\(page) [ \(list) ]"
    }
    for (index, target) in annotationTargets.enumerated() {
      text += "\n\(pageNumbers.count + index) \(numbers[target.text][target.element]) 0 R"
    }
    objects.set(number, text + " ] >>")
  }

  private mutating func writeCatalog(_ tree: Int) {
    let metadata = objects.add()
    let packet = Array(PDFText.metadata(facts).utf8)
    objects.set(
      metadata,
      Array("<< /Type /Metadata /Subtype /XML /Length \(packet.count) >>\nstream\n".utf8) + packet
        + Array("\nendstream".utf8))
    var text = objects.text(objects.root)
    if let found = text.firstRange(of: "/StructTreeRoot ") {
      let value = text[found.upperBound...].prefix { $0 != "R" }
      text.removeSubrange(found.lowerBound..<text.index(after: value.endIndex))
    }
    var entries = "/StructTreeRoot \(tree) 0 R /Metadata \(metadata) 0 R"
    if !text.contains("/MarkInfo") { entries += " /MarkInfo << /Marked true >>" }
    if let language = facts.language { entries += " /Lang \(PDFText.string(language))" }
    if facts.title != nil { entries += " /ViewerPreferences << /DisplayDocTitle true >>" }
    if let source { entries += addSource(source, &text) }
    Self.insert(entries, into: &text)
    objects.set(objects.root, text)
  }

  /// Adds the embedded document as an associated file (ISO 19005-3, annex E), and returns the entries
  /// of the catalog.
  ///
  /// - Parameter catalog: The catalog, whose names the file is added to.
  private mutating func addSource(_ source: [UInt8], _ catalog: inout String) -> String {
    let (stream, specification) = (objects.add(), objects.add())
    objects.setStream(
      stream, source,
      entries:
        "/Type /EmbeddedFile /Subtype /application#2Fvnd.intensity.ia /Params << /Size \(source.count) >> "
    )
    objects.set(
      specification,
      "<< /Type /Filespec /F (\(Self.sourceName)) /UF (\(Self.sourceName)) /AFRelationship /Source "
        + "/Desc (Source of this drawing) /EF << /F \(stream) 0 R /UF \(stream) 0 R >> >>")
    let files = "/EmbeddedFiles << /Names [ (\(Self.sourceName)) \(specification) 0 R ] >>"
    let association = " /AF [ \(specification) 0 R ]"
    guard let names = catalog.firstRange(of: "/Names ") else {
      return "\(association) /Names << \(files) >>"
    }
    if let number = PDFObjects.number(after: "/Names ", in: catalog) {
      var text = objects.text(number)
      Self.insert(files, into: &text)
      objects.set(number, text)
    } else {
      var value = String(catalog[names.upperBound...])
      Self.insert(files, into: &value)
      catalog = String(catalog[..<names.upperBound]) + value
    }
    return association
  }

  /// The name of the embedded document.
  private static let sourceName = "source.ia"
}
