public import IABytes
public import IAFiles
public import IAFormats
internal import IASyntax

/// A reader for sticker packs in property lists and JSON, with pictures in files beside them.
///
/// `Specs/text-backed.md` specifies both forms. Other members are dropped and reported. A sticker
/// whose picture file is missing has no picture.
public struct StickerPackReader: Sendable {
  /// The limits of the input; `tableEntries` limits the number of packs and stickers.
  public var limits: Limits
  /// Whether to load the picture files.
  public var loadsImages: Bool

  /// Creates a reader.
  public init(limits: Limits = .standard, loadsImages: Bool = true) {
    self.limits = limits
    self.loadsImages = loadsImages
  }

  /// The packs of a file, with a report.
  public struct Result: Hashable, Sendable {
    /// The packs, in order.
    public var packs: [StickerPack]
    /// Notes about unknown members, and about picture files whose names are not allowed.
    public var report: ConversionReport
  }

  /// Reads packs.
  ///
  /// The first bytes determine the syntax.
  ///
  /// - Throws: `InputError`: a syntax error, `stickers.count` above the limit, or `stickers.shape`
  ///   if the values are not those of packs. `StickerPackValidator` finds other defects. Also the
  ///   source's errors.
  public func read(_ source: any DocumentSource) throws -> Result {
    let bytes = try source.bytes(limits: limits)
    let start = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    let isJSON = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    var result = isJSON ? try readJSON(bytes) : try readPropertyList(bytes)
    let count = result.packs.reduce(result.packs.count) { $0 + $1.stickers.count }
    guard count <= limits.tableEntries else { throw tooMany(count, at: 0) }
    if loadsImages { try loadImages(of: &result, from: source) }
    return result
  }

  /// Returns the error for too many packs and stickers.
  func tooMany(_ count: Int, at byteOffset: Int) -> InputError {
    .exceeds(
      .stickerCount, limit: "tableEntries", maximum: limits.tableEntries, seen: count,
      at: byteOffset)
  }

  /// Loads the picture of each sticker; a name without a suffix is also tried with the suffixes of the
  /// source system's pictures.
  private func loadImages(of result: inout Result, from source: any DocumentSource) throws {
    for pack in result.packs.indices {
      for sticker in result.packs[pack].stickers.indices {
        let name = result.packs[pack].stickers[sticker].imageName
        guard !name.isEmpty else { continue }
        guard StickerPack.isAllowed(imageName: name) else {
          result.report.add(.neutralised, .stickerPicture, "name of a file not allowed")
          continue
        }
        for candidate in Self.candidates(for: name) {
          let image = try source.sideFile(named: candidate, limits: limits)
          result.packs[pack].stickers[sticker].image = image
          if image != nil { break }
        }
      }
    }
  }

  /// Returns the file names to try for the name of a picture.
  static func candidates(for name: String) -> [String] {
    name.contains(".") ? [name] : [name, "\(name).png", "\(name)@2x.png", "\(name)@3x.png"]
  }
}

extension InputError.Code {
  /// A value in a file of sticker packs has the wrong type or content.
  public static let stickerShape = Self(rawValue: "stickers.shape")
  /// The number of packs and stickers exceeds `Limits.tableEntries`.
  public static let stickerCount = Self(rawValue: "stickers.count")
}
