internal import ArgumentParser
internal import IAConvert
internal import IAFormats

/// `iaconv archive create`: packs documents into a new archive.
struct ArchiveCreateCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Packs documents into an archive.",
    discussion: """
      The inputs are documents, folders and archives. Every file that can be read becomes a \
      document of the archive; others are skipped and listed on the standard error. With --keep, \
      all files are packed without conversion. An .iaa archive contains documents; with \
      --keep-original it also contains the bytes of the files that they were read from. Documents \
      of .iaa inputs have no such files here (iaconv archive merge keeps them).

      --meta and --meta-csv record metadata in an .iaa archive or in the information of a bag. \
      Elements are the 15 of Dublin Core, such as title, creator and rights, and the terms \
      abstract, accessRights, alternative, bibliographicCitation, created, isPartOf, issued, \
      license, modified, provenance, rightsHolder, spatial and temporal. A row of the CSV file \
      belongs to the document with this name, or read from the file with this path; a row with an \
      empty path belongs to the archive. An .iaa archive also records the program that wrote it \
      and the losses of each conversion, unless --no-description is given. Metadata of .iaa inputs \
      are not copied (iaconv archive merge keeps them).

      The numbers of documents and bytes, the size relative to the files that were read, and the size of \
      the recovery data are printed at the end.

      Examples:
        iaconv archive create letters notes.md -o all.iaa --keep-original
        iaconv archive create letters -o all.iaa --meta title=Letters --meta-csv letters.csv
        iaconv archive create letters notes.md -t json -o all.zip
        iaconv archive create letters --keep --bag -o letters.tar.zst
      """)

  @Argument(
    help: ArgumentHelp("The documents, folders and archives to pack.", valueName: "in"),
    completion: .file())
  var inputs: [String]

  @OptionGroup var original: ArchiveOriginalOption

  @OptionGroup var metadata: ArchiveMetadataOptions

  @OptionGroup var date: ArchiveDateOption

  @OptionGroup var words: ArchiveIndexOption

  @OptionGroup var transfer: ArchiveTransferOptions

  var reading: ReadingOptions { transfer.archives.reading }

  func validate() throws {
    if original.keepOriginal, !transfer.output.lowercased().hasSuffix(".iaa") || transfer.keep {
      throw ValidationError("--keep-original goes with documents of .iaa archives alone")
    }
    if words.index, !transfer.output.lowercased().hasSuffix(".iaa") || transfer.keep {
      throw ValidationError("--index goes with documents of .iaa archives alone")
    }
    let isArchive = transfer.output.lowercased().hasSuffix(".iaa")
    if metadata.isGiven, !isArchive, !transfer.bag {
      throw ValidationError("--meta and --meta-csv go with .iaa archives and bags alone")
    }
    if date.date != nil, !isArchive, !transfer.bag {
      throw ValidationError("--date goes with .iaa archives and bags alone")
    }
    if metadata.metaCsv != nil, !isArchive {
      throw ValidationError("--meta-csv goes with .iaa archives alone")
    }
  }

  func run() throws {
    try transfer.run(
      transfer.archives.paths(of: inputs), standardFormat: "json", date: date.recorded,
      original: original.keepOriginal ? .store : .ignore, metadata: metadata.table(),
      indexesWords: words.index, summarises: true)
  }
}

/// `iaconv archive extract`: unpacks the documents of an archive.
struct ArchiveExtractCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Unpacks an archive into a new folder, or exports it to another archive.",
    discussion: """
      The files are unpacked without conversion, or converted with -t. The folder gets its name \
      when all files are unpacked. With patterns, only files that match one of them are unpacked \
      (iaconv archive list --help describes patterns). NAME@2 is version 2 of the document NAME, as \
      for iaconv archive cat, and its file has this name.

      A bag (--bag) gets the metadata of .iaa archives as its information.

      --original unpacks the original files of the documents of an .iaa archive, byte by byte, if \
      the archive contains them (iaconv archive create --keep-original).

      Examples:
        iaconv archive extract letters.iaa 'chat/*' -t html -o pages
        iaconv archive export letters.iaa -t markdown -o letters.tar.zst
        iaconv archive export letters.iaa --bag -o letters.zip
        iaconv archive extract letters.zip -o letters
      """,
    aliases: ["export"])

  @Argument(
    help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(
    help: ArgumentHelp("Patterns for the paths of files (default: all).", valueName: "pattern"))
  var patterns: [String] = []

  @Flag(help: "Unpack the original files of the documents instead of the documents.")
  var original = false

  @OptionGroup var moment: ArchiveMomentOption

  @OptionGroup var transfer: ArchiveTransferOptions

  var reading: ReadingOptions { transfer.archives.reading }

  func validate() throws {
    guard original else { return }
    if transfer.to != nil || transfer.profile != nil || transfer.strict
      || transfer.output.lowercased().hasSuffix(".iaa")
    {
      throw ValidationError(
        "--original does not convert files and excludes -t, --profile, --strict and .iaa outputs")
    }
    if !archive.lowercased().hasSuffix(".iaa") {
      throw ValidationError("--original goes with .iaa archives alone")
    }
  }

  func run() throws {
    try transfer.run(
      [StreamedArchive.path(of: archive, reading.choices.limits)],
      patterns: patterns.map(PathPattern.init), standardFormat: nil, at: moment.at,
      date: ArchiveDateOption.ofEnvironment,
      original: original ? .read : .ignore)
  }
}
