/// Counts of the work of one frame of a view.
public struct FrameReport: Hashable, Sendable {
  /// The pixels that became visible or changed since the frame before, and those that it did not draw.
  public var exposedPixels = 0
  /// The pixels of the bands that were drawn, once for each layer.
  public var writtenPixels = 0
  /// The pixels of bands that were only cleared, because the budget was exhausted.
  public var clearedPixels = 0
  /// The rows laid out, including those for estimates.
  public var sizedRows = 0
  /// The rows laid out only to estimate heights.
  public var sampledRows = 0
  /// The rows that are visible.
  public var visibleRows = 0
  /// The texts that HarfBuzz shaped.
  public var shapedTexts = 0
  /// The glyphs that HarfBuzz returned for these texts.
  public var shapedGlyphs = 0
  /// The texts measured as a sum of letter pairs.
  public var measuredTexts = 0
  /// The glyph masks rasterised.
  public var rasterisedGlyphs = 0
  /// The pictures decoded.
  public var decodedPictures = 0
  /// Whether all visible pixels show the content; if `false`, the next frame continues the work.
  public var isComplete = true
  /// The number of pixels by which the rows were moved, in addition to the requested movement, to stop at an end
  /// of the content; positive values are downwards.
  public var clampedBy = 0
  /// The height of the content in pixels, partly estimated; while the content only scrolls, it changes
  /// by at most 1 % in a frame.
  public var totalHeight = 0.0
  /// The scroll bar.
  public var scrollBar = ScrollBar()

  /// Whether further frames have no work until the content or the view changes.
  public var isSettled: Bool { isComplete && sizedRows == 0 }

  /// Creates a report of no work.
  public init() {}
}
