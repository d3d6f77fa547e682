internal import IABytes
internal import IAFiles
internal import IASyntax

extension BatchRunner {
  /// Calculates the plan of the batch without writing anything to the target.
  ///
  /// - Parameters:
  ///   - onOmission: Called with each file that is left out.
  ///   - body: Called with a line of JSON for each document: `path`, `bytes` and the paths `out`.
  /// - Throws: `Failure`, and the errors of the functions.
  public func plan(
    onOmission: (BatchOmission) throws -> Void, _ body: (_ line: [UInt8]) throws -> Void
  ) throws {
    let prepared = try BatchPreparation(conversion, options)
    let archive = BatchArchive(target: target, options)
    try archive?.check(prepared.formats, sources: sources.paths)
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
      while let document = try documents.next() {
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
    } catch {
      throw IAConvert.Failure(error, path: target)
    }
  }
}
