internal import IAConvert
internal import IAFormats

/// The options of every command that opens archives.
struct ArchiveReadingChoices: Hashable {
  var reading = ReadingChoices()
  /// Whether the later of two files with equal paths gets a suffix; otherwise it is refused.
  var numbersCollisions = false
  /// The maximum ratio of an archive's unpacked size to its packed size; `nil` for the default.
  var maxRatio: Int?

  /// Returns the files of inputs.
  func collection(of inputs: [String]) -> FileCollection {
    var collection = FileCollection(inputs)
    collection.limits = reading.limits
    collection.numbersCollisions = numbersCollisions
    if let maxRatio { collection.maximumRatio = max(maxRatio, 1) }
    return collection
  }

  /// Returns the conversion that reads the documents and writes them in a format.
  func conversion(to format: String) throws -> Conversion {
    var conversion: Conversion
    do throws(FormatError) {
      let registry = Program.registry()
      conversion = Conversion(to: try registry.writer(id: .init(format)).descriptor.id)
      conversion.registry = registry
    } catch {
      throw Failure(error, path: nil)
    }
    conversion.inputFormat = try reading.format()
    conversion.readOptions = try reading.readOptions()
    return conversion
  }
}

/// The arguments of `iaconv archive cat` as values.
struct ArchiveCatRequest: Hashable {
  var archive = ""
  var paths: [String] = []
  var to: String?
  var isOriginal = false
  var moment: ArchiveMoment?
  var choices = ArchiveReadingChoices()

  /// The message about options that exclude each other; `nil` if there are none.
  var contradiction: String? {
    if isOriginal, to != nil { return "--original does not convert files, unlike -t" }
    if isOriginal, !archive.lowercased().hasSuffix(".iaa") {
      return "--original goes with .iaa archives alone"
    }
    return nil
  }

  func run() throws {
    let archive = try StreamedArchive.path(of: archive, choices.reading.limits)
    try OutputGuard.refuse("-", asOneOf: [archive])
    var collection = choices.collection(of: [archive])
    collection.moment = moment
    collection.readsOriginals = isOriginal
    let conversion = try to.map { try choices.conversion(to: $0) }
    if let conversion, StandardOutput.isTerminal {
      try TerminalOutput.refuseBinary(
        try conversion.registry.writer(id: conversion.outputFormat).descriptor)
    }
    var isDamaged = false
    let onOmission = { (omission: FileCollection.Omission) in
      ArchiveReadingOptions.tell(omission)
      if omission.kind == .damage { isDamaged = true }
    }
    for path in paths {
      if let file = try collection.file(at: path, onOmission: onOmission) {
        try write(file, conversion, collection)
        continue
      }
      let pattern = PathPattern(path)
      guard pattern.hasWildcards else {
        throw collection.missingFile(path, in: archive)
      }
      var matching = collection
      matching.patterns = [pattern]
      try matching.forEach(onOmission: onOmission) { file in
        do {
          try write(file, conversion, collection)
        } catch let failure as Failure where failure.code == "archive.lost" {
          // The other documents are written; the command then ends with the status of damage.
          StandardError.write("iaconv: \(failure.line)\n")
        }
      }
    }
    if isDamaged { throw Ending(status: .damage) }
  }

  private func write(
    _ file: CollectedFile, _ conversion: Conversion?, _ collection: FileCollection
  ) throws {
    do {
      if let conversion = try conversion ?? shownConversion(file, collection) {
        let outcome = try conversion.run(from: file.source, to: DescriptorSink())
        StandardError.write(LossSummary(of: outcome.report).lines(for: file.label))
      } else {
        try DescriptorSink().write(try file.source.bytes(limits: collection.limits))
      }
    } catch {
      throw Failure(error, path: file.label)
    }
  }
}

extension ArchiveCatRequest {
  /// Returns the conversion that shows a document which a terminal cannot show as it is; `nil` for other
  /// documents, and if the output is not a terminal.
  private func shownConversion(
    _ file: CollectedFile, _ collection: FileCollection
  ) throws -> Conversion? {
    guard StandardOutput.isTerminal,
      !TerminalOutput.canShow(try file.source.bytes(limits: collection.limits))
    else { return nil }
    var conversion = try choices.conversion(to: "ansi")
    conversion.writeOptions.terminalColors = TerminalColors.count
    return conversion
  }
}

/// The arguments of `iaconv archive list` as values.
struct ArchiveListRequest: Hashable {
  var inputs: [String] = []
  var patterns: [String] = []
  var isLong = false
  var isJSON = false
  var moment: ArchiveMoment?
  var choices = ArchiveReadingChoices()

  func run() throws {
    let rest = inputs.dropFirst()
    let paths = try (inputs.prefix(1) + rest.filter(ArchiveOperand.isFile)).map {
      try StreamedArchive.path(of: $0, choices.reading.limits)
    }
    var collection = choices.collection(of: paths)
    collection.moment = moment
    collection.patterns = (rest.filter { !ArchiveOperand.isFile($0) } + patterns).map(
      PathPattern.init)
    let listing = try ArchiveListing(of: collection, isLong: isLong)
    for omission in listing.omitted { ArchiveReadingOptions.tell(omission) }
    try StandardOutput.print(isJSON ? listing.json : listing.text)
    guard !listing.isDamaged else { throw Ending(status: .damage) }
    guard !listing.isIncomplete else { throw Ending(status: .someFailed) }
  }
}

/// The arguments of `iaconv archive search` as values.
struct ArchiveSearchRequest: Hashable {
  var text = ""
  var archives: [String] = []
  var ignoresCase = false
  var isCount = false
  var isJSON = false
  var usesIndex = true
  var reading = ReadingChoices()

  /// Searches the archives.
  ///
  /// - Throws: `Failure`, or `Ending` with the status.
  func run() throws {
    guard var search = search else { throw Failure(.usage, code: "usage", Self.unsearchable) }
    search.usesIndex = usesIndex
    var (isFound, isDamaged) = (false, false)
    var all: [ContainerSearch.Document] = []
    // An archive that cannot be read does not end the search of the others.
    var unread: Failure?
    let progress = ProgressLine(isQuiet: false)
    defer { progress.finish() }
    for operand in archives {
      let archive = try StreamedArchive.path(of: operand, reading.limits)
      progress.name = archive
      progress.update(.reading)
      do {
        try search.run(archive) { damage in
          isDamaged = true
          StandardError.write("iaconv: \(damage.line)\n")
        } _: { document in
          isFound = true
          progress.finish()
          if isJSON { all.append(document) } else { try StandardOutput.print(lines(document)) }
        }
      } catch let failure as Failure where failure.status == .damage || failure.concernsOneFile {
        progress.finish()
        StandardError.write("iaconv: \(failure.line)\n")
        if failure.status == .damage { isDamaged = true } else { unread = unread ?? failure }
      }
    }
    if isJSON { try StandardOutput.print(ContainerSearch.json(all)) }
    if isDamaged { throw Ending(status: .damage) }
    if let unread { throw Ending(status: unread.status) }
    if !isFound { throw Ending(status: .loss) }
  }

  /// The search; `nil` if the text cannot be searched for.
  var search: ContainerSearch? {
    ContainerSearch(text, ignoresCase: ignoresCase, limits: reading.limits)
  }

  /// The message for a text that cannot be searched for.
  static let unsearchable = "the text to search for is empty or has several lines"

  private func lines(_ document: ContainerSearch.Document) -> String {
    let label = archives.count > 1 ? document.archive + "/" + document.path : document.path
    let path = HarmlessText.escape(label)
    guard !isCount else { return "\(path): \(document.hits.count)\n" }
    return document.hits.map { "\(path):\($0.paragraph): \(HarmlessText.escape($0.text))\n" }
      .joined()
  }
}
