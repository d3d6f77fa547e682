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
  /// What reads each file as a document; `nil` to look at the bytes only.
  public var conversion: Conversion?

  /// Whether to accept what earlier repairs of archives could not save.
  public var acceptsLoss = false

  /// What was found.
  public struct Outcome: Hashable, Sendable {
    /// How many members were checked in which way.
    public private(set) var counts: [ContentCheck: Int] = [:]
    /// What is damaged.
    public private(set) var faults: [Failure] = []
    /// What is no archive.
    public fileprivate(set) var others: [Failure] = []

    /// How many members were read.
    public var checked: Int {
      counts.reduce(0) { $0 + ($1.key == .notRead ? 0 : $1.value) }
    }

    /// How the command ends: 3 for damage, else 65 for a file that is no archive, else 2 if members
    /// were left out that are not passed over on purpose.
    public var status: ExitStatus {
      if !faults.isEmpty { return .damage }
      if !others.isEmpty { return .badInput }
      return hasOmissions ? .someFailed : .success
    }

    /// Whether members could not be read, or were skipped.
    public fileprivate(set) var hasOmissions = false

    /// Notes what is damaged, and tells it.
    mutating func add(_ fault: Failure, _ onFinding: (Finding) -> Void) {
      faults.append(fault)
      onFinding(.damaged(fault))
    }

    /// Notes how a member, or an archive as a whole, was checked, and tells it.
    mutating func note(
      _ check: ContentCheck, _ label: String, isWhole: Bool = false,
      _ onFinding: (Finding) -> Void
    ) {
      if !isWhole { counts[check, default: 0] += 1 }
      onFinding(isWhole ? .whole(label, check) : .member(label, check))
    }
  }

  /// Something that is told as soon as it is found.
  public enum Finding: Hashable, Sendable {
    /// It is damaged.
    case damaged(Failure)
    /// It is skipped in reading, such as a link; or a remark.
    case omitted(FileCollection.Omission)
    /// It is no archive.
    case other(Failure)
    /// A member of an archive, and how it was checked.
    case member(String, ContentCheck)
    /// An archive as a whole: the weakest check of its members.
    case whole(String, ContentCheck)
  }

  /// Prepares to verify a collection.
  public init(_ collection: FileCollection) { self.collection = collection }

  /// Verifies all of it, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - onFinding: Told what is damaged or skipped.
  ///   - onProgress: Told the number of files read so far.
  /// - Returns: What was found; damage is no error of this function.
  /// - Throws: `Failure` if an input is not there or cannot be read.
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
        try requireArchive(input)
        do {
          try checkOther(input, &outcome, onFinding, onProgress)
        } catch let error as InputError where error.code == .unpackFormat {
          // It begins as an archive does and cannot be opened.
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
        case .badInput where failure.limit != nil:
          outcome.hasOmissions = true
          outcome.note(.notRead, input, onFinding)
          onFinding(.omitted(.init(.omitted, failure)))
        case .badInput: outcome.add(failure, onFinding)
        default: throw failure
        }
      }
    }
    return outcome
  }

  private func requireArchive(_ input: String) throws {
    guard try OutputFolder.isFolder(input) || input != "-" && FileCollection.isArchive(input) else {
      throw Failure(
        .badInput, path: input, code: InputError.Code.unpackFormat.rawValue, "is no archive")
    }
  }

  /// Verifies an archive of others, or a folder.
  private func checkOther(
    _ input: String, _ outcome: inout Outcome, _ onFinding: (Finding) -> Void,
    _ onProgress: (Int) -> Void
  ) throws {
    var weakest: ContentCheck?
    try collection.visit(input) { omission in
      switch omission.kind {
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
    // Of an archive without files its structure was read.
    outcome.note(weakest ?? .structure, input, isWhole: true, onFinding)
  }

  private static func weaker(_ one: ContentCheck?, _ other: ContentCheck) -> ContentCheck {
    guard let one else { return other }
    let order = ContentCheck.allCases
    return order.firstIndex(of: one) ?? 0 > order.firstIndex(of: other) ?? 0 ? one : other
  }

  /// Reads a file; returns how it was checked.
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

  /// Returns whether what is left out is damaged or contradicts itself.
  private static func isDamage(_ omission: FileCollection.Omission) -> Bool {
    let damage: [InputError.Code] = [.unpackDamaged, .unpackEntries]
    return omission.failure.code.hasPrefix("zip.")
      || damage.contains { $0.rawValue == omission.failure.code }
  }

  /// Returns whether a path is of the sample: its hash, as a fraction of all hashes, is below the
  /// share.
  private func isSampled(_ path: String) -> Bool {
    guard sample < 1 else { return true }
    let word = SHA256Digest(of: Array(path.utf8)).bytes.prefix(4)
      .reduce(0) { $0 << 8 | Int($1) }
    return Double(word) < sample * 4_294_967_296
  }
}
