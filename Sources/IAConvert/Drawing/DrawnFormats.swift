public import IAFormats

extension FormatDescriptor {
  private static let themes = [
    Profile("light", "on white"),
    Profile("dark", "on near black"),
  ]

  /// The format of PNG pictures.
  public static let png = FormatDescriptor(
    id: FormatID("png"), title: "PNG picture", suffixes: ["png"], mediaTypes: ["image/png"],
    profiles: themes, isTextual: false)

  /// The format of animated PNG pictures.
  public static let apng = FormatDescriptor(
    id: FormatID("apng"), title: "animated PNG", suffixes: ["apng"], mediaTypes: ["image/apng"],
    profiles: themes, isTextual: false)

  /// The format of SVG pictures.
  public static let svg = FormatDescriptor(
    id: FormatID("svg"), title: "SVG picture", suffixes: ["svg"], mediaTypes: ["image/svg+xml"],
    profiles: themes)

  /// The format of PDF documents.
  public static let pdf = FormatDescriptor(
    id: FormatID("pdf"), title: "PDF", suffixes: ["pdf"], mediaTypes: ["application/pdf"],
    profiles: themes, isTextual: false)

  /// All drawn formats.
  public static let drawn = [png, apng, svg, pdf]
}

extension FormatRegistry {
  /// Returns the registry in which the given entries replace the drawn formats.
  public func drawing(_ drawn: [Entry]) -> FormatRegistry {
    FormatRegistry(
      entries.map { entry in
        drawn.first { $0.descriptor.id == entry.descriptor.id } ?? entry
      })
  }

  /// Throws if only another program can write a format; called before any file is read or opened.
  ///
  /// - Throws: `FormatError.drawnElsewhere`.
  public func refuseDrawnElsewhere(_ id: FormatID) throws(FormatError) {
    guard let entry = entry(id: id), entry.isDrawnElsewhere else { return }
    throw .drawnElsewhere(entry.descriptor.id.rawValue)
  }
}
