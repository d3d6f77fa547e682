public import IABytes
internal import IAForeignArchives

/// The sources of a batch: folders, lists and files, and the rules that select documents from them.
public struct BatchSources: Hashable, Sendable {
  /// The rule that determines the folders of the outputs.
  public enum Layout: Hashable, Sendable {
    /// Files of a source folder keep their path below it; the outputs of named files are directly in the target.
    case standard
    /// Files of a source folder keep their path below it; named files keep the path as given.
    case mirrored
    /// All outputs are directly in the target.
    case flat
  }

  /// The paths of files and folders.
  public var paths: [String]
  /// The paths of files that list paths, one on each line or each ended by a NUL; `-` is the
  /// standard input.
  public var lists: [String] = []
  /// Patterns of which a file must match at least one; empty for all files.
  public var includes: [GlobPattern] = []
  /// Patterns of files and folders that are left out.
  public var excludes: [GlobPattern] = []
  /// Whether the members of archives in folders and lists are documents, as the files of folders are; otherwise these
  /// archives are themselves documents, which cannot be converted.
  public var opensArchives = false
  /// The rule that determines the folders of the outputs.
  public var layout = Layout.standard
  /// The share of documents that are converted, above 0 and at most 1; `nil` for all.
  ///
  /// The choice depends only on the path of a document in its source.
  public var sample: Double?
  /// The seed of a random order; `nil` for the order of the paths.
  public var shuffleSeed: UInt64?
  /// The rule for files that are still being written and left for a later round; `nil` for none.
  var unsettled: UnsettledFiles?
  /// The files that are planned, if there is a single source folder; `nil` for all files.
  var changed: Set<[UInt8]>?
  /// The limits of folders, such as their maximum depth.
  public var limits = Limits.standard

  /// Creates sources.
  public init(_ paths: [String]) { self.paths = paths }
}

/// A file of the sources, or a member of an archive, that is not a document of the batch, and the reason.
public struct BatchOmission: Hashable, Sendable {
  /// The reason why a file is left out.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It is a link, a pipe, a socket or a device.
    case notRegular = "not-regular"
    /// It cannot be read, or it vanished.
    case unreadable
    /// It is a folder that contains itself.
    case loop
    /// It is a folder in a list of files.
    case folder
    /// It is a damaged archive; documents of it are missing or incomplete.
    case damaged

    /// The file was renamed: its output has another name in the archive than in the plan, or its name in an `.iaa`
    /// archive is not a safe path.
    case renamed
    /// It is a member of an archive whose path is not safe.
    case unsafe
    /// It is an encrypted member of an archive.
    case encrypted
    /// Its output has another name in the archive than in the plan, because another output has the planned name, or one
    /// that differs only in case or Unicode normalisation.
    case collision

    /// Whether content is missing that could have been a document, so that the batch is incomplete.
    public var isLoss: Bool {
      switch self {
      case .unreadable, .damaged, .unsafe, .encrypted: true
      case .notRegular, .loop, .folder, .renamed, .collision: false
      }
    }
  }

  /// The path.
  public let path: String
  /// The reason.
  public let reason: Reason
  /// The new path, for the reasons `renamed` and `collision`.
  public let renamed: String?

  init(path: String, reason: Reason, renamed: String? = nil) {
    self.path = path
    self.reason = reason
    self.renamed = renamed
  }

  /// The failure that the report states; `nil` if nothing is missing.
  var failure: Failure? {
    switch reason {
    case .notRegular, .loop, .folder, .renamed, .collision: nil
    case .unreadable:
      Failure(.badInput, path: path, code: "source.unreadable", "cannot be read and is left out")
    case .unsafe:
      Failure(
        .badInput, path: path, code: "unpack.path",
        "has a path that is not safe and is left out; rename it in the archive")
    case .encrypted:
      Failure(
        .badInput, path: path, code: InputError.Code.unpackEncrypted.rawValue,
        "is encrypted and is left out; decrypt it with another program")
    case .damaged:
      Failure(
        .badInput, path: path, code: "archive.lost", "documents of it are missing or incomplete")
    }
  }
}
