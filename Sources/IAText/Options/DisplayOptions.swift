public import IASyntax

/// The display options of a string: how intensities are shown, and the font of text that states none.
///
/// An option that is `nil` is not set.
///
/// Options cascade through four levels: engine, session, document and call. An option that a later level sets replaces
/// that of the previous one. An option that is `nil` has the value of the previous level, even if that value changes.
public struct DisplayOptions: Hashable, Sendable {
  /// The name of the render scheme.
  @Spelled public var renderScheme: String?
  /// The hash of the blob with the definition of the render scheme as JSON (Specs/intensity.md);
  /// `nil` for a scheme that is known by its name.
  public var schemeDefinition: SHA256Digest? {
    get { definitions.first }
    set { definitions = newValue.map { [$0] } ?? [] }
  }
  /// The hash in an array, which takes less space: every string has options, and few define a scheme.
  private var definitions: [SHA256Digest] = []
  /// The segment over which intensities are averaged.
  public var smoothing: Smoothing?
  /// Whether an animated scheme is animated.
  public var animates: Bool?
  /// The parameters of the animation.
  public var animation: AnimationParameters?
  /// The font family of text that states none.
  @Spelled public var fontFamily: String?
  /// The font size of text that states none, in points, greater than 0; headings are scaled by level.
  public var fontSize: Double?
  /// The spacing after paragraphs that set none, in points, at least 0: see
  /// `ParagraphAttributes.takesDocumentSpacing`.
  public var paragraphSpacing: Double?
  /// The page for which the document was made; `nil` if the document states none.
  ///
  /// Setting a page without statements sets `nil`.
  public var page: PageLayout? {
    get { pages.first }
    set { pages = newValue.flatMap { $0.isEmpty ? nil : [$0] } ?? [] }
  }
  /// The page in an array, which takes less space: every string has options, and few have a page.
  private var pages: [PageLayout] = []

  /// Creates options from the parts that are set.
  public init(
    renderScheme: String? = nil, smoothing: Smoothing? = nil, animates: Bool? = nil,
    animation: AnimationParameters? = nil, fontFamily: String? = nil, fontSize: Double? = nil,
    paragraphSpacing: Double? = nil,
    page: PageLayout? = nil, schemeDefinition: SHA256Digest? = nil
  ) {
    self.renderScheme = renderScheme
    self.smoothing = smoothing
    self.animates = animates
    self.animation = animation
    self.fontFamily = fontFamily
    self.fontSize = fontSize
    self.paragraphSpacing = paragraphSpacing
    self.page = page
    self.schemeDefinition = schemeDefinition
  }

  /// Returns a copy of these options in which the options that the other value sets replace those of
  /// this value; a scheme is replaced together with its definition.
  public func overridden(by other: DisplayOptions) -> DisplayOptions {
    DisplayOptions(
      renderScheme: other.renderScheme ?? renderScheme,
      smoothing: other.smoothing ?? smoothing,
      animates: other.animates ?? animates,
      animation: other.animation ?? animation,
      fontFamily: other.fontFamily ?? fontFamily,
      fontSize: other.fontSize ?? fontSize,
      paragraphSpacing: other.paragraphSpacing ?? paragraphSpacing,
      page: other.page ?? page,
      schemeDefinition: other.renderScheme == nil ? schemeDefinition : other.schemeDefinition)
  }

  /// The options that concern the display of intensities, without the default style and the page.
  public var withoutBaseLooks: DisplayOptions {
    DisplayOptions(
      renderScheme: renderScheme, smoothing: smoothing, animates: animates, animation: animation,
      schemeDefinition: schemeDefinition)
  }

  /// The options of the source system, which apply if nothing else is set.
  public static let engineDefaults = DisplayOptions(
    renderScheme: "WeightScheme", smoothing: .character, animates: true,
    animation: .standard)

  /// The intensity of text for which none is given.
  public static let defaultIntensity: UInt8 = 40
  /// The font size of text for which none is given, in points.
  public static let defaultFontSize = 20.0
}

/// The parameters of the fading between layers of an animated scheme.
public struct AnimationParameters: Hashable, Sendable {
  /// The duration of one direction in seconds; the period is twice as long.
  public var duration: Double
  /// The opacity of the top layer at the start, from 0 to 1.
  public var topLayerFrom: Double
  /// The opacity of the top layer at the end, from 0 to 1.
  public var topLayerTo: Double
  /// The opacity of the bottom layer at the start, from 0 to 1.
  public var bottomLayerFrom: Double
  /// The opacity of the bottom layer at the end, from 0 to 1.
  public var bottomLayerTo: Double

  /// Creates parameters.
  public init(
    duration: Double, topLayerFrom: Double, topLayerTo: Double, bottomLayerFrom: Double,
    bottomLayerTo: Double
  ) {
    self.duration = duration
    self.topLayerFrom = topLayerFrom
    self.topLayerTo = topLayerTo
    self.bottomLayerFrom = bottomLayerFrom
    self.bottomLayerTo = bottomLayerTo
  }

  /// A duration of one second, with both layers from 0 to 1.
  public static let standard = AnimationParameters(
    duration: 1, topLayerFrom: 0, topLayerTo: 1, bottomLayerFrom: 0, bottomLayerTo: 1)
}
