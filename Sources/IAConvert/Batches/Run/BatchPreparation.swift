internal import IABytes
internal import IAFiles
internal import IAFormats

/// The preparation of a batch before the first document is converted: its formats and its lock.
struct BatchPreparation {
  /// The conversion to each format.
  let conversions: [Conversion]
  /// The formats to write.
  let formats: [FormatDescriptor]

  /// Creates the conversions to all formats.
  ///
  /// - Throws: `Failure` for formats that cannot be written or have equal suffixes.
  init(_ conversion: Conversion, _ options: BatchOptions) throws(Failure) {
    do {
      var conversions: [Conversion] = []
      var formats: [FormatDescriptor] = []
      for id in [conversion.outputFormat] + options.furtherFormats {
        var next = conversion
        next.outputFormat = id
        if !formats.isEmpty { next.writeOptions.profile = options.furtherProfiles[id] }
        next.hashes = true
        try next.checkWriter()
        let format = try next.registry.writer(id: id).descriptor
        if formats.contains(where: { $0.suffixes.first == format.suffixes.first }) {
          throw Failure(
            .usage, code: "usage.format",
            "\(format.id.rawValue) is named twice, or two formats "
              + "have the same suffix")
        }
        next.outputFormat = format.id
        conversions.append(next)
        formats.append(format)
      }
      self.conversions = conversions
      self.formats = formats
    } catch {
      throw Failure(error, path: nil)
    }
  }

  /// The suffixes of the formats.
  var suffixes: [String] { formats.map { $0.suffixes.first ?? $0.id.rawValue } }

  /// Checks that the target and at least one source are folders, which the removal of outputs needs.
  ///
  /// - Throws: `Failure` with `usage` if they are not.
  static func requireFolders(
    _ sources: BatchSources, target: String, _ archive: BatchArchive?
  ) throws(Failure) {
    if let archive {
      throw Failure(
        .usage, path: archive.path, code: "usage",
        "is an archive, from which a batch removes nothing; --prune needs a folder as the target")
    }
    guard sources.paths.contains(where: { OutputFolder.isFolder($0) }) else {
      throw Failure(.usage, code: "usage", "--prune needs a folder as a source")
    }
  }

  /// Opens and locks the target.
  ///
  /// - Throws: `Failure`; if another run has locked the target, the failure names that run.
  static func lock(_ target: String) throws(Failure) -> OutputFolder {
    do throws(FileError) {
      return try OutputFolder(path: target)
    } catch {
      guard error.reason == .locked else { throw Failure(error, path: target) }
      let run = BatchStatus(of: target)
      let words = run.map { "process \($0.processID) has been writing there for \($0.age) s" }
      throw Failure(
        .locked, path: target, code: "file.locked",
        (words ?? "another run is writing there") + "; wait until it has ended")
    }
  }
}
