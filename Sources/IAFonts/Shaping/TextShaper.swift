internal import CHarfBuzz
internal import IAUnicode

/// Shapes text with HarfBuzz and caches the results.
///
/// A shaper owns its fonts and its cache. It has one owner and may be moved between threads; threads that shape in
/// parallel have one shaper each and share one `FontCollection`.
///
/// The following are cached: shaped texts of up to 64 UTF-16 units by their units, font, script, direction and
/// language, with a limit in bytes; widths of letter pairs (`PairTable`); fonts by request; and faces for characters
/// that a font does not have. Entries never become invalid, because they depend only on their keys; sizes and colours
/// are not part of the key.
///
/// `@unchecked Sendable`: HarfBuzz's objects are not bound to a thread and have this one owner.
///
/// `@safe`: the buffer is private and freed once, in `deinit`; languages are interned by HarfBuzz and
/// never freed; no public method takes or returns a pointer.
@safe public struct TextShaper: ~Copyable, @unchecked Sendable {
  /// The collection from which fonts are chosen.
  public let collection: FontCollection

  var fonts: [ShaperFont] = []
  var fontIDs: [FontInstance: FontID] = [:]
  var requests: [FontRequest: FontID] = [:]
  var languages: [OpaquePointer?] = unsafe [nil]
  var languageIDs: [String: UInt16] = ["": 0]
  /// The languages by their numbers.
  var languageNames = [""]
  var fallbacks: [FallbackKey: FontID] = [:]
  var cache: ShapeCache
  private let buffer: OpaquePointer?

  /// Whether the widths of texts are summed from letter pairs if possible.
  let usesPairs: Bool
  /// The pair tables, and their indices by style; a negative index marks a style without a table.
  var pairTables: [PairTable] = []
  var pairTableNumbers: [UInt64: Int] = [:]
  var lastPairStyle = UInt64.max
  var lastPairTable = -1
  /// The number of texts whose width was summed from letter pairs.
  var measuredTexts = 0

  struct FallbackKey: Hashable {
    var scalar: UInt32
    var wantsColor: Bool
    var font: FontID
    var language: UInt16
    var followsConfiguration: Bool
  }

  /// The maximum number of cached results for missing characters.
  private static let mostFallbacks = 65_536
  /// The maximum number of pair tables; each takes at most 160 KB.
  static let mostPairTables = 256

  /// Creates a shaper.
  ///
  /// - Parameters:
  ///   - collection: The fonts.
  ///   - cacheBytes: The maximum size of the cache of shaped words, in bytes.
  public init(_ collection: FontCollection, cacheBytes: Int = 32 << 20) {
    self.init(collection, cacheBytes: cacheBytes, usesPairs: true)
  }

  /// Creates a shaper that can bypass the pair tables and shape every text with HarfBuzz, for
  /// tests.
  package init(_ collection: FontCollection, cacheBytes: Int = 32 << 20, usesPairs: Bool) {
    self.collection = collection
    self.usesPairs = usesPairs
    cache = ShapeCache(maximumBytes: max(cacheBytes, 1 << 16))
    unsafe buffer = hb_buffer_create()
    unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
  }

  deinit { unsafe hb_buffer_destroy(buffer) }

  // MARK: Fonts

  /// Returns the font for a request, or the nearest one.
  ///
  /// At most 65,535 different instances exist; further requests return the first one.
  public mutating func font(for request: FontRequest) -> FontID {
    if let known = requests[request] { return known }
    let id = font(of: collection.match(request))
    requests[request] = id
    return id
  }

  /// Returns the number of an instance of one of the collection's faces.
  package mutating func font(of instance: FontInstance) -> FontID {
    if let known = fontIDs[instance] { return known }
    guard let number = UInt16(exactly: fonts.count), number < .max else {
      return FontID(rawValue: 0)
    }
    let id = FontID(rawValue: number)
    fonts.append(ShaperFont(instance, of: collection.faces[instance.face]))
    fontIDs[instance] = id
    return id
  }

  /// Returns the instance of a font: its face and the synthetic styles.
  public func instance(of font: FontID) -> FontInstance { fonts[Int(font.rawValue)].instance }

  /// Returns the instance of a font with thicker or thinner strokes; pictures in colour do not
  /// change.
  ///
  /// - Parameter strokeChange: The difference in thousandths of an em.
  public func instance(of font: FontID, strokeChange: Int) -> FontInstance {
    let instance = fonts[Int(font.rawValue)].instance
    guard strokeChange != 0, !collection.faces[instance.face].isColor else { return instance }
    return instance.changingStrokes(by: strokeChange)
  }

  /// Returns the measures of a font, as fractions of its size.
  public func metrics(of font: FontID) -> FontMetrics { fonts[Int(font.rawValue)].metrics }

  /// Returns the number of font units per em.
  public func unitsPerEm(of font: FontID) -> Int32 { fonts[Int(font.rawValue)].unitsPerEm }

  /// Returns the advance of U+0020 in the font's units.
  public func spaceAdvance(of font: FontID) -> Int32 { fonts[Int(font.rawValue)].spaceAdvance }

  /// Returns whether words between spaces may be shaped separately.
  public func separatesWords(of font: FontID) -> Bool { !fonts[Int(font.rawValue)].joinsSpaces }

  /// Returns whether a font has a glyph for a character.
  public func hasGlyph(_ scalar: UInt32, in font: FontID) -> Bool {
    fonts[Int(font.rawValue)].hasGlyph(scalar)
  }

  /// Returns the font for a character that the requested font does not have, or has only in black if a picture is
  /// preferred.
  ///
  /// If no other font has the character, the result is the requested font.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - font: The font that the text requests.
  ///   - wantsColor: Whether a colour picture (an emoji) is preferred.
  ///   - language: The language of the text, by `language(_:)`; 0 for none.
  public mutating func fallback(
    for scalar: UInt32, instead font: FontID, request: FontRequest, wantsColor: Bool,
    language: UInt16 = 0
  ) -> FontID {
    let key = FallbackKey(
      scalar: scalar, wantsColor: wantsColor, font: font, language: language,
      followsConfiguration: request.followsConfiguration)
    if let known = fallbacks[key] { return known }
    if fallbacks.count >= Self.mostFallbacks { fallbacks.removeAll() }
    let found = findFallback(key, request)
    fallbacks[key] = found
    return found
  }

  private mutating func findFallback(_ key: FallbackKey, _ request: FontRequest) -> FontID {
    let (scalar, font) = (key.scalar, key.font)
    let own = collection.faces[instance(of: font).face]
    let language = languageNames[Int(key.language)]
    guard
      let face = collection.fallbackFace(
        for: scalar, wantsColor: key.wantsColor, like: own, language: language,
        followsConfiguration: key.followsConfiguration)
    else { return font }
    // Prefers the family's own face of that weight and slant if it also has the character.
    if let family = collection.faces[face].families.first, !collection.faces[face].isColor {
      var wanted = request
      wanted.families = [family]
      let styled = collection.match(wanted)
      if collection.has(scalar, in: styled.face) { return self.font(of: styled) }
    }
    return self.font(of: collection.instance(face, for: request))
  }

  /// The maximum number of languages; HarfBuzz searches its list of plans for each word, so that the list must be
  /// short.
  private static let mostLanguages: UInt16 = 1024

  /// Returns the number of a language (BCP 47); 0 for an empty name and beyond 1,024 languages.
  public mutating func language(_ name: String) -> UInt16 {
    if let known = languageIDs[name] { return known }
    let number = unsafe UInt16(languages.count)
    guard number <= Self.mostLanguages else { return 0 }
    unsafe languages.append(hb_language_from_string(name, -1))
    languageNames.append(name)
    languageIDs[name] = number
    return number
  }

  // MARK: Shaping

  /// Shapes a text whose characters share a font, a script and a direction.
  ///
  /// - Parameters:
  ///   - text: The units; lone surrogates are shown as U+FFFD.
  ///   - style: The parameters that determine glyphs besides the units.
  /// - Returns: The width; its glyphs can be fetched until the next call of this method.
  /// - Complexity: O(*n*) for a cached text; otherwise HarfBuzz's work.
  public mutating func shape(_ text: Span<UInt16>, _ style: ShapingStyle) -> ShapedText {
    unsafe text.withUnsafeBufferPointer { units in
      if let width = unsafe measure(units, style) {
        cache.beginText()
        unsafe pairTables[lastPairTable].forEachGlyph(of: units) { cache.append($0) }
        return cache.endText(width)
      }
      let packed = style.packed
      let hash = unsafe ShapeCache.hash(units, packed)
      if units.count <= ShapeCache.longestText,
        let found = unsafe cache.find(units, style: packed, hash: hash)
      {
        return found
      }
      cache.beginText()
      let lacksGlyphs = unsafe shapeAnew(units, style)
      return unsafe cache.endText(units, style: packed, hash: hash, lacksGlyphs: lacksGlyphs)
    }
  }

  /// Calls `body` with each glyph of the text that was shaped last.
  public func forEachGlyph(of shaped: ShapedText, _ body: (Glyph) throws -> Void) rethrows {
    for index in shaped.glyphs { try body(cache.glyphs[index]) }
  }

  /// Counts for benchmarks and tests: texts summed from pairs, texts found in the cache, texts shaped, and the number
  /// of times that the cache was emptied.
  public var statistics: (measured: Int, hits: Int, misses: Int, flushes: Int) {
    (measuredTexts, cache.hits, cache.misses, cache.flushes)
  }

  /// The number of glyphs that HarfBuzz returned.
  public private(set) var shapedGlyphs = 0

  /// The current size of the cache in bytes.
  public var cacheBytes: Int { cache.bytes }

  /// The maximum number of units that are passed to HarfBuzz at once, because its time can grow with the square of the
  /// length of a text that consists of marks.
  private static let longestPiece = 2048

  /// Shapes a text in pieces, in drawing order, and appends the glyphs; returns whether the font does not have one of
  /// the characters.
  mutating func shapeAnew(
    _ units: UnsafeBufferPointer<UInt16>, _ style: ShapingStyle
  ) -> Bool {
    guard Int32(exactly: units.count) != nil, Int(style.font.rawValue) < fonts.count else {
      return true
    }
    var lacksGlyphs = false
    for piece in unsafe Self.pieces(of: units, reversed: style.isRightToLeft)
    where unsafe shapePiece(piece, of: units, style) {
      lacksGlyphs = true
    }
    return lacksGlyphs
  }

  /// Divides a text into pieces without splitting a surrogate pair.
  private static func pieces(
    of units: UnsafeBufferPointer<UInt16>, reversed: Bool
  ) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    while start < units.count {
      var end = min(start + longestPiece, units.count)
      if end < units.count, unsafe UTF16.isTrailSurrogate(units[end]) { end -= 1 }
      pieces.append(start..<end)
      start = end
    }
    return reversed ? pieces.reversed() : pieces
  }

  private mutating func shapePiece(
    _ piece: Range<Int>, of units: UnsafeBufferPointer<UInt16>, _ style: ShapingStyle
  ) -> Bool {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_set_direction(
      buffer, style.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, hb_script_t(rawValue: style.script.tag))
    unsafe hb_buffer_set_language(buffer, languages[Int(style.language)])
    let font = unsafe fonts[Int(style.font.rawValue)].handle
    guard style.joins.isEmpty else {
      unsafe addJoined(piece, of: units, style.joins)
      unsafe hb_shape(font, buffer, nil, 0)
      return unsafe appendGlyphs(for: units, shift: 1)
    }
    // HarfBuzz gets the text around the piece as context, and returns clusters relative to the start of the text.
    unsafe hb_buffer_add_utf16(
      buffer, units.baseAddress, Int32(units.count), UInt32(piece.lowerBound), Int32(piece.count))
    unsafe hb_shape(font, buffer, nil, 0)
    return unsafe appendGlyphs(for: units, shift: 0)
  }

  /// Adds a piece with U+200D as context on the sides on which the text joins other text.
  private mutating func addJoined(
    _ piece: Range<Int>, of units: UnsafeBufferPointer<UInt16>, _ joins: ShapingStyle.Joins
  ) {
    var text: [UInt16] = [joins.contains(.before) ? Self.joiner : 0x20]
    unsafe text.append(contentsOf: units)
    text.append(joins.contains(.after) ? Self.joiner : 0x20)
    unsafe text.withUnsafeBufferPointer { text in
      unsafe hb_buffer_add_utf16(
        buffer, text.baseAddress, Int32(text.count), UInt32(piece.lowerBound + 1),
        Int32(piece.count))
    }
  }

  /// U+200D, zero width joiner.
  private static let joiner: UInt16 = 0x200D

  /// Copies the buffer's glyphs to the cache; returns `true` if a visible character has no glyph.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - shift: The number of units before the text in the buffer's context.
  private mutating func appendGlyphs(
    for units: UnsafeBufferPointer<UInt16>, shift: UInt32
  ) -> Bool {
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
      let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    else { return false }
    var lacksGlyphs = false
    shapedGlyphs &+= Int(count)
    for index in 0..<Int(count) {
      let info = unsafe infos[index]
      let position = unsafe positions[index]
      let offset = info.cluster - shift
      if info.codepoint == 0, unsafe isVisible(units, at: Int(offset)) { lacksGlyphs = true }
      unsafe cache.append(
        Glyph(
          id: UInt16(clamping: info.codepoint),
          isUnsafeToBreak: hb_glyph_info_get_glyph_flags(&infos[index]).rawValue & 1 != 0,
          utf16Offset: offset, advance: position.x_advance,
          xOffset: Int16(clamping: position.x_offset),
          yOffset: Int16(clamping: position.y_offset)))
    }
    return lacksGlyphs
  }

  /// Returns whether the character at a unit is visible: neither a control character nor default ignorable.
  private func isVisible(_ units: UnsafeBufferPointer<UInt16>, at offset: Int) -> Bool {
    guard offset < units.count else { return false }
    let unit = unsafe UInt32(units[offset])
    if unit < 0x20 || unit == 0x2028 || unit == 0x7F { return false }
    return !CharacterProperties.isDefaultIgnorable(unit)
  }
}
