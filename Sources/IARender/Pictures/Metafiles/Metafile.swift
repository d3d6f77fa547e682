package import IALayout
package import IAText

/// A metafile of Windows as the operations that draw it.
///
/// Coordinates are fractions of the width and height of the picture, from its upper left corner.
///
/// Sources: [MS-WMF] and [MS-EMF].
package struct Metafile: Sendable {
  /// An operation with the area to which it is clipped; `nil` for no clipping.
  package struct Operation: Sendable {
    package var content: Content
    package var clip: Rectangle?
  }

  /// The contents of operations.
  package enum Content: Sendable {
    /// A filled polygon.
    case fill([Point], Color)
    /// Several polygons filled as one area, by the even-odd rule or, if it winds, by the non-zero rule.
    case area([[Point]], winds: Bool, Color)
    /// A line through points; the width is a fraction of that of the picture.
    case line([Point], width: Double, Color)
    case text(Text)
    /// The bitmap of the metafile, which is available as a preview.
    case bitmap(Rectangle)
  }

  /// A line of text.
  package struct Text: Sendable {
    /// The horizontal position of the reference point in the text.
    package enum Alignment: Sendable { case left, center, right }
    /// The vertical position of the reference point in the text.
    package enum Line: Sendable { case top, baseline, bottom }

    package var text: String
    package var place: Point
    /// The size of the font as a fraction of the height of the picture.
    package var size: Double
    /// The angle of the line in degrees, counterclockwise.
    package var angle: Double
    package var alignment: Alignment
    package var line: Line
    package var font: Font
    package var color: Color
  }

  /// A font of a metafile.
  package struct Font: Hashable, Sendable {
    package var family = ""
    package var isBold = false
    package var isItalic = false
    package var isUnderlined = false
  }

  /// The operations in their order.
  package internal(set) var operations: [Operation] = []

  /// The maximum number of operations, and of the points of all of them; further ones are not drawn.
  package static let maxOperations = 50_000
  package static let maxPoints = 500_000

  /// Creates a metafile from the bytes of a file, or `nil` if nothing of it can be drawn.
  ///
  /// Unknown records, and data beyond the limits, are skipped; a truncated file ends at the truncation.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init?(_ bytes: [UInt8]) {
    if EnhancedMetafileReader.isEnhanced(bytes) {
      var reader = EnhancedMetafileReader(bytes)
      operations = reader.read()
    } else {
      var reader = WindowsMetafileReader(bytes)
      operations = reader.read()
    }
    let isVisible = operations.contains { operation in
      if case .bitmap = operation.content { false } else { true }
    }
    guard isVisible else { return nil }
  }
}
