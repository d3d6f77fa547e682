public import IAFonts
public import IAText

/// The lines of a string at a width: a simple interface to a layout that does not change.
///
///     let layout = try TextLayout(string, width: 200)
///     for line in layout.lines { print(line.utf16Range, line.baseline) }
///
/// One thread at a time uses a layout. For editable text, several containers or exclusion areas use
/// `TextStorage` and `LayoutManager`.
public final class TextLayout {
  /// The layout manager that computes all results.
  public let manager: LayoutManager

  /// Creates the layout of a string with the fonts of the system.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - width: The length of the lines in points.
  ///   - options: Fonts, scheme and colours.
  /// - Throws: `FontError` if the system has no fonts.
  public convenience init(
    _ string: IAString, width: Double, options: LayoutOptions = LayoutOptions()
  ) throws(FontError) {
    let fonts = try FontCollection.system()
    self.init(string, width: width, typesetter: Typesetter(fonts: fonts, options: options))
  }

  /// Creates the layout of a string with a typesetter, which several layouts of one thread can
  /// share.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - width: The length of the lines in points.
  ///   - typesetter: Its fonts and options.
  public init(_ string: IAString, width: Double, typesetter: Typesetter) {
    let container = TextContainer(width: width, lineFragmentPadding: 0)
    manager = LayoutManager(typesetter, containers: [container])
    manager.setString(string)
  }

  /// The lines in the order of the text; an empty text has one.
  ///
  /// - Complexity: O(*n*) in the units at the first call, then O(*m*) in the lines.
  public var lines: [LineFragment] { manager.lineFragments() }

  /// The right and lower end of the text, in points from the upper left corner of the container.
  public var size: Size {
    manager.ensureLayout()
    let used = manager.usedRect()
    return Size(width: used.maxX, height: used.maxY)
  }

  /// Returns the rectangle of the caret before a UTF-16 unit, or `nil` if the offset is not in
  /// `0...count` of the string.
  public func caretRect(at utf16Offset: Int) -> Rectangle? {
    guard (0...manager.string.utf16Count).contains(utf16Offset) else { return nil }
    return manager.caretRect(at: utf16Offset)
  }

  /// Returns the character under a point, or the nearest one; `nil` if there is no line.
  public func hit(_ point: Point) -> TextHit? { manager.hit(point) }

  /// Returns the rectangles that a selection of UTF-16 units covers, in the order of the lines.
  ///
  /// Units outside the string are ignored; the result is empty if the range starts before the
  /// string.
  public func selectionRects(for utf16Range: Range<Int>) -> [Rectangle] {
    manager.selectionRects(for: utf16Range)
  }
}
