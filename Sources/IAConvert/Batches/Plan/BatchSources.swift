public import IABytes
internal import IAForeignArchives

/// The documents of a batch: folders, lists and files, and the choice among their files.
public struct BatchSources: Hashable, Sendable {
  /// The relation of the outputs' folders to those of the inputs.
  public enum Layout: Hashable, Sendable {
    /// Files of a folder keep their path below it; named files lie in the target itself.
    case standard
    /// Files of a folder keep their path below it; named files keep the path as it was named.
    case mirrored
    /// All outputs lie in the target itself.
    case flat
  }

  /// The paths of files and folders.
  public var paths: [String]
  /// The paths of files that list paths, one on each line or each ended by a NUL; `-` is the
  /// standard input.
  public var lists: [String] = []
  /// Patterns of which a file must match one; empty for all files.
  public var includes: [GlobPattern] = []
  /// Patterns of files and folders that are left out.
  public var excludes: [GlobPattern] = []
  /// Whether archives in folders and lists contribute their members, as folders do; otherwise they
  /// are documents, which cannot be converted.
  public var opensArchives = false
  /// The relation of the outputs' folders to those of the inputs.
  public var layout = Layout.standard
  /// The share of documents that are converted, above 0 and at most 1; `nil` for all.
  ///
  /// The choice depends only on the path of a document in its source.
  public var sample: Double?
  /// The seed of a random order; `nil` for the order of the paths.
  public var shuffleSeed: UInt64?
  /// The files that are left for a later round; `nil` for none.
  var unsettled: UnsettledFiles?
  /// The files of the only folder that are considered; `nil` for all.
  var changed: Set<[UInt8]>?
  /// The largest depth of folders.
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

    /// Its output has another name in the archive than in the plan, or it has another path than its
    /// name in an archive of the suite, because that one is not safe.
    case renamed
    /// It is a member of an archive whose path is not safe.
    case unsafe
    /// It is an encrypted member of an archive.
    case encrypted
    /// Its output has another name in the archive than in the plan, because another output has that one, or
    /// one that differs only in case or composition.
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
  /// The path that it has instead, with the reasons `renamed` and `collision`.
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
