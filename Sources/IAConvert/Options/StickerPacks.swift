public import IABytes
public import IAFormats

/// Sticker packs as a command line names them.
public enum StickerPacks {
  /// The names under which the packs of a folder are looked for, in this order.
  public static let fileNames = ["pack.json", "pack.plist"]

  /// Reads the packs of a file, or of a folder that has a `pack.json` or `pack.plist`.
  ///
  /// - Throws: `Failure`.
  public static func load(
    path: String, limits: Limits = .standard
  ) throws(Failure) -> StickerPackReader.Result {
    let reader = StickerPackReader(limits: limits)
    do {
      return try reader.read(FileSource(path: path))
    } catch let error as FileError where error.reason == .isFolder {
      return try load(folder: path, reader)
    } catch {
      throw Failure(error, path: path)
    }
  }

  private static func load(
    folder: String, _ reader: StickerPackReader
  ) throws(Failure) -> StickerPackReader.Result {
    for name in fileNames {
      let path = folder + "/" + name
      do {
        return try reader.read(FileSource(path: path))
      } catch let error as FileError where error.isMissing {
        continue
      } catch {
        throw Failure(error, path: path)
      }
    }
    throw Failure(
      .noInput, path: folder, code: "file.open",
      "has no \(fileNames.joined(separator: " and no "))")
  }
}
