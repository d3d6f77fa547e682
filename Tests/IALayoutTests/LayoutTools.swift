import Foundation
import IAFonts
import IAText
import Testing

@testable import IALayout

/// The fonts that the tests require; `Scripts/bootstrap --tests` installs them.
enum TestFonts {
  static let folder = "/usr/share/fonts/truetype"
  static let areThere =
    FileManager.default.fileExists(atPath: "\(folder)/noto/NotoSans-Regular.ttf")
    && FileManager.default.fileExists(atPath: "\(folder)/dejavu/DejaVuSans.ttf")
    && FileManager.default.fileExists(atPath: "\(folder)/noto/NotoColorEmoji.ttf")

  /// The font collection for all tests; it never changes.
  static let collection = Result { () throws(FontError) in
    try FontCollection.folder(folder)
  }

  static func typesetter(
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) throws -> Typesetter {
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    options.fontSize = 16
    change(&options)
    return Typesetter(fonts: try collection.get(), options: options)
  }
}

extension LayoutManager {
  /// Returns a layout of a text in one container.
  static func of(
    _ string: IAString, width: Double = 300, typesetter: Typesetter? = nil,
    container: TextContainer? = nil
  ) throws -> LayoutManager {
    let typesetter = try typesetter ?? TestFonts.typesetter()
    let manager = LayoutManager(
      typesetter, containers: [container ?? TextContainer(width: width, lineFragmentPadding: 0)])
    manager.setString(string)
    return manager
  }

  /// The texts of the lines.
  var lineTexts: [String] { lineFragments().map { string.text(in: $0.utf16Range) } }
}

/// Records drawing operations.
struct RecordingSink: DrawingSink {
  var runs: [GlyphRun] = []
  var fills: [(rectangle: Rectangle, role: FillRole)] = []
  /// The colours of the fills.
  var colors: [Color] = []
  var strokes: [Stroke] = []
  var boxes: [AttachmentBox] = []

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    fills.append((rectangle, role))
    colors.append(color)
  }

  mutating func draw(_ run: borrowing GlyphRun) { runs.append(copy run) }
  mutating func stroke(_ stroke: Stroke) { strokes.append(stroke) }
  mutating func draw(_ attachment: AttachmentBox) { boxes.append(attachment) }

  /// The text that was drawn.
  var text: String { runs.map { String(decoding: $0.units, as: UTF16.self) }.joined() }
}

extension LayoutManager {
  /// Returns the drawing operations of a whole container.
  func drawn(container: Int = 0) -> RecordingSink {
    var sink = RecordingSink()
    draw(in: Rectangle(x: 0, y: 0, width: 1e6, height: 1e9), container: container, to: &sink)
    return sink
  }
}
