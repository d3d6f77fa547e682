package import IAText

/// A picture of an SVG file, as a list of operations from the back to the front.
///
/// Lengths are CSS pixels from the upper left corner of the picture, whose size is `width` × `height`.
package struct SVGPicture: Sendable {
  /// An operation of the drawing.
  package enum Operation: Sendable {
    /// Starts a group that is drawn as a whole, with an opacity, in the intersection of some areas.
    case begin(opacity: Double, clips: [Area])
    /// Ends the last group.
    case end
    /// Fills a path; the area between its figures is inside by the non-zero or the even-odd rule.
    case fill(Area, Paint)
    /// Draws the line along a path, which is in the coordinates of the matrix.
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

  /// A colour that changes along a line, or between two circles.
  package struct Gradient: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
      case linear(from: SVGPoint, to: SVGPoint)
      case radial(focus: SVGPoint, focalRadius: Double, center: SVGPoint, radius: Double)
    }

    /// The colours beyond the ends.
    package enum Spread: Hashable, Sendable { case pad, reflect, `repeat` }

    /// A colour at a share of the way, from 0 to 1.
    package struct Stop: Hashable, Sendable {
      package var offset: Double
      package var color: Color

      package init(offset: Double, color: Color) { (self.offset, self.color) = (offset, color) }
    }

    package var form: Form
    package var spread: Spread
    /// The stops in the order of their offsets, at least two.
    package var stops: [Stop]
    /// The map of the coordinates of the form to those of the picture.
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
    /// Lengths of dashes and gaps in turn, an even number; none for a whole line.
    package var dashes: [Double]
    package var dashOffset: Double
  }

  /// A line of text.
  package struct Text: Sendable {
    /// A run of text with one style.
    package struct Piece: Sendable {
      package var text: String
      package var attributes: InlineAttributes
      /// The distance from the end of the piece before.
      package var dx: Double
      package var dy: Double
    }

    package enum Anchor: Sendable { case start, middle, end }

    package var pieces: [Piece]
    /// The place of the baseline, in the coordinates of the matrix.
    package var place: SVGPoint
    package var anchor: Anchor
    /// The width that the line is stretched to; `nil` for its own.
    package var width: Double?
    package var matrix: SVGMatrix
  }

  /// A picture of pixels.
  package struct Image: Sendable {
    package var bytes: [UInt8]
    /// The area, in the coordinates of the matrix; a side of 0 is that of the picture.
    package var box: SVGBox
    package var stretches: Bool
    package var matrix: SVGMatrix
  }

  /// The natural size in CSS pixels.
  package var width: Double
  package var height: Double
  /// Whether the picture is stretched to boxes of other proportions.
  package var stretches = false
  /// The operations; groups are balanced.
  package var operations: [Operation] = []
  /// The names of the features that are not drawn.
  package var omissions: Set<String> = []
  /// The text of the first `title` or else `desc` of the picture.
  package var title: String?

  /// The media type of the file.
  package static let mediaType = "image/svg+xml"
  /// The largest file, in bytes.
  package static let maxBytes = 32 << 20
  /// The maximum number of operations.
  package static let maxOperations = 60_000
  /// The maximum number of segments of all paths.
  package static let maxSegments = 1_000_000
  /// The largest width and height.
  package static let maxSide = 32_767.0

  /// The size in whole pixels, at least one.
  package var pixelSize: (width: Int, height: Int) {
    (max(Int(width.rounded()), 1), max(Int(height.rounded()), 1))
  }

  /// Returns whether bytes can be an SVG file: XML whose first element is `svg`.
  ///
  /// - Complexity: O(1): the first 16 KiB count.
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
