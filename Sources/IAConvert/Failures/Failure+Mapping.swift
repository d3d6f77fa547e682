internal import IABytes
internal import IAFiles
public import IAFormats
internal import IAText

extension Failure {
  /// Creates the failure for an error; this is the only place that maps errors to exit statuses.
  ///
  /// - Parameters:
  ///   - error: An error that reading, converting or writing threw.
  ///   - path: The path of the input, for errors that contain no path.
  public init(_ error: any Error, path: String?) {
    switch error {
    case let error as Failure:
      self = error
      // A failure without a path that is caused by bad input concerns this input.
      if status == .badInput { self.path = self.path ?? path }
    case let error as InputError: self.init(error, path: path)
    case let error as FileError: self.init(error)
    case let error as FormatError: self.init(error, path: path)
    case let error as UnknownProfile:
      self.init(
        .usage, code: "usage.profile",
        "there is no profile \"\(error.name)\"; use one of \(Self.list(error.known))")
    case let error as RefusedLoss:
      self.init(refusing: error.outcome.report, path: path)
      refused = error.outcome
    default:
      self.init(.software, path: path, code: "internal.error", "\(error)")
    }
  }

  /// Creates the failure of a strict conversion that would lose something.
  public init(refusing report: ConversionReport, path: String?) {
    let kinds = report.kinds.filter(\.effect.isLoss)
    self.init(
      .loss, path: path, code: "strict.loss",
      "not converted, because this would be lost: "
        + kinds.map { "\($0.feature.rawValue) (\($0.effect.rawValue))" }.joined(separator: ", "))
  }

  private init(_ error: InputError, path: String?) {
    self.init(.badInput, path: path, code: error.code.rawValue, Self.words(for: error))
    byteOffset = error.byteOffset
    limit = error.limit
  }

  private static func words(for error: InputError) -> String {
    var words = error.detail
    if let limit = error.limit {
      if !words.isEmpty { words += "; " }
      words += "\(limit.name) is \(limit.seen), at most \(limit.maximum)"
    }
    if let other = error.otherByteOffset { words += " (see offset \(other))" }
    return words
  }

  private init(_ error: FileError) {
    self.init(
      Self.status(of: error), path: error.path, code: "file." + Self.name(of: error),
      "\(error)")
    isClosedPipe = error.isClosedPipe
    isFull = error.isFull
  }

  private static func status(of error: FileError) -> ExitStatus {
    if error.isPermission { return .permission }
    if error.reason == .locked { return .locked }
    switch error.operation {
    case .open: return .noInput
    case .read: return error.reason == .isFolder ? .noInput : .inputOutput
    case .create: return error.isFull ? .inputOutput : .cannotCreate
    case .rename where error.reason == .exists: return .cannotCreate
    case .write, .sync, .rename, .remove: return .inputOutput
    }
  }

  private static func name(of error: FileError) -> String {
    switch error.reason {
    case .system: error.isPermission ? "permission" : error.operation.rawValue
    case .isFolder: "is-folder"
    case .notRegular: "not-regular"
    case .changedDuringRead: "changed"
    case .unsafeName: "unsafe-name"
    case .locked: "locked"
    case .exists: "exists"
    }
  }

  private init(_ error: FormatError, path: String?) {
    switch error {
    case .unknownFormat(let name, let known):
      self.init(
        .usage, code: "usage.format",
        "there is no format \"\(name)\"; use one of \(Self.list(known))")
    case .notReadable(let name, let readable):
      self.init(
        .usage, code: "usage.format",
        "\(name) can only be written; readable formats: \(Self.list(readable))")
    case .notWritable(let name, let writable):
      self.init(
        .usage, code: "usage.format",
        "\(name) can only be read; writable formats: \(Self.list(writable))")
    case .unknownSuffix(let suffix, let writable):
      let words = suffix.map { "no format has the suffix \"\($0)\"" } ?? "the output has no suffix"
      self.init(
        .usage, code: "usage.format",
        "\(words); name a format with -t: \(Self.list(writable))")
    case .drawnElsewhere(let name):
      self.init(
        .usage, code: Failure.drawnElsewhere,
        "\(name) is drawn by iaconv-render, which is not beside iaconv")
    case .undetected:
      let isArchive = path.map { ArchiveNames.format($0) != nil } ?? false
      self.init(
        .badInput, path: path, code: "format.unknown",
        isArchive
          ? "an archive is not a document; iaconv batch converts those in it (in folders: --archives), "
            + "iaconv archive cat prints one"
          : "the content is not of a known format; name the format with -f")
      byteOffset = 0
    case .otherProgram(let kind):
      self.init(
        .badInput, path: path, code: "format.other-program",
        "the content is \(kind), which is not read; save it as RTF or HTML first")
      byteOffset = 0
    case .onlyWritten(let name):
      self.init(
        .badInput, path: path, code: "format.only-written",
        "the suffix is that of \(name), which can only be written; name the format with -f")
    case .mismatch(let name):
      self.init(
        .badInput, path: path, code: "format.mismatch",
        "the suffix is that of \(name), but the content is not; name the format with -f")
      byteOffset = 0
    }
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
