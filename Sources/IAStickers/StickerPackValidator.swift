public import IABytes
public import IAFormats
internal import IAText

/// A validator that lists all defects of sticker packs.
public struct StickerPackValidator: Sendable {
  /// The limits: `tableEntries` for stickers, `pixels` and `inputBytes` for each picture.
  public var limits: Limits
  /// Whether a sticker without a picture has a defect.
  public var requiresImages: Bool

  /// Creates a validator.
  public init(limits: Limits = .standard, requiresImages: Bool = true) {
    self.limits = limits
    self.requiresImages = requiresImages
  }

  /// Returns all defects, in the order of packs and stickers.
  ///
  /// - Complexity: O(*n*) in the sizes of the names and picture headers.
  public func defects(in packs: [StickerPack]) -> [StickerPackDefect] {
    var found: [StickerPackDefect] = []
    var packNames: [[UInt16]: Int] = [:]
    var names: [[UInt16]: StickerIndex.Place] = [:]
    var spellings: [String: StickerIndex.Place] = [:]
    var count = 0
    for (packNumber, pack) in packs.enumerated() {
      found += faults(of: pack, named: &packNames, number: packNumber)
        .map { StickerPackDefect($0, pack: packNumber) }
      for (number, sticker) in pack.stickers.enumerated() {
        count += 1
        var faults = nameFaults(of: sticker.name)
        let place = StickerIndex.Place(pack: packNumber, sticker: number)
        let units = Array(sticker.name.utf16)
        if units.isEmpty {
          // Reported as an empty name.
        } else if let first = names[units] {
          faults.append(.duplicateName(first: first))
        } else {
          names[units] = place
          // Swift strings are equal if they are canonically equivalent, even if their units differ.
          if let first = spellings[sticker.name] { faults.append(.equivalentName(first: first)) }
          spellings[sticker.name] = spellings[sticker.name] ?? place
        }
        faults += imageFaults(of: sticker)
        found += faults.map { StickerPackDefect($0, pack: packNumber, sticker: number) }
      }
      if count > limits.tableEntries, count - pack.stickers.count <= limits.tableEntries {
        let total = packs.reduce(0) { $0 + $1.stickers.count }
        found.append(
          StickerPackDefect(
            .tooManyStickers(count: total, limit: limits.tableEntries), pack: packNumber))
      }
    }
    return found
  }

  private func faults(
    of pack: StickerPack, named names: inout [[UInt16]: Int], number: Int
  ) -> [StickerPackDefect.Fault] {
    var faults: [StickerPackDefect.Fault] = []
    let units = Array(pack.name.utf16)
    if units.isEmpty {
      faults.append(.emptyPackName)
    } else if let first = names[units] {
      faults.append(.duplicatePackName(firstPack: first))
    } else {
      names[units] = number
    }
    if let cover = pack.coverName, !StickerPack.isAllowed(imageName: cover) {
      faults.append(.forbiddenImageName)
    }
    if pack.stickers.isEmpty { faults.append(.noStickers) }
    return faults
  }

  private func nameFaults(of name: String) -> [StickerPackDefect.Fault] {
    var faults: [StickerPackDefect.Fault] = []
    let scalars = name.unicodeScalars
    if scalars.isEmpty { faults.append(.emptyName) }
    let count = name.utf16.count
    if count > StickerPack.longestName {
      faults.append(.longName(utf16Count: count, limit: StickerPack.longestName))
    }
    if scalars.contains(where: { $0 == "[" || $0 == "]" }) { faults.append(.bracketInName) }
    if scalars.contains("\\") { faults.append(.backslashInName) }
    let isLineBreak = { (scalar: Unicode.Scalar) in
      scalar == "\n" || scalar == "\r" || StickerPack.isLineSeparator(scalar)
    }
    if scalars.contains(where: isLineBreak) { faults.append(.lineBreakInName) }
    let isControl = { (scalar: Unicode.Scalar) in
      (StickerPack.isControl(scalar) && !isLineBreak(scalar)) || scalar == "\u{FFFC}"
    }
    if scalars.contains(where: isControl) { faults.append(.controlInName) }
    return faults
  }

  private func imageFaults(of sticker: StickerPack.Sticker) -> [StickerPackDefect.Fault] {
    var faults: [StickerPackDefect.Fault] = []
    if sticker.imageName.isEmpty {
      if requiresImages { faults.append(.emptyImageName) }
    } else if !StickerPack.isAllowed(imageName: sticker.imageName) {
      faults.append(.forbiddenImageName)
    }
    guard let image = sticker.image else {
      if requiresImages { faults.append(.missingImage) }
      return faults
    }
    if image.count > limits.inputBytes {
      faults.append(.imageBytes(count: image.count, limit: limits.inputBytes))
    }
    guard MediaType.sniffed(from: image)?.hasPrefix("image/") == true else {
      return faults + [.unreadableImage]
    }
    if let size = MediaType.pixelSize(of: image) {
      let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
      if overflows || pixels <= 0 || pixels > limits.pixels {
        faults.append(.imageSize(width: size.width, height: size.height, limit: limits.pixels))
      }
    }
    return faults
  }
}
