internal import IABytes

/// A document that a PDF carries as an associated file.
enum PDFSource {
  /// Reads the document and the text of the pages.
  static func read(_ bytes: [UInt8], limits: Limits) throws(InputError) -> EmbeddedSource {
    guard bytes.firstRange(of: PDFFile.relationship.utf8) != nil else {
      throw InputError(.embeddedMissing, at: 0, detail: "no associated file with the source")
    }
    var file = try PDFFile(bytes, limits: limits)
    let catalog = try file.dictionary(file.root)
    guard let files = catalog.references("AF"), files.count == 1 else {
      throw InputError(
        .embeddedForm, at: try file.range(file.root).lowerBound, detail: "the associated files")
    }
    let specification = try file.dictionary(files[0])
    guard specification.name("AFRelationship") == "Source",
      let number = specification.dictionary("EF")?.reference("F")
    else {
      throw InputError(
        .embeddedForm, at: try file.range(files[0]).lowerBound, detail: "the associated file")
    }
    let document = try file.stream(number)
    var structure = try PDFStructureText(catalog, &file, limits)
    return EmbeddedSource(
      bytes: document, shown: .paragraphs(try structure.paragraphs()),
      byteOffset: try file.range(number).lowerBound)
  }
}
