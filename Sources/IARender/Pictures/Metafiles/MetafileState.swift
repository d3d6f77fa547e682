internal import IALayout
internal import IAText

/// The state of a device context, which determines how the next operation is drawn.
struct MetafileState {
  /// A matrix: *x'* = *a x* + *c y* + *e*, *y'* = *b x* + *d y* + *f*.
  struct Transform {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    func applied(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (a * x + c * y + e, b * x + d * y + f)
    }

    /// Returns the transform that applies this one and then another one.
    func followed(by other: Transform) -> Transform {
      Transform(
        a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
        d: c * other.b + d * other.d, e: e * other.a + f * other.c + other.e,
        f: e * other.b + f * other.d + other.f)
    }
  }

  /// A font with its measures.
  struct Font {
    /// The height in logical units: that of a line if positive, that of an em if negative.
    var height = -12.0
    /// The angle of lines in degrees, counterclockwise.
    var angle = 0.0
    var charset = 0
    var face = Metafile.Font()
  }

  struct Pen {
    var width = 0.0
    var color = Color.black
  }

  /// An object that a metafile creates and selects by its number.
  enum Object {
    case pen(Pen?)
    case brush(Color?)
    case font(Font)
    case other
  }

  var world = Transform()
  var windowOrigin = (x: 0.0, y: 0.0)
  var windowExtent = (x: 1.0, y: 1.0)
  var viewportOrigin = (x: 0.0, y: 0.0)
  var viewportExtent = (x: 1.0, y: 1.0)
  /// The current position in logical units.
  var position = (x: 0.0, y: 0.0)
  var pen: Pen? = Pen()
  var brush: Color? = .white
  var font = Font()
  var textColor = Color.black
  var backgroundColor = Color.white
  /// Whether areas of several polygons are filled by the non-zero rule.
  var winds = false
  /// The bits of the alignment of text.
  var textAlign = 0
  /// The area to which operations are clipped, as fractions of the picture; `nil` for no clipping.
  var clip: Rectangle?
}

extension Color {
  /// Creates a colour from a number with red in the lowest byte, then green and blue.
  init(metafile value: Int) {
    self.init(
      red: UInt8(truncatingIfNeeded: value), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value >> 16))
  }
}
