internal import IABytes
internal import IACSS
internal import IAFiles
internal import IAFormats
internal import IAMarkup

/// A style sheet as tokens, with the name of its file.
struct SheetTokens {
  /// The tokens.
  var tokens: [CSSToken]
  /// The name of the file relative to the folder of the page; empty for a sheet in the page.
  var name = ""
}

/// Reads the style sheets of `link` elements and of rules `@import`, in files beside a page and in `data:` addresses.
struct StyleSheetFiles {
  /// The largest number of files for a page.
  private static let maxCount = 256
  /// The name of a sheet that its address holds.
  private static let nameOfData = "data:"

  private let source: any DocumentSource
  private let limits: Limits
  private var count = 0
  private var byteCount = 0

  /// Creates a reader that has not read any file.
  init(source: any DocumentSource, limits: Limits) {
    self.source = source
    self.limits = limits
  }

  /// Returns the style sheet at a relative address, or in a `data:` address; `nil` if there is none, or if its bytes
  /// and those of the sheets before it exceed the limits.
  ///
  /// - Parameters:
  ///   - address: The address in a page or in a sheet.
  ///   - file: The name of the file of that sheet; empty for the page.
  mutating func sheet(at address: String, in file: String = "") -> SheetTokens? {
    guard count < Self.maxCount, !address.isEmpty else { return nil }
    count += 1
    if let bytes = DataAddress.styleSheet(of: address, limit: limits.inputBytes - byteCount) {
      byteCount += bytes.count
      return SheetTokens(
        tokens: CSSTokenizer.tokens(PageEncoding.decode(sheet: bytes)), name: Self.nameOfData)
    }
    // An address relative to bytes names no file.
    guard file != Self.nameOfData else { return nil }
    guard let found = source.file(atBrowserAddress: address, in: file, limits: limits) else {
      return nil
    }
    byteCount += found.bytes.count
    guard byteCount <= limits.inputBytes else { return nil }
    return SheetTokens(
      tokens: CSSTokenizer.tokens(PageEncoding.decode(sheet: found.bytes)), name: found.name)
  }

  /// Returns the reason why there is no sheet at an address, or `nil` for an address that is not relative.
  func absence(of address: String, in file: String = "") -> String? {
    guard file != Self.nameOfData else { return nil }
    return source.absence(ofBrowserAddress: address, in: file)
  }

  /// Returns whether an element links a style sheet that browsers use without being asked.
  static func isLink(_ node: HTMLNode) -> Bool {
    guard node.tag == .link, let relation = node.tree.name("rel").flatMap({ node[$0] }) else {
      return false
    }
    let words = relation.lowercased().split(whereSeparator: \.isWhitespace)
    let isOff = node.tree.name("disabled").map(node.has) ?? false
    return words.contains("stylesheet") && !words.contains("alternate") && !isOff
  }
}

/// A rule `@import`: the address, the cascade layer and the conditions of the sheet that it asks for.
struct CSSImport {
  /// The address.
  let address: String
  /// The name of the layer, empty for a layer without a name; `nil` without a layer.
  let layer: ArraySlice<CSSToken>?
  /// Whether the conditions are true.
  let holds: Bool

  /// Creates a rule from the tokens between `@import` and the semicolon; `nil` if they begin with no address.
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

  /// Removes a function from the start, with the white space behind it, and returns the tokens in its brackets.
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
