internal import IABytes
internal import IAFiles
internal import IAForeignArchives
internal import IASyntax

/// Verifies archives, folders and bags: every checksum and, if requested, every document.
public struct ArchiveCheck: Sendable {
  /// The inputs to verify.
  public var collection: FileCollection
  /// The fraction of the files that is read, 0…1; the path of a file decides whether it is read.
  public var sample = 1.0
  /// The conversion that reads each file as a document; `nil` to read only the bytes.
  public var conversion: Conversion?

  /// Whether losses that earlier repairs of archives recorded are accepted.
  public var acceptsLoss = false

  /// The result of a verification.
  public struct Outcome: Hashable, Sendable {
    /// The number of members for each kind of check.
    public private(set) var counts: [ContentCheck: Int] = [:]
    /// The damage that was found.
    public private(set) var faults: [Failure] = []
    /// The inputs that are not archives.
    public fileprivate(set) var others: [Failure] = []
    /// The inputs that do not exist or may not be read.
    public fileprivate(set) var unread: [Failure] = []

    /// The number of members that were read.
    public var checked: Int {
      counts.reduce(0) { $0 + ($1.key == .notRead ? 0 : $1.value) }
    }

    /// The exit status of the command: 3 for damage, else that of an input that cannot be read, else 65 for
    /// a file that is not an archive, else 2 if members were skipped or could not be read.
    public var status: ExitStatus {
      if !faults.isEmpty { return .damage }
      if let failure = unread.first { return failure.status }
      if !others.isEmpty { return .badInput }
      return hasOmissions ? .someFailed : .success
    }

    /// Whether members were skipped or could not be read.
    public fileprivate(set) var hasOmissions = false

    /// Adds the result for further members.
    fileprivate mutating func merge(_ other: Outcome) {
      counts.merge(other.counts, uniquingKeysWith: +)
      faults += other.faults
      others += other.others
      hasOmissions = hasOmissions || other.hasOmissions
    }

    /// Adds damage and reports it to the closure.
    mutating func add(_ fault: Failure, _ onFinding: (Finding) -> Void) {
      faults.append(fault)
      onFinding(.damaged(fault))
    }

    /// Reports the check of a member or of a whole archive to the closure; counts only checks of members.
    mutating func note(
      _ check: ContentCheck, _ label: String, isWhole: Bool = false,
      _ onFinding: (Finding) -> Void
    ) {
      if !isWhole { counts[check, default: 0] += 1 }
      onFinding(isWhole ? .whole(label, check) : .member(label, check))
    }
  }

  /// The result for one input, for a fixity log.
  public struct InputResult: Sendable {
    /// The input.
    public let input: String
    /// The result for its members.
    public let outcome: Outcome
    /// The error that ended the verification, or `nil`.
    public let failure: Failure?
    /// The depth of the verification: `stored` or `deep`, with the fraction of a sample.
    public let check: String
  }

  /// A result that is reported as soon as it is known.
  public enum Finding: Hashable, Sendable {
    /// Damage.
    case damaged(Failure)
    /// A file that was skipped, such as a link, or a remark about a file that was not.
    case omitted(FileCollection.Omission)
    /// An input that is not an archive, or cannot be read.
    case other(Failure)
    /// A member of an archive and its check.
    case member(String, ContentCheck)
    /// An archive as a whole and the weakest check of its members.
    case whole(String, ContentCheck)
  }

  /// Creates a verification of a collection.
  public init(_ collection: FileCollection) { self.collection = collection }

  /// Verifies all inputs in their order.
  ///
  /// - Parameters:
  ///   - onFinding: Called with each finding as soon as it is known.
  ///   - onProgress: Called with the number of files read so far.
  ///   - onInput: Called with the result for each input after its last finding.
  /// - Returns: The result; damage, and inputs that do not exist or cannot be read, are part of it and not
  ///   thrown.
  /// - Throws: `Failure` for errors that concern all inputs.
  public func run(
    onFinding: (Finding) -> Void = { _ in }, onProgress: (Int) -> Void = { _ in },
    onInput: (InputResult) throws -> Void = { _ in }
  ) throws -> Outcome {
    var total = Outcome()
    for input in collection.inputs {
      var outcome = Outcome()
      let before = total.checked
      var fatal: Failure?
      do {
        try check(input, &outcome, onFinding) { onProgress(before + $0) }
      } catch {
        fatal = error
      }
      total.merge(outcome)
      try onInput(
        InputResult(input: input, outcome: outcome, failure: fatal, check: checkName))
      guard let fatal else { continue }
      guard fatal.concernsOneFile else { throw fatal }
      total.unread.append(fatal)
      onFinding(.other(fatal))
    }
    return total
  }

  /// The depth of the verification as text: `stored` or `deep`, with the fraction of a sample.
  private var checkName: String {
    let depth = conversion == nil ? "stored" : "deep"
    return sample < 1 ? "\(depth), sample \(sample)" : depth
  }

  /// Verifies an input.
  ///
  /// - Throws: `Failure` if it does not exist or cannot be read.
  private func check(
    _ input: String, _ outcome: inout Outcome, _ onFinding: (Finding) -> Void,
    _ onProgress: (Int) -> Void
  ) throws(Failure) {
    do {
      if Container.isArchive(input) {
        return try Container.check(input, self, &outcome, onFinding)
      }
      try requireArchive(input)
      do {
        try checkOther(input, &outcome, onFinding, onProgress)
      } catch let error as InputError where error.code == .unpackFormat {
        // The file has the signature of an archive but cannot be opened as one.
        throw InputError(.unpackDamaged, at: error.byteOffset, detail: error.detail)
      }
    } catch let damage as BagDamage {
      for failure in damage.failures { outcome.add(failure, onFinding) }
    } catch {
      let failure = Failure(error, path: input)
      switch failure.status {
      case .badInput where failure.code == InputError.Code.unpackFormat.rawValue:
        outcome.others.append(failure)
        onFinding(.other(failure))
      case .badInput
      where failure.limit != nil || failure.code == InputError.Code.unpackEncrypted.rawValue:
        outcome.hasOmissions = true
        outcome.note(.notRead, input, onFinding)
        onFinding(.omitted(.init(.omitted, failure)))
      case .badInput: outcome.add(failure, onFinding)
      default: throw failure
      }
    }
  }

  private func requireArchive(_ input: String) throws {
    guard try OutputFolder.isFolder(input) || input != "-" && FileCollection.isArchive(input) else {
      throw Failure(
        .badInput, path: input, code: InputError.Code.unpackFormat.rawValue, "is no archive")
    }
  }

  /// Verifies an archive of a foreign format, or a folder.
  private func checkOther(
    _ input: String, _ outcome: inout Outcome, _ onFinding: (Finding) -> Void,
    _ onProgress: (Int) -> Void
  ) throws {
    var weakest: ContentCheck?
    try collection.visit(input) { omission in
      switch omission.kind {
      case .remark where Self.isContradiction(omission): outcome.add(omission.failure, onFinding)
      case .renamed, .remark: onFinding(.omitted(omission))
      case .damage: outcome.add(omission.failure, onFinding)
      case .omitted:
        weakest = .notRead
        if Self.isDamage(omission) {
          outcome.add(omission.failure, onFinding)
        } else {
          outcome.hasOmissions = true
          onFinding(.omitted(omission))
        }
        if omission.label != input { outcome.note(.notRead, omission.label, onFinding) }
      }
    } _: { file in
      let kind = check(file, &outcome, onFinding)
      weakest = Self.weaker(weakest, kind)
      onProgress(outcome.checked)
    }
    // If the archive has no files, only its structure was read.
    outcome.note(weakest ?? .structure, input, isWhole: true, onFinding)
  }

  private static func weaker(_ one: ContentCheck?, _ other: ContentCheck) -> ContentCheck {
    guard let one else { return other }
    let order = ContentCheck.allCases
    return order.firstIndex(of: one) ?? 0 > order.firstIndex(of: other) ?? 0 ? one : other
  }

  /// Reads a file and returns the kind of check.
  private func check(
    _ file: CollectedFile, _ outcome: inout Outcome, _ onFinding: (Finding) -> Void
  ) -> ContentCheck {
    guard isSampled(file.path) else {
      outcome.note(.notRead, file.label, onFinding)
      return .notRead
    }
    outcome.note(file.check, file.label, onFinding)
    do {
      if let conversion {
        _ = try conversion.read(file.source)
      } else {
        _ = try file.source.bytes(limits: collection.limits)
      }
    } catch {
      outcome.add(Failure(error, path: file.label), onFinding)
    }
    return file.check
  }

  /// Returns whether an omitted file is damaged.
  private static func isDamage(_ omission: FileCollection.Omission) -> Bool {
    let damage: [InputError.Code] = [.unpackDamaged, .unpackEntries]
    return omission.failure.code.hasPrefix("zip.")
      || damage.contains { $0.rawValue == omission.failure.code }
  }

  /// Returns whether a remark is about bytes of a ZIP archive that its directory does not describe:
  /// gaps, and headers that differ in the needed version or in extra fields.
  ///
  /// All files can be read, so that other commands only report it. A verification counts it as damage, because no
  /// writer of this program produces such bytes, and they can hide data or indicate a change.
  private static func isContradiction(_ omission: FileCollection.Omission) -> Bool {
    omission.failure.code.hasPrefix("zip.")
  }

  /// Returns whether a path is in the sample: its hash, as a fraction of the largest hash, is less
  /// than `sample`.
  private func isSampled(_ path: String) -> Bool {
    guard sample < 1 else { return true }
    let word = SHA256Digest(of: Array(path.utf8)).bytes.prefix(4)
      .reduce(0) { $0 << 8 | Int($1) }
    return Double(word) < sample * 4_294_967_296
  }
}
