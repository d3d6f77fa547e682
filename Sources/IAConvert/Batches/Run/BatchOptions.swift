public import IAFormats

/// The settings of a batch beyond those of its conversion.
public struct BatchOptions: Hashable, Sendable {
  /// The point in time at which outputs are durably on the disk.
  public enum Durability: String, Hashable, Sendable, CaseIterable {
    /// Each output is written to the disk by itself before it gets its name.
    case each
    /// Outputs are written to the disk in groups of up to 256 documents, 64 MiB or one second, and
    /// then get their names.
    case group
    /// The operating system decides; after a power failure, files may be empty.
    case none
  }

  /// The treatment of a file that has the name of an output.
  public enum ExistingOutput: Hashable, Sendable {
    /// A file that the batch wrote and that was not changed since is replaced; others are kept and
    /// reported.
    case keepChanged
    /// Every file is kept, and its document is not converted.
    case keep
    /// A file that the batch did not write, or that was changed since, is renamed: `~` is appended to its name.
    case backUp
    /// Every file is replaced.
    case replace
  }

  /// The treatment of an existing archive that is the target.
  public enum ExistingArchive: Hashable, Sendable {
    /// The batch does not start.
    case refuse
    /// The archive is replaced at the end.
    case replace
    /// At the end, the documents are appended to the archive, which must be an `.iaa` archive.
    case add
  }

  /// The number of failures after which a batch stops.
  public enum FailureLimit: Hashable, Sendable {
    /// The batch stops when more documents than this number have failed.
    case count(Int)
    /// The batch stops when more than this percentage of all documents have failed.
    case percent(Double)

    /// Returns whether a number of failures of a number of documents exceeds the limit.
    func isExceeded(by failures: Int, of documents: Int) -> Bool {
      switch self {
      case .count(let limit): failures > limit
      case .percent(let limit): Double(failures) * 100 > limit * Double(documents)
      }
    }
  }

  /// Further output formats; each document is read once for all formats.
  public var furtherFormats: [FormatID] = []
  /// The profiles of further formats; a format without one has its usual profile.
  ///
  /// The profile of the conversion applies only to its own format.
  public var furtherProfiles: [FormatID: String] = [:]
  /// The point in time at which outputs are durably on the disk.
  public var durability = Durability.group
  /// The treatment of files that have the names of outputs.
  public var existingOutput = ExistingOutput.keepChanged
  /// The treatment of an existing archive that is the target.
  public var existingArchive = ExistingArchive.refuse
  /// Whether files are skipped from which a document of the target archive was already read, even if it was converted
  /// with other options.
  public var skipsArchived = false
  /// The date of a new generation of an `.iaa` archive in the form `2026-11-23T12:00:00Z`; `nil` for
  /// none.
  public var archiveDate: String?
  /// Whether files count as unchanged if their sizes and times match the journal; otherwise their hashes are compared.
  public var trustsTimes = false
  /// Whether outputs of earlier runs are removed if their input no longer exists, unless the outputs were changed.
  public var prunes = false
  /// Whether documents that were refused in an earlier run are tried again.
  public var retriesFailures = false
  /// The number of failures after which the batch stops; `nil` for no limit.
  public var failureLimit: FailureLimit?
  /// The folder for side files, relative to the folder of each output; `nil` for none.
  public var mediaFolder: String?
  /// The path of the report, to which lines for each document are appended; `nil` for none.
  public var report: String?
  /// A folder for intermediate data, on a file system with enough free space.
  public var scratchFolder = "/tmp"
  /// Whether an earlier round of a watch has already reported omissions, and documents that are not converted.
  var isLaterRound = false
  /// Further options that determine the outputs, for the comparison with earlier runs.
  public var parameters: [String] = []

  /// Creates the default settings.
  public init() {}
}
