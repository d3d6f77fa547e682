import Foundation
import IAFormats
import IAHTML
import IAText
import Testing

/// Writes the showcase into a folder for inspection: set `IA_HTML_GALLERY` to its path.
@Suite("The gallery of pages")
struct GalleryTests {
  static let folder = ProcessInfo.processInfo.environment["IA_HTML_GALLERY"]

  @Test("is written to a folder that the environment names", .enabled(if: folder != nil))
  func isWritten() throws {
    let folder = URL(filePath: try #require(Self.folder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var pages: [(String, IADocument, String)] = [
      ("inline", Showcase.inline(), "styled"), ("blocks", Showcase.blocks(), "styled"),
      ("attachments", Showcase.attachments(), "styled"),
      ("inline-semantic", Showcase.inline(), "semantic"),
      ("blocks-semantic", Showcase.blocks(), "semantic"),
    ]
    for scheme in RenderScheme.builtIn() {
      pages.append((scheme.name, Showcase.scheme(scheme.name, animates: false), "styled"))
      pages.append((scheme.name + "-moving", Showcase.scheme(scheme.name), "styled"))
    }
    for seed in UInt64(0)..<100 {
      var maker = RandomDocument(seed: seed)
      pages.append(("random-\(seed)", maker.make(), seed % 2 == 0 ? "styled" : "semantic"))
    }
    for (name, document, profile) in pages {
      let page = try Page(document, options: WriteOptions(profile: profile))
      try Data(page.html.utf8).write(to: folder.appending(path: name + ".html"))
    }
  }
}
