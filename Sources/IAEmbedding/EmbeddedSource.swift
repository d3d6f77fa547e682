package import IABytes

/// A document that a drawing carries, and the text that the drawing shows (decision 0084).
package struct EmbeddedSource: Sendable {
  /// The format of a drawing that can carry a document.
  package enum Carrier: Hashable, Sendable {
    case pdf, png, svg
  }

  /// The text of a drawing.
  package enum ShownText: Hashable, Sendable {
    /// The paragraphs in the order of the document.
    case paragraphs([String])
    /// Parts with the UTF-16 offset of their first unit in the document.
    case parts([(utf16Offset: Int, text: String)])
    /// A picture has no text.
    case none

    package static func == (left: ShownText, right: ShownText) -> Bool {
      switch (left, right) {
      case (.paragraphs(let left), .paragraphs(let right)): left == right
      case (.parts(let left), .parts(let right)): left.elementsEqual(right, by: ==)
      case (.none, .none): true
      default: false
      }
    }

    package func hash(into hasher: inout Hasher) {
      switch self {
      case .paragraphs(let texts): hasher.combine(texts)
      case .parts(let parts): hasher.combine(parts.map(\.text))
      case .none: hasher.combine(0)
      }
    }
  }

  /// The bytes of the `.ia` file.
  package var bytes: [UInt8]
  /// The text of the drawing.
  package var shown: ShownText
  /// The offset in the drawing at which the document is stored.
  package var byteOffset: Int

  /// Returns the format of a drawing by its first bytes; `nil` for any other file.
  package static func carrier(_ file: [UInt8]) -> Carrier? {
    if file.starts(with: PDFFile.header) { return .pdf }
    if file.starts(with: PNGSource.signature) { return .png }
    return file.starts(with: SVGSource.opening.utf8) ? .svg : nil
  }

  /// Returns whether a file seems to contain a document; the document is not checked.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  package static func isPresent(in file: [UInt8]) -> Bool {
    switch carrier(file) {
    case .pdf: file.firstRange(of: PDFFile.relationship.utf8) != nil
    case .png: file.firstRange(of: PNGSource.chunkName.utf8) != nil
    case .svg: file.firstRange(of: SVGSource.start.utf8) != nil
    case nil: false
    }
  }

  /// Creates a source by reading the document and the text of a drawing.
  ///
  /// - Throws: `InputError` with a code `embedded.…`.
  /// - Complexity: O(*n*) in the size of the file and of its decompressed content.
  package init(_ file: [UInt8], limits: Limits) throws(InputError) {
    guard file.count <= limits.inputBytes else {
      throw .exceeds(
        .embeddedLimit, limit: "inputBytes", maximum: limits.inputBytes, seen: file.count,
        at: limits.inputBytes)
    }
    switch Self.carrier(file) {
    case .pdf: self = try PDFSource.read(file, limits: limits)
    case .png: self = try PNGSource.read(file)
    case .svg: self = try SVGSource.read(file, limits: limits)
    case nil:
      throw InputError(.embeddedMissing, at: 0, detail: "neither PDF, PNG nor SVG of iaconv")
    }
  }

  /// Creates a source of its parts.
  init(bytes: [UInt8], shown: ShownText, byteOffset: Int) {
    self.bytes = bytes
    self.shown = shown
    self.byteOffset = byteOffset
  }
}
