internal import IABytes
internal import IACSS
internal import IAFiles
internal import IAFormats
internal import IAMarkup

/// A tokenized style sheet with its file name.
struct SheetTokens {
  var tokens: [CSSToken]
  /// The file name relative to the folder of the page; empty for a sheet in the page, `data:` for a
  /// sheet in a `data:` address.
  var name = ""
}

/// Loads the style sheets of `link` elements and `@import` rules from files beside the page and
/// from `data:` addresses.
struct StyleSheetFiles {
  /// The maximum number of sheets for a page.
  private static let maxCount = 256
  /// The name of a sheet from a `data:` address.
  private static let nameOfData = "data:"

  private let source: any DocumentSource
  private let limits: Limits
  private var count = 0
  private var byteCount = 0

  /// Creates a loader that has not loaded any sheet.
  init(source: any DocumentSource, limits: Limits) {
    self.source = source
    self.limits = limits
  }

  /// Returns the style sheet at an address, or `nil` if it is missing, or if all sheets together
  /// exceed `maxCount` or `limits.inputBytes`.
  ///
  /// - Parameters:
  ///   - address: A relative address or a `data:` address.
  ///   - file: The name of the sheet that contains the address; empty for the page.
  mutating func sheet(at address: String, in file: String = "") -> SheetTokens? {
    guard count < Self.maxCount, !address.isEmpty else { return nil }
    count += 1
    if let bytes = DataAddress.styleSheet(of: address, limit: limits.inputBytes - byteCount) {
      byteCount += bytes.count
      return SheetTokens(
        tokens: CSSTokenizer.tokens(PageEncoding.decode(sheet: bytes)), name: Self.nameOfData)
    }
    // A `data:` address cannot be a base for relative addresses.
    guard file != Self.nameOfData else { return nil }
    guard let found = source.file(atBrowserAddress: address, in: file, limits: limits) else {
      return nil
    }
    byteCount += found.bytes.count
    guard byteCount <= limits.inputBytes else { return nil }
    return SheetTokens(
      tokens: CSSTokenizer.tokens(PageEncoding.decode(sheet: found.bytes)), name: found.name)
  }

  /// Returns the reason why a sheet could not be loaded, or `nil` if the address is not relative.
  func absence(of address: String, in file: String = "") -> String? {
    guard file != Self.nameOfData else { return nil }
    return source.absence(ofBrowserAddress: address, in: file)
  }

  /// Returns whether an element links a style sheet that browsers apply by default: not alternate,
  /// not disabled.
  static func isLink(_ node: HTMLNode) -> Bool {
    guard node.tag == .link, let relation = node.tree.name("rel").flatMap({ node[$0] }) else {
      return false
    }
    let words = relation.lowercased().split(whereSeparator: \.isWhitespace)
    let isOff = node.tree.name("disabled").map(node.has) ?? false
    return words.contains("stylesheet") && !words.contains("alternate") && !isOff
  }
}

/// An `@import` rule: address, cascade layer and conditions of a style sheet.
struct CSSImport {
  let address: String
  /// The tokens of the layer name, empty for an anonymous layer; `nil` if the rule has no layer.
  let layer: ArraySlice<CSSToken>?
  /// Whether the `supports()` condition and the media queries are true.
  let holds: Bool

  /// Creates a rule from the tokens between `@import` and the semicolon; `nil` if they do not start
  /// with an address.
  init?(_ text: ArraySlice<CSSToken>, _ media: CSSMedia) {
    var rest = text.drop { $0 == .whitespace }
    switch rest.popFirst() {
    case .url(let address), .string(let address): self.address = address
    default: return nil
    }
    rest = rest.drop { $0 == .whitespace }
    switch rest.first {
    case .identifier(let word) where word.lowercased() == "layer":
      layer = []
      rest = rest.dropFirst().drop { $0 == .whitespace }
    case .function("layer"): layer = Self.takeArguments(&rest)
    default: layer = nil
    }
    var isSupported = true
    if rest.first == .function("supports") {
      let condition = Self.takeArguments(&rest)
      isSupported = CSSMedia.supports([.openParenthesis] + condition + [.closeParenthesis])
    }
    holds = isSupported && media.holds(rest)
  }

  /// Removes a function and the white space after it from the start and returns its arguments.
  private static func takeArguments(_ rest: inout ArraySlice<CSSToken>) -> ArraySlice<CSSToken> {
    rest.removeFirst()
    var depth = 1
    let end =
      rest.firstIndex { token in
        switch token {
        case .function, .openParenthesis: depth += 1
        case .closeParenthesis: depth -= 1
        default: break
        }
        return depth == 0
      } ?? rest.endIndex
    let arguments = rest[..<end]
    rest = rest[end...].dropFirst().drop { $0 == .whitespace }
    return arguments
  }
}
