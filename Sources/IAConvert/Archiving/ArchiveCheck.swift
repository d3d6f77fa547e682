internal import IABytes
internal import IAForeignArchives
internal import IAFormats
internal import IASyntax

/// Verifies archives, folders and bags: every checksum, and where that is asked for every document.
public struct ArchiveCheck: Sendable {
  /// What is verified.
  public var collection: FileCollection
  /// Which share of the files is read, 0…1; which ones depends on their paths alone.
  public var sample = 1.0
  /// What reads each file as a document; nil to look at the bytes only.
  public var conversion: Conversion?

  /// What was found.
  public struct Outcome: Hashable, Sendable {
    /// How many files were read.
    public var checked = 0
    /// How many were not, because they are not of the sample.
    public var passedOver = 0
    /// What is damaged.
    public var faults: [Failure] = []

    /// Takes down what is damaged, and tells it.
    mutating func add(_ fault: Failure, _ onFinding: (Finding) -> Void) {
      faults.append(fault)
      onFinding(.damaged(fault))
    }
  }

  /// Something that is told as soon as it is found.
  public enum Finding: Hashable, Sendable {
    /// It is damaged.
    case damaged(Failure)
    /// It is skipped in reading, such as a link.
    case omitted(FileCollection.Omission)
  }

  /// Prepares to verify a collection.
  public init(_ collection: FileCollection) { self.collection = collection }

  /// Verifies all of it, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - onFinding: Told what is damaged or skipped.
  ///   - onProgress: Told the number of files read so far.
  /// - Returns: What was found; damage is no error of this function.
  /// - Throws: `Failure` where an input is not there or cannot be read.
  public func run(
    onFinding: (Finding) -> Void = { _ in }, onProgress: (Int) -> Void = { _ in }
  ) throws -> Outcome {
    var outcome = Outcome()
    for input in collection.inputs {
      do {
        if Container.isNamed(input) {
          try Container.check(input, self, &outcome, onFinding)
          continue
        }
        try collection.visit(input) { omission in
          if Self.isDamage(omission) {
            outcome.add(omission.failure, onFinding)
          } else {
            onFinding(.omitted(omission))
          }
        } _: { file in
          check(file, &outcome, onFinding)
          onProgress(outcome.checked)
        }
      } catch let damage as BagDamage {
        for failure in damage.failures { outcome.add(failure, onFinding) }
      } catch {
        let failure = Failure(error, path: input)
        guard failure.status == .badInput else { throw failure }
        outcome.add(failure, onFinding)
      }
    }
    return outcome
  }

  private func check(
    _ file: CollectedFile, _ outcome: inout Outcome, _ onFinding: (Finding) -> Void
  ) {
    guard isSampled(file.path) else {
      outcome.passedOver += 1
      return
    }
    outcome.checked += 1
    do {
      if let conversion {
        _ = try conversion.read(file.source)
      } else {
        _ = try file.source.bytes(limits: collection.limits)
      }
    } catch {
      outcome.add(Failure(error, path: file.label), onFinding)
    }
  }

  private static func isDamage(_ omission: FileCollection.Omission) -> Bool {
    let damage: [InputError.Code] = [.unpackDamaged, .unpackEntries]
    return damage.contains { $0.rawValue == omission.failure.code }
  }

  /// Whether a path is of the sample: its hash, as a fraction of all hashes, is below the share.
  private func isSampled(_ path: String) -> Bool {
    guard sample < 1 else { return true }
    let word = SHA256Digest(of: Array(path.utf8)).bytes.prefix(4)
      .reduce(0) { $0 << 8 | Int($1) }
    return Double(word) < sample * 4_294_967_296
  }
}
