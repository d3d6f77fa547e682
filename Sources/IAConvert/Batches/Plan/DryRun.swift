internal import IABytes
internal import IAFiles
internal import IASyntax

extension BatchRunner {
  /// Calculates the plan of the batch without writing anything to the target.
  ///
  /// - Parameters:
  ///   - onOmission: Called with each file that is left out.
  ///   - body: Called with a line of JSON for each document, with the members `path`, `bytes` and `out` (the paths of
  ///     the
  ///     outputs). If the options request the removal of outputs, it is then called for each document whose input no
  ///     longer exists, with the members `path`, `prune` (outputs that would be removed) and `kept` (outputs that would
  ///     not).
  /// - Throws: `Failure`, and the errors of the functions.
  public func plan(
    onOmission: (BatchOmission) throws -> Void, _ body: (_ line: [UInt8]) throws -> Void
  ) throws {
    let prepared = try BatchPreparation(conversion, options)
    let archive = BatchArchive(target: target, options)
    try archive?.check(prepared.formats, sources: sources.paths)
    if options.prunes { try BatchPreparation.requireFolders(sources, target: target, archive) }
    do {
      let unpacked = try UnpackedSources(
        sources, registry: conversion.registry, unpacker: makeUnpacker?() ?? LocalUnpacker(),
        scratchFolder: options.scratchFolder, onOmission: onOmission)
      let folder = archive?.stagingFolder ?? target
      let known =
        archive == nil
        ? try Journal.index(in: target, scratchFolder: options.scratchFolder) : nil
      let plan = try DocumentPlan(
        SourceListing(
          unpacked.sources, target: folder, report: options.report,
          scratchFolder: options.scratchFolder, registry: conversion.registry, archives: unpacked),
        target: folder, suffixes: prepared.suffixes,
        earlierName: { try known?.name(ofInput: unpacked.label(of: $0)) }, onOmission: onOmission)
      var documents = plan.documents()
      var marks = EntryPlaces.Marks()
      while let document = try documents.next() {
        if options.prunes { _ = try known?.entry(document.name, marking: &marks) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("v")
        writer.integer(1)
        ReportLine.write(path: unpacked.label(of: document.path), to: &writer)
        writer.key("bytes")
        writer.integer(document.byteCount)
        writer.member(list: "out", prepared.formats) { writer, format in
          let path = OutputStage.path(of: document.name, format)
          writer.string(HarmlessText.escape(target + "/" + path))
        }
        writer.endObject()
        try body(writer.finish() + [0x0A])
      }
      if options.prunes, let known { try listRemovals(known, besides: marks, body) }
    } catch {
      throw IAConvert.Failure(error, path: target)
    }
  }

  /// Calls a function with a line for each document whose outputs would be removed.
  private func listRemovals(
    _ index: JournalIndex, besides marks: EntryPlaces.Marks,
    _ body: (_ line: [UInt8]) throws -> Void
  ) throws {
    let search = StaleSearch(
      target: target, sources: sources.paths, trustsTimes: options.trustsTimes)
    var removal = StaleRemoval(search, target: target)
    var sideFiles = StaleSideFiles()
    func list(_ outputs: [[JournalEntry.Output]], of document: StaleSearch.Document) throws {
      guard !outputs.isEmpty else { return }
      var pruned: [String] = []
      var kept: [String] = []
      for files in outputs {
        let paths = files.map { HarmlessText.escape(target + "/" + $0.path) }
        if removal.isRemovable(files, of: document.entry.name, from: document.source) {
          pruned += paths
        } else {
          kept += paths
        }
      }
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("v")
      writer.integer(1)
      ReportLine.write(path: document.entry.input, to: &writer)
      writer.member(list: "prune", pruned) { $0.string($1) }
      if !kept.isEmpty { writer.member(list: "kept", kept) { $0.string($1) } }
      writer.endObject()
      try body(writer.finish() + [0x0A])
    }
    try search.forEach(
      in: index, besides: marks, scratchFolder: options.scratchFolder
    ) { document in
      try list(document.outputs, of: document)
      sideFiles.add(document)
    }
    for file in try sideFiles.unshared(in: target) {
      try list([[file.outputs[0]]], of: file.document)
    }
  }
}
