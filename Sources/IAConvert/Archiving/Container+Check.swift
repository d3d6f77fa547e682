internal import IAArchive
internal import IABytes

extension Container {
  /// Verifies an archive and reports the documents that each damage affects.
  ///
  /// - Throws: `InputError` with `archive.no-directory` if the file contains no part of an archive;
  ///   the errors of reading.
  static func check(
    _ input: String, _ check: ArchiveCheck, _ outcome: inout ArchiveCheck.Outcome,
    _ onFinding: (ArchiveCheck.Finding) -> Void
  ) throws {
    let limits = check.collection.limits
    let archive: ArchiveReader
    let report: VerificationReport
    let damages: [VerificationReport.Damage]
    do {
      (archive, report, damages) = try settled(input, limits, depth(of: check))
    } catch let error as InputError {
      guard error.limit == nil else { throw error }
      let source = try Source(input)
      guard try ArchiveScan(source, limits: limits).hasTraces else {
        throw Failure(.badInput, path: input, code: "unpack.format", "is no archive")
      }
      var failure = Failure(damage(error, opening: source), path: input)
      failure.status = .damage
      outcome.add(failure, onFinding)
      outcome.note(.notRead, input, isWhole: true, onFinding)
      return
    }
    var weakest = ContentCheck.hash
    for member in report.members {
      let kind: ContentCheck =
        switch member.check {
        case .hash: .hash
        case .checksum: .checksum
        case .notRead: .notRead
        }
      // The weak checksum of recovery data does not count: they are computed from data that have hashes.
      if kind == .notRead { weakest = .notRead }
      outcome.note(kind, input + "/" + member.path, onFinding)
    }
    outcome.note(weakest, input, isWhole: true, onFinding)
    for damage in damages {
      var failure = Failure(damage.error, path: input)
      failure.status = .damage
      failure.detail = detail(of: damage, names(damage, archive))
      outcome.add(failure, onFinding)
    }
    noteUnprotected(archive.overview.unprotectedGenerations, of: input, onFinding)
    try checkLosses(of: archive, report, input, check, &outcome, onFinding)
  }

  /// Reports that generations have no recovery data, while others of the archive have them.
  private static func noteUnprotected(
    _ generations: [Int], of input: String, _ onFinding: (ArchiveCheck.Finding) -> Void
  ) {
    guard let words = unprotectedWords(generations) else { return }
    let failure = Failure(
      .success, path: input, code: InputError.Code.archiveNoRecovery.rawValue, words)
    onFinding(.omitted(.init(.remark, failure)))
  }

  /// Returns the words about generations without recovery data; `nil` if there are none.
  static func unprotectedWords(_ generations: [Int]) -> String? {
    guard !generations.isEmpty else { return nil }
    let shown = generations.prefix(8).map { "\($0)" }.joined(separator: ", ")
    let noun = generations.count == 1 ? "generation \(shown) has" : "generations \(shown)"
    let more = generations.count > 8 ? " and \(generations.count - 8) more" : ""
    return noun + more + (generations.count == 1 ? "" : " have")
      + " no recovery data, unlike others of the archive; iaconv archive compact writes them for all"
  }

  /// The maximum time during which the reading of an archive that others change is repeated.
  private static let longestRepetition = Duration.seconds(60)

  /// Returns whether there is time to read an archive that others change again.
  ///
  /// - Parameter start: The start of the first reading.
  private static func mayRepeat(since start: ContinuousClock.Instant) -> Bool {
    ContinuousClock.now < start + longestRepetition
  }

  /// Returns whether another program replaced the opened state, so that the archive must be read again.
  ///
  /// - Parameter start: The start of the first reading.
  static func isReplaced(_ opening: Opening, since start: ContinuousClock.Instant) -> Bool {
    guard case .finished = opening.source.waitForChange(until: start + longestWait) else {
      return false
    }
    return mayRepeat(since: start)
  }

  /// Verifies an archive, and repeats this if damage was found while a program was adding documents.
  ///
  /// - Returns: The reader, the report, and the damage, from which the bytes of an addition in progress are excluded.
  private static func settled(
    _ input: String, _ limits: Limits, _ depth: VerificationDepth
  ) throws -> (ArchiveReader, VerificationReport, [VerificationReport.Damage]) {
    let start = ContinuousClock.now
    let end = start + longestWait
    while true {
      let opening = try open(input, limits)
      let archive = try opening.reader.get()
      let report = try archive.verify(depth)
      guard !report.damages.isEmpty else { return (archive, report, []) }
      switch opening.source.waitForChange(until: end) {
      // An addition replaced bytes during the verification, which is not damage: the new state is verified.
      case .finished where mayRepeat(since: start): continue
      case .none where !opening.isBeingChanged: return (archive, report, report.damages)
      case .none, .finished, .unfinished:
        let damages = report.damages.filter {
          $0.error.code != .archiveMissingDirectory || $0.error.byteOffset < archive.byteCount
        }
        return (archive, report, damages)
      }
    }
  }

  /// Returns the description of damage with the name of its member, unless the description ends with it, and the names
  /// of documents.
  private static func detail(of damage: VerificationReport.Damage, _ names: String) -> String {
    let text = damage.error.detail
    let member = damage.member
    guard !member.isEmpty else { return text }
    if text.isEmpty { return member + names }
    guard text == member || text.hasSuffix(" " + member) else {
      return "\(text) (\(member)\(names))"
    }
    return text + names
  }

  private static func depth(of check: ArchiveCheck) -> VerificationDepth {
    let share = Int((check.sample * 1000).rounded())
    if check.conversion != nil { return .deep }
    return share < 1000 ? .sample(perThousand: max(share, 1), seed: 0) : .stored
  }

  /// Reports the losses that earlier repairs recorded, or accepts them.
  private static func checkLosses(
    of archive: ArchiveReader, _ report: VerificationReport, _ input: String,
    _ check: ArchiveCheck, _ outcome: inout ArchiveCheck.Outcome,
    _ onFinding: (ArchiveCheck.Finding) -> Void
  ) throws {
    // A damaged archive must not be appended to.
    let accepts = check.acceptsLoss && report.isIntact && report.hasUnacceptedLosses
    for loss in report.losses {
      let isAccepted = loss.isAccepted || accepts
      var lines = LossMessages.lines(loss.documents)
      if loss.documentCount == nil { lines.append("the original number of documents is unknown") }
      for line in lines {
        let failure = Failure(
          isAccepted ? .success : .damage, path: input, code: "archive.lost",
          "lost in an earlier repair: \(line)" + (isAccepted ? " (accepted)" : ""))
        if isAccepted {
          onFinding(.omitted(.init(.remark, failure)))
        } else {
          outcome.add(failure, onFinding)
        }
      }
    }
    if accepts { try ContainerWork.acceptLosses(of: input) }
  }

  /// Returns the names of the first eight documents that damage affects.
  private static func names(
    _ damage: VerificationReport.Damage, _ archive: ArchiveReader
  ) -> String {
    let shown = damage.ordinals.prefix(8).compactMap { ordinal in
      (try? archive.entry(at: ordinal)).map { reference(to: $0, in: archive) }
    }
    guard !shown.isEmpty else { return "" }
    let more = damage.ordinals.count - shown.count
    return ": " + shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
