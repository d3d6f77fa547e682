package import IAText

/// A picture of an SVG file, as a list of operations from the back to the front.
///
/// Lengths are CSS pixels from the upper left corner of the picture, whose size is `width` × `height`.
package struct SVGPicture: Sendable {
  /// An operation of the drawing.
  package enum Operation: Sendable {
    /// Starts a group that is drawn as a whole with an opacity, clipped to the intersection of some areas.
    case begin(opacity: Double, clips: [Area])
    /// Ends the last group.
    case end
    /// Fills the area of a path by the non-zero or the even-odd rule.
    case fill(Area, Paint)
    /// Strokes a path whose coordinates are those of the matrix.
    case stroke(SVGPath, Paint, Stroke, SVGMatrix)
    case text(Text)
    case image(Image)
  }

  /// The area of a path.
  package struct Area: Hashable, Sendable {
    package var path: SVGPath
    package var isEvenOdd: Bool

    package init(path: SVGPath, isEvenOdd: Bool) {
      (self.path, self.isEvenOdd) = (path, isEvenOdd)
    }
  }

  /// A colour or a gradient that fills an area.
  package enum Paint: Hashable, Sendable {
    case color(Color)
    case gradient(Gradient)
  }

  /// A gradient: a colour that changes along a line, or between two circles.
  package struct Gradient: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
      case linear(from: SVGPoint, to: SVGPoint)
      case radial(focus: SVGPoint, focalRadius: Double, center: SVGPoint, radius: Double)
    }

    /// The continuation of the gradient beyond its ends.
    package enum Spread: Hashable, Sendable { case pad, reflect, `repeat` }

    /// A colour at an offset from 0 (start) to 1 (end).
    package struct Stop: Hashable, Sendable {
      package var offset: Double
      package var color: Color

      package init(offset: Double, color: Color) { (self.offset, self.color) = (offset, color) }
    }

    package var form: Form
    package var spread: Spread
    /// The stops in the order of their offsets, at least two.
    package var stops: [Stop]
    /// The matrix that maps the coordinates of the gradient to those of the picture.
    package var matrix: SVGMatrix

    /// Whether the opacities of the stops differ.
    package var hasChangingOpacity: Bool {
      stops.contains { $0.color.alpha != stops[0].color.alpha }
    }
  }

  /// The properties of lines.
  package struct Stroke: Hashable, Sendable {
    package enum Cap: Hashable, Sendable { case butt, round, square }
    package enum Join: Hashable, Sendable { case miter, round, bevel }

    package var width: Double
    package var cap: Cap
    package var join: Join
    package var miterLimit: Double
    /// The lengths of dashes and gaps in alternation, an even number of values; empty for a solid line.
    package var dashes: [Double]
    package var dashOffset: Double
  }

  /// A line of text.
  package struct Text: Sendable {
    /// A run of text with one style.
    package struct Piece: Sendable {
      package var text: String
      package var attributes: InlineAttributes
      /// The horizontal distance from the end of the previous piece.
      package var dx: Double
      package var dy: Double
    }

    package enum Anchor: Sendable { case start, middle, end }

    package var pieces: [Piece]
    /// The position of the baseline, in the coordinates of the matrix.
    package var place: SVGPoint
    package var anchor: Anchor
    /// The width to which the line is stretched; `nil` for its natural width.
    package var width: Double?
    package var matrix: SVGMatrix
  }

  /// A bitmap.
  package struct Image: Sendable {
    package var bytes: [UInt8]
    /// The area, in the coordinates of the matrix; a side of 0 represents that of the bitmap.
    package var box: SVGBox
    package var stretches: Bool
    package var matrix: SVGMatrix
  }

  /// The natural size in CSS pixels.
  package var width: Double
  package var height: Double
  /// Whether the picture is stretched to boxes with other proportions.
  package var stretches = false
  /// The operations, in which the starts and ends of groups are balanced.
  package var operations: [Operation] = []
  /// The names of the features that are not drawn.
  package var omissions: Set<String> = []
  /// The text of the first `title` element or, if there is none, of the first `desc` element.
  package var title: String?

  /// The media type of the file.
  package static let mediaType = "image/svg+xml"
  /// The maximum size of a file, in bytes.
  package static let maxBytes = 32 << 20
  /// The maximum number of operations.
  package static let maxOperations = 60_000
  /// The maximum number of segments of all paths.
  package static let maxSegments = 1_000_000
  /// The maximum width and height.
  package static let maxSide = 32_767.0

  /// The size in whole pixels, at least one.
  package var pixelSize: (width: Int, height: Int) {
    (max(Int(width.rounded()), 1), max(Int(height.rounded()), 1))
  }

  /// Returns whether bytes can be an SVG file: XML whose first element is `svg`.
  ///
  /// - Complexity: O(1): only the first 16 KiB are examined.
  package static func isLikely(_ bytes: [UInt8]) -> Bool {
    var head = Array(bytes.prefix(16_384))
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      head = head.dropFirst(2).filter { $0 != 0 }
    }
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
    guard let first = head.first(where: { !SVGScanner.isSpace($0) }), first == UInt8(ascii: "<")
    else { return false }
    var at = 0
    var isInComment = false
    while at < head.count {
      defer { at += 1 }
      if isInComment {
        if head[at...].starts(with: "-->".utf8) { isInComment = false }
        continue
      }
      guard head[at] == UInt8(ascii: "<"), at + 1 < head.count else { continue }
      if head[at...].starts(with: "<!--".utf8) {
        isInComment = true
      } else if head[at + 1] != UInt8(ascii: "!"), head[at + 1] != UInt8(ascii: "?") {
        let tag = head[(at + 1)...].prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
        return tag.elementsEqual("svg".utf8) || tag.reversed().starts(with: "gvs:".utf8)
      }
    }
    return false
  }
}
