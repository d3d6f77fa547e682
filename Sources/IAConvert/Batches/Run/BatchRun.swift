internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IASyntax

/// The execution of a batch, which returns its events in turn.
///
/// `next` performs work until there is an event. Outputs of converted documents are collected in a group, which is
/// committed after 256 documents, 64 MiB or one second: the outputs are written to the disk, renamed to their final
/// names, reported, and then recorded in the journal. Therefore, after a process was killed, at most the documents of
/// the open group are converted again.
package final class BatchRun {
  /// The code of a document that a strict conversion refused.
  static let lossCode = "strict.loss"

  /// A function that creates the converter of the documents, and thereby chooses between this process and workers.
  package typealias ConverterFactory =
    (_ conversions: [Conversion], _ mediaFolder: String?) throws -> any JobConverter

  /// The limits of a group; it is committed when it reaches one of them.
  private enum Group {
    static let documents = 256
    static let byteCount = 64 << 20
    static let duration = Duration.seconds(1)
  }

  /// The maximum time for the documents in progress after a request to stop.
  private static let stopDuration = Duration.milliseconds(4500)
  /// The maximum time without a call of `onTurn` while workers convert.
  private static let turnDuration = Duration.milliseconds(200)

  /// The documents.
  package let plan: DocumentPlan
  /// The results so far.
  package private(set) var summary = BatchSummary()

  /// Called several times a second while documents are converted by workers, and after each event.
  package var onTurn: ((BatchRun) -> Void)?

  /// The folder of the outputs.
  private let target: String
  /// The archive that the outputs are packed into at the end.
  private let archive: BatchArchive?
  /// The members of archives among the sources.
  private let unpacked: UnpackedSources
  /// The sources, and whether the plan includes all of their files.
  private let sources: [String]
  private let plansAllFiles: Bool
  private let options: BatchOptions
  private let folder: OutputFolder
  private let journal: Journal
  private let earlier: EarlierResults
  private let stage: OutputStage
  private let report: BatchReporting
  private let limits: Limits
  private var statusFile: BatchStatusFile
  private var documents: PlannedDocuments
  /// The files that are left out, in the order of their reasons and paths.
  private var omissions: SortedRecords
  private var converter: any JobConverter
  private var pending: [UInt64: PendingDocument] = [:]
  private var nextID: UInt64 = 0
  private var group: [ConvertedDocument] = []
  private var groupEnd: ContinuousClock.Instant?
  private var events: [BatchEvent] = []
  private var progress = Progress()

  /// The state of the loop.
  private struct Progress {
    var isPlanTaken = false
    var isStopping = false
    var hasEnded = false
    var consecutiveFullDisks = 0
    /// The hashes of the names of documents that have no valid output; empty unless the target is an archive.
    var leftOut: Set<UInt64> = []
    var isArchivePending = false
    /// The files from which the documents of the existing archive were read; `nil` if no file is skipped for this
    /// reason.
    var archived: ArchivedFiles?
    let start = ContinuousClock.now
    /// The instant at which documents in progress are abandoned; `nil` if no stop was requested.
    var stopEnd: ContinuousClock.Instant?
    var slowest: (path: String, milliseconds: Int)?
    /// The entries of the journal that belong to documents of the plan.
    var known = EntryPlaces.Marks()
    /// Documents whose failure is not recorded in the journal.
    var unrecorded = FileChanges()
  }

  /// Creates a batch: locks the target, makes the plan and opens the journal.
  ///
  /// - Throws: `Failure`.
  init(
    _ sources: BatchSources, target: String, archive: BatchArchive? = nil, conversion: Conversion,
    options: BatchOptions, knownEntries: JournalIndex? = nil, unpacker: any ArchiveUnpacker,
    makeConverter: ConverterFactory
  ) throws(Failure) {
    let prepared = try BatchPreparation(conversion, options)
    try archive?.check(prepared.formats, sources: sources.paths)
    if options.prunes { try BatchPreparation.requireFolders(sources, target: target, archive) }
    self.archive = archive
    try SourceListing.refuseOverlap(sources.paths, target: target)
    if let report = options.report {
      // A report in a source folder is allowed: the plan excludes it from the documents.
      let files = sources.paths.filter { !OutputFolder.isFolder($0) }
      try ReportFile.requireReport(report, apartFrom: files + sources.lists)
    }
    self.target = target
    statusFile = BatchStatusFile(target: target)
    self.sources = sources.paths
    plansAllFiles = sources.changed == nil
    self.options = options
    folder = try BatchPreparation.lock(target)
    do {
      var omitted = RecordSorter(scratchFolder: options.scratchFolder)
      let note = { (omission: BatchOmission) throws in
        try omitted.add(omission.record)
      }
      unpacked = try UnpackedSources(
        sources, registry: conversion.registry, unpacker: unpacker,
        scratchFolder: options.scratchFolder, onOmission: note)
      // Names from earlier runs do not apply to an archive: its names depend only on its documents.
      let known =
        archive == nil
        ? try Journal.index(
          in: target, scratchFolder: options.scratchFolder, known: knownEntries) : knownEntries
      plan = try DocumentPlan(
        SourceListing(
          unpacked.sources, target: target, report: options.report,
          scratchFolder: options.scratchFolder, registry: conversion.registry, archives: unpacked),
        target: target, suffixes: prepared.suffixes,
        earlierName: { [unpacked] path in
          archive == nil ? try known?.name(ofInput: unpacked.label(of: path)) : nil
        }, onOmission: note)
      unpacked.endUnpacking()
      omissions = try omitted.sorted()
      journal = try Journal(
        in: target,
        run: JournalRun(
          program: SuiteVersion.program,
          options: OptionsDigest.digest(
            of: prepared.conversions, mediaFolder: options.mediaFolder,
            parameters: options.parameters)),
        scratchFolder: options.scratchFolder, known: known)
      report = try BatchReporting(
        options, outputFormat: prepared.formats.first?.id ?? conversion.outputFormat)
      converter = try makeConverter(prepared.conversions, options.mediaFolder)
    } catch {
      folder.removeIfUnused()
      throw Failure(error, path: target)
    }
    limits = conversion.readOptions.limits
    stage = OutputStage(
      target: target, formats: prepared.formats, options: options,
      sweeps: journal.earlierCount > 0)
    earlier = EarlierResults(
      target: target, formats: prepared.formats, options: options, limits: limits)
    documents = plan.documents(largestFirst: true)
    summary.documents = plan.count
    summary.prunes = options.prunes
    progress.archived = archive?.knownFiles(of: journal.current)
    events = [.planned(documents: plan.count, byteCount: plan.byteCount)]
    statusFile.write(summary, isEnd: true)
  }

  /// The path of the archive if it was not written because not all documents were attempted; otherwise `nil`.
  package var pendingArchive: String? { progress.isArchivePending ? archive?.path : nil }

  /// The folder whose journal `iaconv report` reads; `nil` if the target is an archive.
  package var journaledTarget: String? { archive == nil ? target : nil }

  /// Whether outputs without a source are removed.
  package var prunes: Bool { options.prunes }

  /// The entries of runs before this one; `nil` if there were none.
  var earlierEntries: JournalIndex? { journal.index }

  /// The files that the next round must plan again: those that are still being written, and those whose failure is not
  /// recorded; incomplete if not all documents were attempted.
  var unfinishedFiles: FileChanges {
    guard progress.hasEnded, summary.skipped == 0 else { return .incomplete }
    var files = plan.unsettledFiles
    files.formUnion(progress.unrecorded)
    return files
  }

  /// Ends the batch early: no further document is started, and `next` finishes those in progress.
  ///
  /// A document that takes more than 4.5 seconds after the first call is abandoned.
  package func stop() {
    progress.isStopping = true
    progress.stopEnd = progress.stopEnd ?? ContinuousClock.now + Self.stopDuration
  }

  /// The state of the batch.
  package var state: BatchState {
    BatchState(
      phase: progress.isStopping ? .stopping : .converting, summary: summary,
      byteCount: plan.byteCount, startSeconds: statusFile.startSeconds,
      seconds: (ContinuousClock.now - progress.start) / .seconds(1), slowest: progress.slowest,
      workers: converter.states)
  }

  /// Performs work until there is an event.
  ///
  /// - Returns: The event, or `nil` after the last.
  /// - Throws: `Failure` if the batch cannot continue; committed documents remain.
  package func next() throws(Failure) -> BatchEvent? {
    do {
      while events.isEmpty, !progress.hasEnded { try step() }
      return events.isEmpty ? nil : events.removeFirst()
    } catch {
      progress.hasEnded = true
      converter.stop()
      throw Failure(error, path: target)
    }
  }

  /// Performs one piece of work: an omission, a submission, a result, a commit, or the end.
  private func step() throws {
    if let record = try omissions.next() {
      try omit(BatchOmission(record: record))
    } else if !progress.isStopping, !progress.isPlanTaken, pending.count < converter.capacity {
      try begin()
    } else if !pending.isEmpty {
      let turn = ContinuousClock.now + Self.turnDuration
      if let result = try converter.next(until: min(groupEnd ?? turn, turn)) {
        try finish(result)
      }
      if let end = progress.stopEnd, ContinuousClock.now >= end { abandonPending() }
    } else {
      try commit()
      guard events.isEmpty else { return }
      try end()
    }
    if isGroupFull { try commit() }
    onTurn?(self)
  }

  /// Counts and reports a file that is not a document.
  private func omit(_ omission: BatchOmission) throws {
    summary.count(omission)
    try report.add(omission)
    events.append(.omitted(omission))
  }

  /// Stops the conversion of the documents in progress; the next run converts them.
  private func abandonPending() {
    guard !pending.isEmpty else { return }
    converter.stop()
    pending.removeAll()
  }

  private var isGroupFull: Bool {
    guard !group.isEmpty else { return false }
    return group.count >= Group.documents || stage.byteCount >= Group.byteCount
      || stage.isFull
      || options.durability == .each || groupEnd.map { ContinuousClock.now >= $0 } == true
  }

  // MARK: - Start of a document

  private func begin() throws {
    guard let document = try documents.next() else {
      progress.isPlanTaken = true
      return
    }
    if let failure = unpacked.failure(of: document.path) {
      return try conclude(document, .failed(failure), usage: nil)
    }
    let known = try journal.entry(document.name, marking: &progress.known)
    if let result = earlier.result(for: document, known?.entry, known?.isCurrent == true) {
      return try conclude(document, result, usage: nil)
    }
    if let archived = progress.archived,
      archived.contains(
        document.name, readFrom: document.path, label: unpacked.label(of: document.path),
        limits: limits)
    {
      return try conclude(document, .unchanged, usage: nil)
    }
    let id = nextID
    nextID += 1
    let label = unpacked.label(of: document.path)
    pending[id] = PendingDocument(
      document: document, label: label, stamp: FileStamp(path: document.path),
      previous: try known.map { try journal.withAllOutputs($0.entry) })
    try converter.submit(
      ConversionJob(
        id: id, name: label,
        input: .file(path: document.path, root: document.root)))
  }

  // MARK: - End of a document

  private func finish(_ result: JobResult) throws {
    guard let job = pending.removeValue(forKey: result.id) else { return }
    switch result.ending {
    case .failed(let failure):
      if try !recordRefusal(of: job, failure, result.beside) { retry(job.document) }
      try conclude(job.document, .failed(failure), usage: result.usage)
    case .converted(let targets):
      do {
        try add(job, targets, result)
      } catch {
        let failure = Failure(error, path: job.document.path)
        let isChanged = failure.code == "output.changed" && failure.status == .loss
        if !isChanged { retry(job.document) }
        try conclude(
          job.document, isChanged ? .changed(failure) : .failed(failure), usage: result.usage)
      }
    }
  }

  /// Adds the staged outputs of a document to the group; if the process has too many open files, first commits the
  /// group.
  private func add(_ job: PendingDocument, _ targets: [TargetResult], _ result: JobResult) throws {
    let staged: OutputStage.Document
    do {
      staged = try stage.stage(job.document.name, targets, previous: job.previous)
    } catch let error as FileError where FileGroup.isOutOfDescriptors(error) && !group.isEmpty {
      try commit()
      staged = try stage.stage(job.document.name, targets, previous: job.previous)
    }
    var outcomes = targets.map(\.outcome)
    for index in outcomes.indices {
      let path = stage.paths(of: job.document.name)[index]
      let isFirst = outcomes[index].outputs.indices.contains(0)
      if isFirst { outcomes[index].outputs[0].path = (archive?.path ?? target) + "/" + path }
    }
    let line = try line(of: job, outcomes.first?.inputDigest, result.beside, staged)
    noteRemaining(job, staged)
    if group.isEmpty { groupEnd = ContinuousClock.now + Group.duration }
    group.append(
      ConvertedDocument(
        document: job.document, outcomes: outcomes, staged: staged, line: line,
        usage: result.usage))
  }

  /// Counts the outputs of a document in formats that only earlier runs wrote.
  private func noteRemaining(_ job: PendingDocument, _ staged: OutputStage.Document) {
    guard archive == nil else { return }
    for output in job.remainingOutputs(besides: staged.outputs)
    where FileStamp.isTaken(target + "/" + output.text) {
      summary.note(remaining: target + "/" + output.text)
    }
  }

  /// Returns the journal line of a converted document; `nil` if the input may have changed during the conversion.
  ///
  /// - Throws: `Failure` with `journal.limit` if the document has more outputs than a line can list; its staged outputs
  ///   are then discarded.
  private func line(
    of job: PendingDocument, _ digest: SHA256Digest?, _ beside: SideFileRecord?,
    _ staged: OutputStage.Document
  ) throws -> [UInt8]? {
    guard var entry = job.entry(digest, beside, limits: limits) else { return nil }
    entry.outputs = staged.outputs
    if let line = Journal.line(of: entry) { return line }
    stage.discard(staged)
    throw Failure(
      .badInput, path: job.document.path, code: "journal.limit",
      "its \(staged.outputs.count) outputs are more than the journal of a batch can list")
  }

  /// Notes that the next round must convert a document again.
  private func retry(_ document: PlannedDocument) {
    progress.unrecorded.add(PathBytes.bytes(of: document.path))
  }

  /// Records a document that was refused because of its content, so that later runs do not try it again.
  ///
  /// - Returns: Whether it was recorded.
  private func recordRefusal(
    of job: PendingDocument, _ failure: Failure, _ beside: SideFileRecord?
  ) throws -> Bool {
    guard let entry = job.refusal(failure, beside, limits: limits),
      let line = Journal.line(of: entry)
    else { return false }
    try journal.append([line])
    return true
  }

  /// Counts and reports a document that has its result.
  private func conclude(
    _ document: PlannedDocument, _ result: BatchDocument.Result, usage: JobUsage?
  ) throws(Failure) {
    let milliseconds = Int((usage?.wallNanoseconds ?? 0) / 1_000_000)
    let finished = BatchDocument(
      path: unpacked.label(of: document.path), byteCount: document.byteCount,
      result: labelled(result),
      milliseconds: milliseconds)
    summary.count(finished)
    if milliseconds > progress.slowest?.milliseconds ?? 0 {
      progress.slowest = (finished.path, milliseconds)
    }
    leaveOutIfNeeded(document, result)
    try report.add(finished, usage)
    events.append(.finished(finished))
    stopIfNeeded(after: result)
  }

  /// Returns a result in which the path of a failure has the form for messages, in which members of archives begin with
  /// the path of the archive.
  private func labelled(_ result: BatchDocument.Result) -> BatchDocument.Result {
    guard case .failed(let failure) = result else { return result }
    return .failed(unpacked.labelled(failure))
  }

  /// Notes a document without a valid output, so that it is not added to the target archive.
  private func leaveOutIfNeeded(_ document: PlannedDocument, _ result: BatchDocument.Result) {
    guard archive != nil else { return }
    switch result {
    case .converted, .unchanged, .kept: break
    case .failed, .failedBefore, .changed: progress.leftOut.insert(Self.hash(of: document))
    }
  }

  private static func hash(of document: PlannedDocument) -> UInt64 {
    document.name.utf8.reduce(FNV1a.start) { FNV1a.adding($1, to: $0) }
  }

  private func stopIfNeeded(after result: BatchDocument.Result) {
    switch result {
    case .failed(let failure):
      // The refusal of a document does not prove that the disk has space, so that it does not reset the count.
      if failure.isFull {
        progress.consecutiveFullDisks += 1
        summary.isDiskFull = true
      }
      if progress.consecutiveFullDisks >= Batch.maxConsecutiveFullDisks {
        progress.isStopping = true
      }
    case .converted: progress.consecutiveFullDisks = 0
    default: break
    }
    let failures = summary.failed + summary.refused
    if let limit = options.failureLimit, limit.isExceeded(by: failures, of: summary.documents) {
      progress.isStopping = true
      // The next run converts the documents that wait for a worker.
      progress.stopEnd = progress.stopEnd ?? ContinuousClock.now
    }
  }

  // MARK: - Groups

  /// Writes the outputs of the group to the disk, names them, and records them.
  private func commit() throws {
    guard !group.isEmpty else { return }
    let converted = group
    group.removeAll(keepingCapacity: true)
    groupEnd = nil
    let failures = stage.commit(converted.map(\.staged))
    var lines: [[UInt8]] = []
    for (item, failure) in zip(converted, failures) {
      if failure == nil, let line = item.line { lines.append(line) }
      if failure != nil { retry(item.document) }
      try conclude(
        item.document, failure.map { .failed($0) } ?? .converted(item.outcomes),
        usage: item.usage)
    }
    try journal.append(lines)
    if options.durability == .each { try journal.sync() }
    statusFile.write(summary, isEnd: false)
  }

  private func end() throws {
    progress.hasEnded = true
    if options.durability != .none { try journal.sync() }
    try findStaleOutputs()
    statusFile.write(summary, isEnd: true)
    try report.finish()
    if let archive {
      progress.isArchivePending = summary.skipped > 0
      if summary.skipped == 0 {
        summary.addition = try archive.pack(plan) {
          progress.leftOut.contains(Self.hash(of: $0))
        } onRenamed: {
          events.append(
            .omitted(
              BatchOmission(
                path: $0.path, reason: $0.isTaken ? .collision : .renamed, renamed: $0.other)))
        }
      }
    }
    events.append(.ended(summary))
  }

  /// Finds the outputs of earlier runs whose input no longer exists, and removes them if the options request this.
  private func findStaleOutputs() throws {
    guard let index = journal.index, archive == nil, plansAllFiles, summary.skipped == 0 else {
      return
    }
    let search = StaleSearch(
      target: target, sources: sources, trustsTimes: options.trustsTimes)
    guard options.prunes else {
      // An error is ignored: the batch is complete without this list.
      try? search.forEach(
        in: index, besides: progress.known, scratchFolder: options.scratchFolder
      ) { document in
        for file in document.outputs.joined() { summary.stale.add(file.path) }
      }
      return
    }
    var removal = StaleRemoval(search, target: target)
    defer {
      summary.pruned = removal.removed
      summary.stale = removal.kept
      summary.emptySource = removal.emptySource
      summary.pruneFailure = removal.failure
    }
    var sideFiles = StaleSideFiles()
    try search.forEach(
      in: index, besides: progress.known, scratchFolder: options.scratchFolder
    ) { document in
      for files in document.outputs {
        removal.remove(files, of: document.entry.name, from: document.source)
      }
      sideFiles.add(document)
    }
    // The journal has no line about the files of these documents.
    guard summary.changed == 0, summary.kept == 0, summary.failed == 0, summary.failedBefore == 0
    else { return }
    for file in try sideFiles.unshared(in: target) { removal.remove(file) }
  }
}
