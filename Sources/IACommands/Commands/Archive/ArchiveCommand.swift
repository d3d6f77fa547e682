internal import ArgumentParser

/// The command `iaconv archive`, which packs and unpacks archives.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Packs, lists, reads, verifies and unpacks archives of documents.",
    discussion: """
      An .iaa archive keeps documents without loss, with recovery data. iaconv also reads zip, \
      tar, tar.zst, 7z, folders, and bags (BagIt) in any of them, and writes zip, tar.zst, folders \
      and bags. Only regular files with safe paths are read from an archive; others are skipped and \
      listed on the standard error.

      Examples:
        iaconv archive create letters -o letters.iaa
        iaconv archive list letters.iaa
        iaconv archive extract letters.iaa -t html -o pages
        iaconv archive verify letters.iaa letters.zip
        iaconv archive create letters -t json -o letters.zip
      """,
    subcommands: [
      ArchiveCreateCommand.self, ArchiveInfoCommand.self, ArchiveListCommand.self,
      ArchiveCatCommand.self,
      ArchiveExtractCommand.self, ArchiveVerifyCommand.self, ArchiveAddCommand.self,
      ArchiveRemoveCommand.self, ArchiveVersionsCommand.self,
      ArchiveRepairCommand.self, ArchiveCompactCommand.self, ArchiveProtectCommand.self,
      ArchiveDiffCommand.self, ArchiveSearchCommand.self, ArchiveMergeCommand.self,
      ArchiveKeygenCommand.self, ArchivePublicKeyCommand.self,
      ArchiveSignCommand.self, ArchiveCheckSignatureCommand.self,
    ])
}
