internal import ArgumentParser
internal import IABytes
internal import IAConvert
internal import IAFiles

/// `iaconv archive cat`: one document of an archive.
struct ArchiveCatCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "cat",
    abstract: "Writes documents of an archive to the standard output.",
    discussion: """
      The documents are written without conversion, or with -t in another format, one after \
      another. A path that no document has is a pattern (iaconv archive list --help describes \
      patterns). NAME@2 is version 2 of the document NAME (iaconv archive versions lists them) if no \
      document has the name NAME@2 itself; NAME@2@1 is version 1 of a document with that name. \
      --original writes the original files of the documents, if the archive contains them.

      Examples:
        iaconv archive cat letters.zip 2026/may.json -t text
        iaconv archive cat letters.iaa 'chat/*' -t text
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(help: ArgumentHelp("The paths of the documents in it, or patterns.", valueName: "path"))
  var paths: [String]

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp("The format to write the document in.", valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @Flag(help: "Write the original files of the documents of an .iaa archive.")
  var original = false

  @OptionGroup var moment: ArchiveMomentOption

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  func validate() throws {
    if original, to != nil { throw ValidationError("--original does not convert files, unlike -t") }
    if original, !archive.lowercased().hasSuffix(".iaa") {
      throw ValidationError("--original goes with .iaa archives alone")
    }
  }

  func run() throws {
    try OutputGuard.refuse("-", asOneOf: [archive])
    var collection = archives.collection(of: [archive])
    collection.moment = moment.at
    collection.readsOriginals = original
    let conversion = try to.map { try archives.conversion(to: $0) }
    var isDamaged = false
    let onOmission = { (omission: FileCollection.Omission) in
      ArchiveReadingOptions.tell(omission)
      if omission.kind == .damage { isDamaged = true }
    }
    for path in paths {
      if let file = try collection.file(at: path, onOmission: onOmission) {
        try write(file, conversion, collection.limits)
        continue
      }
      let pattern = PathPattern(path)
      guard pattern.hasWildcards else {
        throw Failure(
          .noInput, path: archive, code: "archive.no-file",
          "no file \"\(path)\"" + collection.versionHint(for: path))
      }
      var matching = collection
      matching.patterns = [pattern]
      try matching.forEach(onOmission: onOmission) { try write($0, conversion, collection.limits) }
    }
    if isDamaged { throw Ending(status: .damage) }
  }

  private func write(_ file: CollectedFile, _ conversion: Conversion?, _ limits: Limits) throws {
    do {
      if let conversion {
        let outcome = try conversion.run(from: file.source, to: DescriptorSink())
        StandardError.write(LossSummary(of: outcome.report).lines(for: file.label))
      } else {
        try DescriptorSink().write(try file.source.bytes(limits: limits))
      }
    } catch {
      throw Failure(error, path: file.label)
    }
  }
}
