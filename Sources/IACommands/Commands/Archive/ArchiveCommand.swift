internal import ArgumentParser

/// `iaconv archive`: many documents in one file.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Packs, lists, reads, verifies and unpacks archives of documents.",
    discussion: """
      Archives of the suite (.iaa) are read and written; they keep documents whole, with recovery \
      data. Read are also zip, tar, tar.zst, 7z, folders, and bags (BagIt) in any of them; written are zip, \
      tar.zst, folders and bags. Only regular files with safe paths are taken out of an archive; \
      what is skipped is told of.

      Examples:
        iaconv archive create letters -t json -o letters.zip
        iaconv archive list letters.zip
        iaconv archive extract letters.zip -t html -o pages
        iaconv archive verify letters.zip
      """,
    subcommands: [
      ArchiveCreateCommand.self, ArchiveListCommand.self, ArchiveCatCommand.self,
      ArchiveExtractCommand.self, ArchiveVerifyCommand.self, ArchiveAddCommand.self,
      ArchiveRepairCommand.self, ArchiveCompactCommand.self, ArchiveProtectCommand.self,
      ArchiveDiffCommand.self,
      ArchiveSignCommand.self, ArchiveCheckSignatureCommand.self,
    ])
}
