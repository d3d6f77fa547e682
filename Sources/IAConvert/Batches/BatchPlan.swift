internal import IAFiles

/// The output file of each input, determined before anything is written.
///
/// An input `x/a.rtf` becomes `a.html` in the output folder, and the standard input `-` becomes `standard-input.html`.
///
/// If several inputs prefer the same name, the first of them in the order of the paths' bytes gets it, and the others
/// get a number: `a-2.html`. Names are compared without case, because some file systems ignore case. A numbered name is
/// never one that another input prefers. The names therefore depend only on the set of the inputs, not on their order
/// or on the contents of the folder.
///
/// The documents are converted and reported in the order of the inputs.
public struct BatchPlan: Hashable, Sendable {
  /// One document of a batch.
  public struct Item: Hashable, Sendable {
    /// The path to read.
    public var input: String
    /// The path to write.
    public var output: String
  }

  /// The documents in the order of their inputs; an input that is named twice occurs once.
  public let items: [Item]

  /// Creates the plan of a batch.
  ///
  /// - Parameters:
  ///   - inputs: The paths to read.
  ///   - folder: The folder to write to.
  ///   - suffix: The suffix of the outputs, without a full stop.
  /// - Throws: `Failure` with `usage.overlap` if an output would replace an input.
  public init(inputs: [String], folder: String, suffix: String) throws(Failure) {
    let places = Self.sorted(inputs)
    let names = Self.names(for: places.map { inputs[$0] }, suffix: suffix)
    let prefix = FilePaths.endsWithSlash(folder) ? folder : folder + "/"
    items = zip(places, names).sorted { $0.0 < $1.0 }
      .map { Item(input: inputs[$0], output: prefix + $1) }
    try refuseOverlap()
  }

  /// Returns the index of the first occurrence of each input, sorted by the bytes of the paths.
  private static func sorted(_ inputs: [String]) -> [Int] {
    var seen: Set<[UInt8]> = []
    return inputs.enumerated().map { (place: $0, bytes: PathBytes.bytes(of: $1)) }
      .filter { seen.insert($0.bytes).inserted }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map(\.place)
  }

  private static func names(for paths: [String], suffix: String) -> [String] {
    let preferred = paths.map { path in
      (path == "-" ? "standard-input" : FileNames.stem(of: path)) + "." + suffix
    }
    var found: Set<String> = []
    let isFirst = preferred.map { found.insert($0.lowercased()).inserted }
    var names = UniqueNames(used: found)
    return zip(preferred, isFirst).map { name, isFirst in
      isFirst ? name : names.unique(name) { FileNames.numbered(name, $0) }
    }
  }

  private func refuseOverlap() throws(Failure) {
    var inputs: [FileIdentity: String] = [:]
    for item in items {
      if let identity = FileIdentity(path: item.input) { inputs[identity] = item.input }
    }
    for item in items {
      guard let identity = FileIdentity(path: item.output), let input = inputs[identity] else {
        continue
      }
      throw Failure(
        .usage, path: input, code: "usage.overlap",
        "would be replaced by what \(item.input) becomes; -o names another folder")
    }
  }
}
