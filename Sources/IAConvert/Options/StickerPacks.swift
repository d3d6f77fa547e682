public import IABytes
internal import IAFiles
public import IAStickers

/// Sticker packs that a command line names.
public enum StickerPacks {
  /// The names of the files with packs in a folder, in the order of the search.
  public static let fileNames = ["pack.json", "pack.plist"]

  /// Reads the packs in a file, or in a folder that contains `pack.json` or `pack.plist`.
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
