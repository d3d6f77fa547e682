internal import IAConvert
internal import IAFormats

/// A conversion as the command line asks for it: what both ways of reading arguments end in.
struct ConversionRequest: Hashable {
  var inputs: [String] = []
  var output = "-"
  var to: String?
  var profile: String?
  var reading = ReadingChoices()
  var looks = LookChoices()
  var leavesOutHiddenData = false
  var media: String?
  var isStrict = false
  var report: String?
  var isQuiet = false

  /// What is wrong with the arguments taken together; nil where nothing is.
  var contradiction: String? {
    if report == "-", output == "-" {
      return "--report - needs -o: both cannot go to the standard output"
    }
    if inputs.count > 1 { return "one document at a time" }
    if media != nil, output == "-" { return "--media needs -o" }
    return nil
  }

  func run() throws {
    let input = try ReadingChoices.place(of: inputs.first)
    let conversion = try makeConversion()
    let progress = ProgressLine(for: input.label, isQuiet: isQuiet)
    let outcome: ConversionOutcome
    do throws(Failure) {
      defer { progress.finish() }
      outcome = try conversion.run(
        from: input, to: Place(argument: output), mediaFolder: media, onProgress: progress.update)
    } catch {
      if !error.isClosedPipe { try write(ReportLine(path: input.label, failure: error)) }
      throw error
    }
    try write(ReportLine(path: input.label, outcome: outcome))
    if !isQuiet { StandardError.write(LossSummary(of: outcome.report).lines(for: input.label)) }
  }

  private func write(_ line: ReportLine) throws {
    guard let report else { return }
    try ReportFile.write([line], to: Place(argument: report))
  }

  private func makeConversion() throws -> Conversion {
    var conversion = Conversion(to: FormatID(to ?? (isForTerminal ? "ansi" : "json")))
    if to == nil, output != "-" {
      do throws(FormatError) {
        conversion.outputFormat = try FormatRegistry.standard.writableID(fileName: output)
      } catch {
        throw Failure(error, path: nil)
      }
    }
    conversion.inputFormat = try reading.format()
    conversion.isStrict = isStrict
    conversion.hashes = report != nil
    conversion.readOptions = try reading.readOptions()
    conversion.writeOptions = try looks.writeOptions(isForTerminal: isForTerminal)
    conversion.writeOptions.profile = profile
    conversion.writeOptions.keepsHiddenData = !leavesOutHiddenData
    conversion.writeOptions.stickerPacks = conversion.readOptions.stickerPacks
    return conversion
  }

  private var isForTerminal: Bool { output == "-" && StandardOutput.isTerminal }
}
