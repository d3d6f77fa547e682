public import IABytes
public import IAFiles
public import IAFormats
internal import IASyntax

/// Reads sticker packs from property lists and JSON, with their pictures from the files beside.
///
/// `Specs/text-backed.md` describes both shapes. What a pack says beyond them is reported and left
/// out; a picture that is not there leaves a sticker without one.
public struct StickerPackReader: Sendable {
  /// How much the input may ask for: `tableEntries` counts stickers.
  public var limits: Limits
  /// Whether the files of pictures are looked for.
  public var loadsImages: Bool

  /// Makes a reader.
  public init(limits: Limits = .standard, loadsImages: Bool = true) {
    self.limits = limits
    self.loadsImages = loadsImages
  }

  /// The packs of a file, and what was odd about it.
  public struct Result: Hashable, Sendable {
    /// The packs in order.
    public var packs: [StickerPack]
    /// Members that mean nothing here, names of pictures that are never looked for.
    public var report: ConversionReport
  }

  /// Reads packs; the syntax is told from the first bytes.
  ///
  /// - Throws: `InputError`: of the syntax, over a limit, or `stickers.shape` where the values are
  ///   not those of packs. What is wrong with well-shaped packs `StickerPackValidator` lists.
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

  func tooMany(_ count: Int, at byteOffset: Int) -> InputError {
    .exceeds(
      .stickerCount, limit: "tableEntries", maximum: limits.tableEntries, seen: count,
      at: byteOffset)
  }

  /// Looks for each picture under its name, and, where that has no suffix, under the names that the
  /// source system's pictures have.
  private func loadImages(of result: inout Result, from source: any DocumentSource) throws {
    for pack in result.packs.indices {
      for sticker in result.packs[pack].stickers.indices {
        let name = result.packs[pack].stickers[sticker].imageName
        guard !name.isEmpty else { continue }
        guard StickerPack.isAllowed(imageName: name) else {
          result.report.add(.neutralised, "sticker-picture", "name of a file not allowed")
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

  static func candidates(for name: String) -> [String] {
    name.contains(".") ? [name] : [name, "\(name).png", "\(name)@2x.png", "\(name)@3x.png"]
  }
}

extension InputError.Code {
  /// A value in a file of sticker packs is not what stands there in such a file.
  public static let stickerShape = Self(rawValue: "stickers.shape")
  /// There are more packs and stickers than `Limits.tableEntries`.
  public static let stickerCount = Self(rawValue: "stickers.count")
}
