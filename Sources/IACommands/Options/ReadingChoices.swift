internal import IABytes
internal import IAConvert
internal import IAFormats

/// The options for reading documents that a command line requests.
struct ReadingChoices: Hashable {
  var from: String?
  var fromProfile: String?
  var stickers: [String] = []
  var maxInput: Int?
  var maxDepth: Int?
  var maxEntries: Int?
  var ignoresHiddenData = false

  var limits: Limits {
    var limits = Limits.standard
    limits.inputBytes = maxInput ?? limits.inputBytes
    limits.depth = maxDepth ?? limits.depth
    limits.entries = maxEntries ?? limits.entries
    return limits
  }

  func readOptions() throws -> ReadOptions {
    var options = ReadOptions(
      limits: limits,
      stickerPacks: try stickers.flatMap { try StickerPacks.load(path: $0, limits: limits).packs },
      profile: fromProfile)
    options.ignoresHiddenData = ignoresHiddenData
    return options
  }

  /// Returns the format to read, or `nil` if none is named.
  func format() throws -> FormatID? {
    guard let from else { return nil }
    do throws(FormatError) {
      return try FormatRegistry.standard.readableID(FormatID(from))
    } catch {
      throw Failure(error, path: nil)
    }
  }

  /// Returns the place of the named input, or the standard input if none is named; fails if that is a terminal.
  static func place(of argument: String?) throws -> Place {
    if let argument { return Place(argument: argument, allowsPipes: true) }
    guard !ProcessControl.isTerminal(0) else {
      throw Failure(.usage, code: "usage", "no input; iaconv --help tells more")
    }
    return .stream
  }
}
