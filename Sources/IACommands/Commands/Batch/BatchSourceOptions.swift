internal import ArgumentParser
internal import IAConvert

/// The options that choose the documents of a batch.
struct BatchSourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Convert the files that this file lists, one on each line or each ended by a NUL; - is the standard input.",
      valueName: "file"),
    completion: .file())
  var filesFrom: [String] = []

  @Option(
    help: ArgumentHelp(
      "Convert only files that match this pattern, such as *.rtf or drafts/**; repeatable.",
      valueName: "glob"))
  var include: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out files and folders that match this pattern; repeatable.", valueName: "glob"))
  var exclude: [String] = []

  @Flag(help: "Also open archives in folders and lists; their members are documents.")
  var archives = false

  @Flag(help: "Also keep the folders of files that are given individually or in a list.")
  var mirror = false

  @Flag(help: "Write all outputs into the target itself, without the folders of the inputs.")
  var flat = false

  @Option(
    help: ArgumentHelp(
      "Convert only this share of the documents, chosen by their paths.", valueName: "percent"),
    transform: Self.share)
  var sample: Double?

  @Option(
    help: ArgumentHelp(
      "Convert the documents in a random order that this number determines.", valueName: "seed"))
  var shuffle: UInt64?

  func validate() throws {
    if mirror, flat { throw ValidationError("--mirror and --flat exclude each other") }
  }

  /// Returns the sources with the paths of a command line.
  func sources(_ paths: [String], _ reading: ReadingChoices) -> BatchSources {
    var sources = BatchSources(paths)
    sources.lists = filesFrom
    sources.includes = include.map { GlobPattern($0) }
    sources.excludes = exclude.map { GlobPattern($0) }
    sources.opensArchives = archives
    sources.layout = flat ? .flat : mirror ? .mirrored : .standard
    sources.sample = sample
    sources.shuffleSeed = shuffle
    sources.limits = reading.limits
    return sources
  }

  private static func share(_ text: String) throws -> Double {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard let percent = Double(digits), percent > 0, percent <= 100 else {
      throw ValidationError("'\(text)' is not a share such as 1% or 0.5%")
    }
    return percent / 100
  }
}
