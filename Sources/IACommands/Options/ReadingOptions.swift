internal import ArgumentParser
internal import IAConvert

/// The options of every command that reads a document.
struct ReadingOptions: ParsableArguments {
  @Option(
    name: [.customShort("f", allowingJoined: true), .long],
    help: ArgumentHelp("The format to read.", valueName: "format"),
    completion: .list(FormatNames.read))
  var from: String?

  @Option(help: ArgumentHelp("The profile to read.", valueName: "profile"))
  var fromProfile: String?

  @Option(
    help: ArgumentHelp(
      "Read [name] in plain text as a sticker of this pack: JSON, a property list, or a folder "
        + "with one; repeatable, the first pack that has a name is used.",
      valueName: "pack"),
    completion: .file())
  var stickers: [String] = []

  @Option(
    help: ArgumentHelp("Reject inputs of more bytes (default: 256M).", valueName: "size"),
    transform: Self.byteCount)
  var maxInput: Int?

  @Option(
    help: ArgumentHelp("Reject inputs with deeper nesting (default: 256).", valueName: "n"),
    transform: Self.count)
  var maxDepth: Int?

  @Option(
    help: ArgumentHelp("Reject inputs with more entries (default: 64000000).", valueName: "n"),
    transform: Self.count)
  var maxEntries: Int?

  @Option(
    help: ArgumentHelp(
      "End with an error when more memory is in use (default: no limit).",
      valueName: "size"),
    transform: Self.byteCount)
  var maxMemory: Int?

  @Flag(
    name: .customLong("ignore-hidden-data"),
    help: "Ignore the hidden data of the input: read only what other programs show.")
  var ignoresHiddenData = false

  var choices: ReadingChoices {
    ReadingChoices(
      from: from, fromProfile: fromProfile, stickers: stickers, maxInput: maxInput,
      maxDepth: maxDepth, maxEntries: maxEntries, ignoresHiddenData: ignoresHiddenData)
  }

  static func byteCount(_ text: String) throws -> Int {
    guard let count = OptionValues.byteCount(text) else {
      throw ValidationError("'\(text)' is not a size such as 4096, 64k or 256M")
    }
    return count
  }

  private static func count(_ text: String) throws -> Int {
    guard let count = Int(text), count >= 0 else {
      throw ValidationError("'\(text)' is not a whole number")
    }
    return count
  }
}

/// The option of commands that convert or draw pages of a site.
struct RootOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let documents use the style sheets and pictures of this folder, which contains them "
        + "(default: the folder of each document).",
      valueName: "folder"),
    completion: .directory)
  var root: String?
}

/// The option of commands that read a document from a drawing.
struct EmbeddedOptions: ParsableArguments {
  @Flag(
    help: "Read the document that a PDF, PNG or SVG of iaconv carries; it is not verified.")
  var embedded = false
}

/// A command that reads documents, with an optional limit on its memory.
protocol ReadingCommand: ParsableCommand {
  /// The options for reading.
  var reading: ReadingOptions { get }
  /// Whether the limit on memory applies to this process, and not to the processes that it starts.
  var readsInProcess: Bool { get }
}

extension ReadingCommand {
  var readsInProcess: Bool { true }
}
