import Foundation
import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

/// Drawings are like the accepted pictures in `Corpus/goldens`.
///
/// `IA_ACCEPT=1` replaces the accepted pictures: inspect the new ones, then run
/// `swift run --package-path Corpus ia-corpus write`.
@Suite(.enabled(if: PinnedFonts.reason == nil, "\(PinnedFonts.reason ?? "")"))
struct GoldenTests {
  /// The pictures: a name, and a function that draws the picture.
  static let pictures: [(name: String, draw: @Sendable () throws -> Bitmap)] = [
    ("scheme-weight", { try scheme(.weight()) }),
    ("scheme-hue", { try scheme(.hue()) }),
    ("scheme-size", { try scheme(.fontSize()) }),
    ("scheme-alpha", { try scheme(.alpha()) }),
    ("scheme-blue-orange", { try scheme(.blueOrange) }),
    ("scheme-hue-dark", { try scheme(.hue(), .dark) }),
    ("mixed-scripts", { try draw(try Corpus.document("mixed-scripts")) }),
    ("emoji", { try draw(try Corpus.document("emoji")) }),
    ("attributes", { try draw(try attributes()) }),
    ("blocks", { try draw(try Corpus.document("every-block")) }),
    ("paragraphs", { try draw(try Corpus.document("every-paragraph")) }),
    ("attachments", { try draw(try Corpus.document("attachments")) }),
    ("attachments-dark", { try draw(try Corpus.document("attachments"), .dark) }),
    ("selection", { try selection(.light) }),
    ("selection-dark", { try selection(.dark) }),
    ("marks", { try marks(.light) }),
    ("marks-dark", { try marks(.dark) }),
    ("exclusion", { try exclusion() }),
    ("thread", { try thread() }),
    ("contact-sheet", { try contactSheet() }),
  ]

  static func draw(_ document: IADocument, _ theme: Theme = .light) throws -> Bitmap {
    let renderer = try Drawings.renderer(theme)
    return try renderer.bitmap(try Drawings.page(document, renderer), scale: 1)
  }

  static func scheme(_ scheme: RenderScheme, _ theme: Theme = .light) throws -> Bitmap {
    let renderer = try Drawings.renderer(theme)
    let document = try Drawings.beginning(of: "chat-en", paragraphs: 6)
    return try renderer.bitmap(
      try Drawings.page(document, scheme: scheme, renderer), scale: 1)
  }

  /// Returns a document with each attribute, in which very large letters are reduced.
  static func attributes() throws -> IADocument {
    var document = try Corpus.document("every-attribute")
    for run in document.string.attributeRuns(in: document.string.utf16Range)
    where run.attributes.fontSize ?? 0 > 100 {
      document.string.set(\.fontSize, to: 40, in: run.utf16Range)
    }
    return document
  }

  /// Draws a selection from the middle of a bidirectional line into the next one.
  static func selection(_ theme: Theme) throws -> Bitmap {
    let renderer = try Drawings.renderer(theme)
    var source = Drawings.source(try Drawings.beginning(of: "mixed-scripts", paragraphs: 4))
    source.marks.selection = 60..<130
    source.marks.caret = 130
    let page = try renderer.page(of: source, width: 300, margins: Drawings.margins)
    return try renderer.bitmap(page, scale: 1)
  }

  /// Draws marks of found and misspelt words in bidirectional text, some of them over two lines.
  static func marks(_ theme: Theme) throws -> Bitmap {
    let renderer = try Drawings.renderer(theme)
    var source = Drawings.source(try Drawings.beginning(of: "mixed-scripts", paragraphs: 4))
    source.marks.caret = 0
    source.marks.stretches = [
      .init(4..<12, .found), .init(20..<60, .spelling), .init(70..<90, .found),
      .init(95..<120, .spelling),
    ]
    let page = try renderer.page(of: source, width: 300, margins: Drawings.margins)
    return try renderer.bitmap(page, scale: 1)
  }

  /// Draws text around a circle, on both sides of it.
  static func exclusion() throws -> Bitmap {
    let renderer = try Drawings.renderer()
    let circle = (center: Point(x: 150, y: 120), radius: 70.0)
    let container = TextContainer(
      width: 300, lineFragmentPadding: 12,
      exclusions: [.circle(center: circle.center, radius: circle.radius)])
    let manager = LayoutManager(renderer.typesetter(Looks()), containers: [container])
    manager.setString(try Drawings.beginning(of: "chat-de", paragraphs: 6).string)
    let size = PixelSize(width: 300, height: Int(manager.usedRect().maxY.rounded(.up)) + 12)
    let surface = try ImageSurface(size, isOpaque: true, maximumPixels: 1 << 20)
    let context = try CairoContext(surface)
    var painter = CairoPainter(
      context, faces: renderer.faces, theme: .light, attachments: renderer.attachments, scale: 1,
      blitter: GlyphBlitter(renderer.atlas, on: surface))
    let all = Rectangle(x: 0, y: 0, width: 300, height: Double(size.height))
    painter.fill(.rectangle(all, cornerRadius: 0), color: .white)
    painter.fill(.circle(center: circle.center, radius: circle.radius), color: Theme.light.panel)
    manager.draw(in: all, to: &painter)
    return surface.bitmap
  }

  static func thread() throws -> Bitmap {
    let renderer = try Drawings.renderer()
    let document = try Drawings.beginning(of: "chat-stickers", paragraphs: 5)
    let messages = document.string.paragraphs.enumerated().map { number, paragraph in
      Renderer.Message(
        Drawings.source(document.subdocument(paragraph.contentRange), scheme: .hue()),
        isOwn: !number.isMultiple(of: 2), sender: "Mira")
    }
    let page = try renderer.thread(messages, width: 320, margins: Drawings.margins)
    return try renderer.bitmap(page, scale: 1)
  }

  static func contactSheet() throws -> Bitmap {
    let renderer = try Drawings.renderer()
    let items = try ["chat-de", "chat-he", "every-block", "attachments"].map { name in
      (name, Drawings.source(try Corpus.document(name)))
    }
    let page = try renderer.contactSheet(items, width: 400, margins: Drawings.margins)
    return try renderer.bitmap(page, scale: 1)
  }

  private static let folder = ExternalCorpora.packageRoot.appending(path: "Corpus/goldens")
  private static let accepts = ProcessInfo.processInfo.environment["IA_ACCEPT"] == "1"

  @Test(arguments: pictures.map(\.name))
  func `A drawing equals the accepted one`(name: String) throws {
    let draw = try #require(Self.pictures.first { $0.name == name }?.draw)
    let drawn = try draw()
    let file = Self.folder.appending(path: name + ".png")
    if Self.accepts {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(try drawn.png()).write(to: file)
    }
    let expected = try Picture.decode(Array(try Data(contentsOf: file))).bitmap
    let comparison = PictureComparison(drawn, expected)
    #expect(comparison.isAlike, "\(name): \(comparison)")
  }

  @Test func `A comparison finds visible differences`() throws {
    let renderer = try Drawings.renderer()
    func picture(_ text: String) throws -> Bitmap {
      try renderer.bitmap(try Drawings.page(IADocument(IAString(text)), renderer), scale: 1)
    }
    let one = try picture("The meeting was moved.")
    #expect(PictureComparison(one, try picture("The meeting was moved.")).isAlike)
    #expect(!PictureComparison(one, try picture("The meeting was m0ved.")).isAlike)
  }
}
