internal import ArgumentParser
internal import IAConvert
internal import IAFormats

/// `iaconv dictionary`: trains dictionaries, which sender and receiver share to shorten messages.
struct DictionaryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dictionary",
    abstract: "Trains dictionaries that reduce the size of messages.",
    discussion: """
      A dictionary is used by programs that transfer or store messages as compact frames of the format \
      ia; writer and reader need the same dictionary.

      Example:
        iaconv dictionary train messages -o chat.iavocabulary
      """,
    subcommands: [Train.self])

  /// `iaconv dictionary train`.
  struct Train: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "train",
      abstract: "Trains a dictionary from documents.",
      discussion: """
        Inputs are documents, folders of them, and archives. Ten thousand messages of all \
        expected kinds and languages are recommended. Every tenth document is not trained with, \
        and measures what the dictionary saves. Equal documents in the same order give equal \
        dictionaries. With -o -, the dictionary is written to the standard output, and the result to \
        the standard error.

        Examples:
          iaconv dictionary train messages -o chat.iavocabulary
          iaconv dictionary train old.iaa new.zip --size 64k --json -o chat.iavocabulary
        """)

    @Argument(
      help: ArgumentHelp("The documents, folders and archives to train with.", valueName: "in"),
      completion: .file())
    var inputs: [String]

    @Option(
      name: [.customShort("o", allowingJoined: true), .long],
      help: ArgumentHelp("The dictionary to write.", valueName: "out"), completion: .file())
    var output: String

    @Option(
      help: ArgumentHelp(
        "The maximum size of the dictionary, 1k to 1M (default: 110k).", valueName: "size"),
      transform: Self.byteCount)
    var size: Int?

    @Flag(help: "Replace the output if it exists.")
    var overwrite = false

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    @Flag(
      name: [.customShort("q"), .long], help: "Print neither the result nor omitted documents.")
    var quiet = false

    @OptionGroup var archives: ArchiveReadingOptions

    var reading: ReadingOptions { archives.reading }

    func validate() throws { try FileOutput.requireApart(output, fromJSON: json) }

    func run() throws {
      var training = DictionaryTraining(
        archives.collection(of: inputs), conversion: try archives.conversion(to: "json"))
      if let size { training.byteCount = size }
      let outcome = try follow(training)
      if output == "-" {
        if !quiet { StandardError.write(outcome.text) }
      } else if !quiet || json {
        try StandardOutput.print(json ? outcome.json : outcome.text)
      }
      guard !outcome.isDamaged else { throw Ending(status: .damage) }
      guard outcome.failedCount == 0 else { throw Ending(status: .someFailed) }
    }

    /// Runs the training, and reports progress on a terminal and omitted documents.
    private func follow(_ training: DictionaryTraining) throws -> DictionaryOutcome {
      let progress = ProgressLine(isQuiet: quiet)
      defer { progress.finish() }
      var count = 0
      return try training.run(to: output, replaces: overwrite) { event in
        switch event {
        case .read(let label):
          count += 1
          progress.name = "\(count): \(label)"
          progress.update(.reading)
        case .omitted(let omission):
          guard !quiet else { return }
          progress.finish()
          ArchiveReadingOptions.tell(omission)
        case .failed(let failure):
          guard !quiet else { return }
          progress.finish()
          StandardError.write("iaconv: \(failure.line)\n")
        case .learning:
          progress.name = "learning from \(count) documents"
          progress.update(.reading)
        }
      }
    }

    private static func byteCount(_ text: String) throws -> Int {
      let count = try ReadingOptions.byteCount(text)
      guard DictionaryTraining.byteCounts.contains(count) else {
        throw ValidationError("'\(text)' is not between 1k and 1M")
      }
      return count
    }
  }
}
