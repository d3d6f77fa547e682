internal import IAConvert
internal import IAText

extension ConversionRequest {
  /// Returns the arguments of `iaconv worker` for the same conversion to some formats.
  ///
  /// Each option and its value are one word, so that no value is read as another option. The pool adds the limit of
  /// memory.
  func workerArguments(to formats: [String]) -> [String] {
    var words = ["--to=" + formats.joined(separator: ",")]
    func add(_ name: String, _ value: String?) {
      if let value { words.append("--\(name)=\(value)") }
    }
    func add(_ name: String, _ isSet: Bool) {
      if isSet { words.append("--" + name) }
    }
    add("profile", profile)
    add("from", reading.from)
    add("from-profile", reading.fromProfile)
    for pack in reading.stickers { add("stickers", pack) }
    add("max-input", reading.maxInput.map(String.init))
    add("max-depth", reading.maxDepth.map(String.init))
    add("max-entries", reading.maxEntries.map(String.init))
    add("ignore-hidden-data", reading.ignoresHiddenData)
    add("scheme", looks.scheme)
    add("smoothing", looks.smoothing.map { "\($0)" })
    add("edition", looks.edition == .fixed ? nil : looks.edition.rawValue)
    add("steps", looks.steps.map(String.init))
    if let animates = looks.animates { add(animates ? "animate" : "no-animate", true) }
    add("colors", looks.colors.map(Self.colorWord))
    add("changes", looks.changes?.rawValue)
    add("show-hidden", looks.showsHiddenText)
    add("no-hidden-data", leavesOutHiddenData)
    add("media", media)
    add("strict", isStrict)
    return words
  }

  /// The arguments of `iaconv worker` for archives whose members are documents of the conversion.
  var unpackingArguments: [String] {
    [
      ("max-input", reading.maxInput), ("max-depth", reading.maxDepth),
      ("max-entries", reading.maxEntries),
    ].compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }

  /// Returns the settings of a pool for the conversion, with this program as its worker.
  func workerSettings(to formats: [String], workers: Int) -> WorkerPool.Settings {
    var settings = WorkerPool.Settings(
      program: ProgramFile.path, arguments: workerArguments(to: formats), workers: workers)
    settings.usesTemplate = true
    settings.usesControlGroup = true
    settings.hashes = report != nil
    if let maxMemory { settings.limits.memoryBytes = maxMemory }
    return settings
  }

  /// Returns the argument for a number of colours.
  private static func colorWord(_ count: Int) -> String {
    switch count {
    case 0: "none"
    case 16, 256: String(count)
    default: "true"
    }
  }
}
