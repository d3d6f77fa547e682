import IAText

extension CorpusDocument {
  /// Returns a document with all display options and all metadata set.
  static func options() -> IADocument {
    let animation = AnimationParameters(
      duration: 1.25, topLayerFrom: 0.125, topLayerTo: 0.5, bottomLayerFrom: 0.25,
      bottomLayerTo: 1)
    var dice = SeededGenerator(seed: 151)
    let units = Array("Every line of this message breathes, slower and slower.\n".utf16)
    var string = IAString(
      units: units, intensities: Pressure.fading.intensities(for: units, dice: &dice))
    string.options = DisplayOptions(
      renderScheme: "HueGYRScheme", smoothing: .sentence, animates: false, animation: animation)
    let metadata = DocumentMetadata(
      title: "Options & \"metadata\" <all>", authors: ["Ada Example", "Émile Muster"],
      subject: "What is said about a document", keywords: ["options", "Ünïcode", "a, b"],
      language: "en-GB", created: "2024-02-29T23:59:59Z", modified: "2024-03-01T08:00:00+02:00",
      generator: "ia-corpus", custom: [.init("project", "corpus"), .init("x-empty", "")])
    return IADocument(string, metadata: metadata)
  }

  /// Returns a document with a section for each kind of start, with different pages, columns,
  /// numbers and headers.
  static func sections() -> IADocument {
    var builder = IAStringBuilder()
    var id = 0
    func add(_ text: String, _ kind: Block.Kind? = nil, _ section: PageSection? = nil) {
      builder.append(text + "\n")
      var set = ParagraphAttributes()
      if let kind {
        id += 1
        set.blocks = [Block(id: id, kind)]
      }
      set.section = section
      builder.endParagraph(set, terminated: false)
    }
    add("Every page", .pageHeader(on: .all))
    add("The first section has the page of the document.")
    for start in PageSection.Start.allCases {
      var page = PageLayout()
      switch start {
      case .page: page = PageLayout(width: 842, height: 595, topMargin: 36)
      case .continuous: (page.columns, page.columnSpacing, page.columnLine) = (2, 18, true)
      case .column: page.columns = 2
      case .even: add("Even pages", .pageFooter(on: .even))
      case .odd: page.firstPageNumber = 101
      }
      add("A section that starts: \(start.rawValue).", nil, PageSection(start, page: page))
      add("Its second paragraph.")
    }
    var document = IADocument(
      builder.finish(), metadata: DocumentMetadata(title: "Sections"))
    document.string.options.page = PageLayout(width: 595, height: 842, leftMargin: 72)
    return document
  }

  /// Returns a document with bookmarks at the start, within a word, before and after a line end,
  /// and at the end.
  static func bookmarks() -> IADocument {
    var string = IAString("first line\nsecond line\n")
    for (name, offset) in [
      ("start", 0), ("in first", 2), ("line end", 10), ("second", 11), ("also second", 11),
      ("end", 23),
    ] {
      string.setBookmark(name, at: offset)
    }
    return IADocument(string, metadata: DocumentMetadata(title: "Bookmarks"))
  }
}
