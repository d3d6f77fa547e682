internal import IALayout

/// Writes the structure tree of a PDF: the elements with their content (decision 0088).
struct PDFStructure {
  /// The annotation of a link in an element.
  struct Annotation {
    /// The number of the annotation's object.
    var number: Int
    /// The number of the page object.
    var page: Int
    var target: TagRecorder.Target
  }

  /// An item of the content of an element, with the offset of its text.
  private struct Kid {
    enum Content {
      /// Marked content of a page, by its number.
      case mark(Int)
      /// An object: a child element or an annotation.
      case element(Int)
      case annotation(Int)
    }
    var utf16Offset: Int
    var content: Content
    /// The number of the page object; 0 for elements.
    var page = 0
  }

  private typealias Target = TagRecorder.Target

  private let recorder: TagRecorder
  private let pageNumbers: [Int]
  private let annotations: [Annotation]
  private var kids: [[[Kid]]]
  /// The boxes of figures, in points from the lower left corner of their page.
  private var boxes: [Target: Rectangle] = [:]
  /// The object numbers of the elements; 0 for elements without content.
  private var numbers: [[Int]] = []

  /// Creates the structure of pages.
  ///
  /// - Parameters:
  ///   - recorder: The marks of the pages.
  ///   - pageNumbers: The numbers of the page objects in the order of the pages.
  ///   - annotations: The annotations with an element, in the order of the pages.
  init(_ recorder: TagRecorder, pageNumbers: [Int], annotations: [Annotation]) {
    self.recorder = recorder
    self.pageNumbers = pageNumbers
    self.annotations = annotations
    kids = recorder.texts.map { Array(repeating: [], count: $0.elements.count) }
    for (index, page) in recorder.pages.enumerated() {
      for (target, box) in page.boxes where boxes[target] == nil {
        boxes[target] = Rectangle(
          x: box.x, y: page.size.height - box.maxY, width: box.width, height: box.height)
      }
      for (number, mark) in page.marks.enumerated() {
        let kid = Kid(
          utf16Offset: mark.utf16Offset, content: .mark(number), page: pageNumbers[index])
        kids[mark.target.text][mark.target.element].append(kid)
      }
    }
    for annotation in annotations {
      let kid = Kid(
        utf16Offset: .max, content: .annotation(annotation.number), page: annotation.page)
      kids[annotation.target.text][annotation.target.element].append(kid)
    }
  }

  /// Writes the elements and the tree around them, and returns the number of its root.
  ///
  /// - Complexity: O(*n* log *n*) for *n* marks and elements.
  mutating func write(to file: inout PDFObjects) -> Int {
    let (root, document, parents) = (file.add(), file.add(), file.add())
    numberElements(in: &file)
    var top = PDFBytes()
    var identifiers = ""
    var noteCount = 0
    for (text, tags) in recorder.texts.enumerated() {
      let children = children(of: text, &top)
      for (index, element) in tags.elements.enumerated() where numbers[text][index] != 0 {
        let number = numbers[text][index]
        var entries = PDFBytes()
        entries.append("<< /Type /StructElem /S /\(element.type) /P ")
        entries.append(reference: element.parent.map { numbers[text][$0] } ?? document)
        if element.type == "Note" {
          noteCount += 1
          let digits = String(noteCount)
          let name = "(note\(String(repeating: "0", count: max(8 - digits.count, 0)))\(digits))"
          identifiers += " \(name) \(number) 0 R"
          entries.append(" /ID \(name)")
        }
        append(entriesOf: element, Target(text: text, element: index), to: &entries)
        append(children[index] + kids[text][index], to: &entries)
        file.set(number, entries)
      }
    }
    var list = PDFBytes()
    list.append("<< /Type /StructElem /S /Document /P \(root) 0 R /K [")
    list.append(top.bytes)
    list.append(" ] >>")
    file.set(document, list)
    file.set(parents, parentTree())
    let names = identifiers.isEmpty ? "" : " /IDTree << /Names [\(identifiers) ] >>"
    file.set(
      root,
      "<< /Type /StructTreeRoot /K \(document) 0 R /ParentTree \(parents) 0 R "
        + "/ParentTreeNextKey \(pageNumbers.count + annotations.count)\(names) >>")
    return root
  }

  /// Assigns object numbers to the elements that have content, and to all cells of tables that have content.
  private mutating func numberElements(in file: inout PDFObjects) {
    for (text, tags) in recorder.texts.enumerated() {
      var isUsed = kids[text].map { !$0.isEmpty }
      for index in tags.elements.indices.reversed() where isUsed[index] {
        if let parent = tags.elements[index].parent { isUsed[parent] = true }
      }
      for (index, element) in tags.elements.enumerated() {
        guard let parent = element.parent, isUsed[parent] else { continue }
        if ["TR", "TH", "TD"].contains(element.type) { isUsed[index] = true }
      }
      numbers.append(isUsed.map { $0 ? file.add() : 0 })
    }
  }

  /// Returns the elements inside each element of a text, and lists those outside all others.
  private func children(of text: Int, _ top: inout PDFBytes) -> [[Kid]] {
    let elements = recorder.texts[text].elements
    var children = [[Kid]](repeating: [], count: elements.count)
    for (index, element) in elements.enumerated() where numbers[text][index] != 0 {
      if let parent = element.parent {
        children[parent].append(
          Kid(utf16Offset: element.utf16Offset, content: .element(numbers[text][index])))
      } else {
        top.append(" ")
        top.append(reference: numbers[text][index])
      }
    }
    return children
  }

  /// Appends the language, the alternative text and the attributes of an element.
  private func append(
    entriesOf element: DocumentTags.Element, _ target: Target, to entries: inout PDFBytes
  ) {
    if let language = element.language { entries.append(" /Lang \(PDFText.string(language))") }
    if let text = element.alternative { entries.append(" /Alt \(PDFText.string(text))") }
    if let attributes = element.attributes { entries.append(" /A \(attributes)") }
    if let box = boxes[target] {
      entries.append(" /A << /O /Layout /BBox [ ")
      entries.append(lengths: box.x, box.y, box.maxX, box.maxY)
      entries.append("] >>")
    }
  }

  /// Appends the page and the content of an element, in the order of the text.
  private func append(_ kids: [Kid], to entries: inout PDFBytes) {
    var page = 0
    for kid in kids where page == 0 {
      if case .mark = kid.content { page = kid.page }
    }
    if page > 0 {
      entries.append(" /Pg ")
      entries.append(reference: page)
    }
    entries.append(" /K [ ")
    // Swift's sort is not guaranteed to be stable, so equal offsets are compared by their index.
    let order = kids.indices.sorted {
      (kids[$0].utf16Offset, $0) < (kids[$1].utf16Offset, $1)
    }
    for index in order {
      let kid = kids[index]
      switch kid.content {
      case .mark(let number) where kid.page == page: entries.append(number)
      case .mark(let number):
        entries.append("<< /Type /MCR /Pg \(kid.page) 0 R /MCID \(number) >>")
      case .element(let number): entries.append(reference: number)
      case .annotation(let number):
        entries.append("<< /Type /OBJR /Obj \(number) 0 R /Pg \(kid.page) 0 R >>")
      }
      entries.append(" ")
    }
    entries.append("] >>")
  }

  /// Returns the parent tree, which maps marks and annotations to their elements.
  private func parentTree() -> PDFBytes {
    var table = PDFBytes()
    table.append("<< /Nums [")
    for (index, page) in recorder.pages.enumerated() {
      table.append("\n\(index) [ ")
      for mark in page.marks {
        table.append(reference: numbers[mark.target.text][mark.target.element])
        table.append(" ")
      }
      table.append("]")
    }
    for (index, annotation) in annotations.enumerated() {
      let target = annotation.target
      table.append("\n\(pageNumbers.count + index) ")
      table.append(reference: numbers[target.text][target.element])
    }
    table.append(" ] >>")
    return table
  }
}
