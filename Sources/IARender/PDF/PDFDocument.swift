internal import IAFonts
internal import IALayout
internal import IASVG

/// A PDF file to which pages are added.
final class PDFDocument {
  /// A page whose object is not written yet.
  private struct Page {
    var size: Size
    /// The object number of its content.
    var content: Int
    var fonts: [Int]
    var opacities: [Int]
    var pictures: [Int]
    var shadings: [Int]
    var links: [PDFLink]
    var headings: [Heading]
    var destinations: [PlacedDestination]
  }

  let fonts: PDFFonts
  private var pictures = PDFPictures()
  private var shadings = PDFShadings()
  private var file = PDFObjects()
  private var pages: [Page] = []

  init(_ collection: FontCollection) { fonts = PDFFonts(collection) }

  /// Returns the number of a picture, which is added if it is new.
  func number(of picture: Picture) -> Int { pictures.number(of: picture, in: &file) }

  /// Returns the number of the shading of a gradient, which is added if it is new.
  func number(of gradient: SVGPicture.Gradient) -> Int {
    shadings.number(of: gradient, in: &file)
  }

  /// Returns a colour glyph as a picture; `nil` if it has no ink.
  func glyph(
    _ glyph: UInt16, _ font: FontInstance, size: Double, _ faces: FaceCache
  ) -> PDFPictures.Glyph? {
    pictures.glyph(glyph, font, size: size, faces, in: &file)
  }

  /// Adds a page.
  ///
  /// - Parameters:
  ///   - painter: The painter that drew the page.
  ///   - headings: The entries of the outline that lead to the page.
  ///   - destinations: The named destinations on the page.
  func add(
    _ painter: consuming PDFPainter, size: Size, headings: [Heading],
    destinations: [PlacedDestination]
  ) {
    let bytes = painter.finish()
    pages.append(
      Page(
        size: size, content: file.addStream(bytes), fonts: painter.content.fonts.sorted(),
        opacities: painter.content.opacities.sorted(),
        pictures: painter.content.pictures.sorted(),
        shadings: painter.content.shadings.sorted(), links: painter.links, headings: headings,
        destinations: destinations))
  }

  /// Returns the bytes of the file.
  ///
  /// - Parameters:
  ///   - facts: The metadata.
  ///   - tags: The marks of the pages.
  ///   - source: The document to embed as the bytes of an `.ia` file; `nil` for none.
  func written(
    _ facts: DocumentFacts, _ tags: TagRecorder, source: [UInt8]?
  ) -> [UInt8] {
    let fontNumbers = fonts.subsets.map { $0.write(to: &file) }
    let tree = file.add()
    let numbers = pages.map { _ in file.add() }
    var annotations: [PDFStructure.Annotation] = []
    for (index, page) in pages.enumerated() {
      writePage(page, index, tree, numbers, fontNumbers, &annotations)
    }
    let kids = numbers.map { "\($0) 0 R" }.joined(separator: " ")
    file.set(tree, "<< /Type /Pages /Kids [ \(kids) ] /Count \(numbers.count) >>")
    var structure = PDFStructure(tags, pageNumbers: numbers, annotations: annotations)
    let root = structure.write(to: &file)
    let catalog = writeCatalog(facts, tree, structure: root, numbers, source)
    let info = writeFacts(facts)
    return file.written(root: catalog, info: info)
  }

  // MARK: Pages

  private func writePage(
    _ page: Page, _ index: Int, _ tree: Int, _ numbers: [Int], _ fontNumbers: [Int],
    _ annotations: inout [PDFStructure.Annotation]
  ) {
    var entries = PDFBytes()
    entries.append("<< /Type /Page /Parent \(tree) 0 R /MediaBox [ 0 0 ")
    entries.append(lengths: page.size.width, page.size.height)
    entries.append("] /StructParents \(index) /Contents \(page.content) 0 R ")
    entries.append("/Group << /Type /Group /S /Transparency /I true /CS /DeviceRGB >> ")
    entries.append("/Resources <<")
    func list(_ name: String, _ items: [String]) {
      if !items.isEmpty { entries.append(" /\(name) << \(items.joined(separator: " ")) >>") }
    }
    list(
      "ExtGState",
      page.opacities.map { opacity in
        let value = opacity == PDFContent.unseen ? 0.005 : Double(opacity) / 255
        let number = SVGPainter.number(value)
        return "/a\(opacity) << /CA \(number) /ca \(number) >>"
      })
    list("Font", page.fonts.map { "/f\($0) \(fontNumbers[$0]) 0 R" })
    list("XObject", page.pictures.map { "/x\($0) \(pictures.objects[$0]) 0 R" })
    list("Shading", page.shadings.map { "/s\($0) \(shadings.objects[$0]) 0 R" })
    entries.append(" >>")
    if !page.links.isEmpty {
      // The annotations are in the order of the structure.
      entries.append(" /Tabs /S /Annots [ ")
      for link in page.links {
        let number = file.add()
        var parent: Int?
        if let target = link.target {
          parent = numbers.count + annotations.count
          annotations.append(.init(number: number, page: numbers[index], target: target))
        }
        file.set(number, annotation(of: link, height: page.size.height, parent: parent))
        entries.append(reference: number)
        entries.append(" ")
      }
      entries.append("]")
    }
    entries.append(" >>")
    file.set(numbers[index], entries)
  }

  /// Returns the annotation of a link; it has a description and the flag for printing.
  private func annotation(of link: PDFLink, height: Double, parent: Int?) -> PDFBytes {
    let (left, right) = (link.box.x, link.box.maxX)
    let (top, bottom) = (height - link.box.y, height - link.box.maxY)
    var entries = PDFBytes()
    entries.append("<< /Type /Annot /Subtype /Link /F 4 /Contents \(PDFText.string(link.url))")
    if let parent { entries.append(" /StructParent \(parent)") }
    entries.append(" /Rect [ ")
    entries.append(lengths: left, bottom, right, top)
    entries.append("] /QuadPoints [ ")
    entries.append(lengths: left, top, right, top, right, bottom, left, bottom)
    entries.append("] /BS << /W 0 >>")
    if let name = link.destination {
      entries.append(" /Dest \(PDFText.string(name)) >>")
    } else {
      let address = PDFText.string(PDFText.address(link.url))
      entries.append(" /A << /Type /Action /S /URI /URI \(address) >> >>")
    }
    return entries
  }

  // MARK: Catalog

  private func writeCatalog(
    _ facts: DocumentFacts, _ tree: Int, structure: Int, _ numbers: [Int], _ source: [UInt8]?
  ) -> Int {
    let metadata = file.addStream(
      packed: Array(PDFText.metadata(facts).utf8), entries: "/Type /Metadata /Subtype /XML ")
    var entries = "<< /Type /Catalog /Pages \(tree) 0 R /StructTreeRoot \(structure) 0 R"
    entries += " /Metadata \(metadata) 0 R /MarkInfo << /Marked true >>"
    if let language = facts.language { entries += " /Lang \(PDFText.string(language))" }
    if facts.title != nil { entries += " /ViewerPreferences << /DisplayDocTitle true >>" }
    if let outline = writeOutline(numbers) { entries += " /Outlines \(outline) 0 R" }
    var names = ""
    if let destinations = writeDestinations(numbers) { names += " /Dests \(destinations) 0 R" }
    if let source {
      let file = writeSource(source)
      entries += " /AF [ \(file) 0 R ]"
      names += " /EmbeddedFiles << /Names [ (\(Self.sourceName)) \(file) 0 R ] >>"
    }
    if !names.isEmpty { entries += " /Names <<\(names) >>" }
    return file.add(entries + " >>")
  }

  /// The name of the embedded document.
  private static let sourceName = "source.ia"

  /// Writes the embedded document as an associated file (ISO 19005-3, annex E).
  private func writeSource(_ source: [UInt8]) -> Int {
    let stream = file.addStream(
      source,
      entries:
        "/Type /EmbeddedFile /Subtype /application#2Fvnd.intensity.ia /Params << /Size \(source.count) >> "
    )
    return file.add(
      "<< /Type /Filespec /F (\(Self.sourceName)) /UF (\(Self.sourceName)) /AFRelationship /Source "
        + "/Desc (Source of this drawing) /EF << /F \(stream) 0 R /UF \(stream) 0 R >> >>")
  }

  /// Writes the metadata; dates that the document does not have are omitted.
  private func writeFacts(_ facts: DocumentFacts) -> Int {
    var entries = "<<"
    func add(_ name: String, _ value: String?) {
      if let value { entries += " /\(name) \(PDFText.string(value))" }
    }
    add("Title", facts.title)
    add("Author", facts.author)
    add("Subject", facts.subject)
    add("Keywords", facts.keywords)
    add("Creator", "intensity suite")
    add("Producer", "intensity suite")
    add("CreationDate", PDFText.date(facts.created ?? "1970-01-01T00:00:00Z"))
    add("ModDate", facts.modified.flatMap(PDFText.date))
    return file.add(entries + " >>")
  }

  /// Returns a position on a page as a destination.
  private func destination(_ place: Point, _ page: Int, _ numbers: [Int]) -> String {
    let (x, y) = (
      SVGPainter.number(place.x), SVGPainter.number(pages[page].size.height - place.y)
    )
    return "[ \(numbers[page]) 0 R /XYZ \(x) \(y) 0 ]"
  }

  /// Writes the named destinations, if there are any.
  private func writeDestinations(_ numbers: [Int]) -> Int? {
    var found: [(name: String, place: String)] = []
    for (index, page) in pages.enumerated() {
      for one in page.destinations {
        found.append((one.name, destination(one.place, index, numbers)))
      }
    }
    guard !found.isEmpty else { return nil }
    // Names are ASCII.
    let list = found.sorted { $0.name < $1.name }
      .map { "\(PDFText.string($0.name)) \($0.place)" }
    return file.add("<< /Names [ \(list.joined(separator: " ")) ] >>")
  }

  /// An entry of the outline.
  private struct OutlineItem {
    var heading: Heading
    var page: Int
    var number: Int
    /// The index of the parent entry; `nil` for an entry at the top level.
    var parent: Int?
    var children: [Int] = []
    /// The number of all descendants.
    var count = 0
  }

  /// Writes the headings as the outline: the parent of each heading is the last heading before it with a lower level
  /// number.
  private func writeOutline(_ numbers: [Int]) -> Int? {
    var items: [OutlineItem] = []
    var path: [Int] = []
    var top: [Int] = []
    for (page, content) in pages.enumerated() {
      for heading in content.headings {
        while let last = path.last, items[last].heading.level >= heading.level { path.removeLast() }
        let index = items.count
        items.append(
          OutlineItem(heading: heading, page: page, number: file.add(), parent: path.last))
        if let parent = path.last {
          items[parent].children.append(index)
        } else {
          top.append(index)
        }
        path.append(index)
      }
    }
    guard let first = top.first, let last = top.last else { return nil }
    for index in items.indices.reversed() {
      if let parent = items[index].parent { items[parent].count += items[index].count + 1 }
    }
    let outline = file.add()
    file.set(
      outline,
      "<< /Type /Outlines /First \(items[first].number) 0 R /Last \(items[last].number) 0 R "
        + "/Count \(items.count) >>")
    writeSiblings(top, items, in: outline, numbers)
    for item in items where !item.children.isEmpty {
      writeSiblings(item.children, items, in: item.number, numbers)
    }
    return outline
  }

  private func writeSiblings(
    _ siblings: [Int], _ items: [OutlineItem], in parent: Int, _ numbers: [Int]
  ) {
    for (place, index) in siblings.enumerated() {
      let item = items[index]
      var entries = "<< /Title \(PDFText.string(item.heading.title)) /Parent \(parent) 0 R"
      entries += " /Dest \(destination(item.heading.place, item.page, numbers))"
      if place > 0 { entries += " /Prev \(items[siblings[place - 1]].number) 0 R" }
      if place + 1 < siblings.count { entries += " /Next \(items[siblings[place + 1]].number) 0 R" }
      if let first = item.children.first, let last = item.children.last {
        entries += " /First \(items[first].number) 0 R /Last \(items[last].number) 0 R"
        entries += " /Count \(item.count)"
      }
      file.set(item.number, entries + " >>")
    }
  }
}
