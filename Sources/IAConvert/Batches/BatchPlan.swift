internal import IAFormats

/// Which file each of many inputs becomes: settled before anything is written.
///
/// An input `x/a.rtf` becomes `a.html` in the output folder. Where several inputs would get one
/// name – names are compared without case, for some file systems know none – the first of them in
/// the order of their paths' bytes has it, and the others get a number: `a-2.html`. A name that
/// one input has by itself is never given to another. So the names depend on the set of the inputs
/// alone, not on their order or on what is in the folder. The documents are converted, and told of,
/// in the order of the inputs.
public struct BatchPlan: Hashable, Sendable {
  /// One document of a batch.
  public struct Item: Hashable, Sendable {
    /// The path to read.
    public var input: String
    /// The path to write.
    public var output: String
  }

  /// The documents, in the order of their inputs; an input that was named twice is one.
  public let items: [Item]

  /// Plans a batch.
  ///
  /// - Parameters:
  ///   - inputs: The paths to read.
  ///   - folder: The folder to write to.
  ///   - suffix: The suffix of the outputs, without a full stop.
  /// - Throws: `Failure` with `usage.overlap` if an output would replace an input.
  public init(inputs: [String], folder: String, suffix: String) throws(Failure) {
    let places = Self.sorted(inputs)
    let names = Self.names(for: places.map { inputs[$0] }, suffix: suffix)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    items = zip(places, names).sorted { $0.0 < $1.0 }
      .map { Item(input: inputs[$0], output: prefix + $1) }
    try refuseOverlap()
  }

  /// Where each input stands first among them, in the order of the inputs' bytes.
  private static func sorted(_ inputs: [String]) -> [Int] {
    var seen: Set<[UInt8]> = []
    return inputs.enumerated().map { (place: $0, bytes: PathBytes.bytes(of: $1)) }
      .filter { seen.insert($0.bytes).inserted }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map(\.place)
  }

  private static func names(for paths: [String], suffix: String) -> [String] {
    let wanted = paths.map { FileNames.stem(of: $0) + "." + suffix }
    var taken: Set<String> = []
    let isFirst = wanted.map { taken.insert($0.lowercased()).inserted }
    // Where the search for a free number of a name continues: a million equal names stay linear.
    var next: [String: Int] = [:]
    return zip(wanted, isFirst).map { name, isFirst in
      guard !isFirst else { return name }
      let key = name.lowercased()
      var number = next[key, default: 2]
      while true {
        let candidate = FileNames.numbered(name, number)
        number += 1
        guard taken.insert(candidate.lowercased()).inserted else { continue }
        next[key] = number
        return candidate
      }
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
