import Foundation
import IAFonts
import IALayout
import IARender
import IATestSupport
import IAText

/// The fonts, sources and pages that tests draw.
enum Drawings {
  /// The fonts in the folder of the packages `fonts-noto-core`, `fonts-dejavu-core` and
  /// `fonts-noto-color-emoji`, for which tests are written, or `nil` if it cannot be read.
  static let fonts: FontCollection? = try? FontCollection.folder("/usr/share/fonts/truetype")

  static func renderer(_ theme: Theme = .light) throws -> Renderer {
    guard let fonts else { throw NoFonts() }
    return Renderer(fonts: fonts, theme: theme)
  }

  struct NoFonts: Error {}

  static let margins = Insets(top: 12, left: 12, bottom: 12, right: 12)

  /// Returns a source that shows a scheme with smoothing by words.
  static func source(_ document: IADocument, scheme: RenderScheme = .weight()) -> Renderer.Source {
    Renderer.Source(document, looks: Looks(scheme: scheme, smoothing: .word))
  }

  /// Returns the first paragraphs of a document of the corpus.
  static func beginning(of name: String, paragraphs: Int) throws -> IADocument {
    let document = try Corpus.document(name)
    let all = document.string.paragraphs
    guard let last = all.prefix(paragraphs).last else { return document }
    return document.subdocument(0..<last.contentRange.upperBound)
  }

  /// Returns a page of a document, 300 points wide.
  static func page(
    _ document: IADocument, scheme: RenderScheme = .weight(), _ renderer: Renderer
  ) throws -> Page {
    try renderer.page(of: source(document, scheme: scheme), width: 300, margins: margins)
  }
}
