internal import IAArchive
internal import IAFiles

// New archives.
extension ContainerWork {
  /// Returns the numbers of a new archive or folder: documents, bytes, ratio and recovery data.
  ///
  /// - Parameters:
  ///   - output: The path of the archive or folder.
  ///   - result: The result of writing it.
  ///   - recoveryFile: The path of the separate file with recovery data, or `nil`.
  /// - Throws: `Failure` if the new archive cannot be opened.
  public static func created(
    _ output: String, _ result: Archiving.Summary, recoveryFile: String? = nil
  ) throws -> Summary {
    do {
      var byteCount: Int?
      var recovery: Int?
      if !OutputFolder.isFolder(output) {
        byteCount = try RandomAccessFile(path: output).byteCount
        if Container.isNamed(output) {
          recovery = try ArchiveReader(Container.Source(output)).overview.sizes.recovery
        }
      }
      var text = counted(result.written, "document")
      if let byteCount {
        text += ", \(byteCount) bytes"
        if let recovery, recovery > 0 { text += " (\(recovery) of them recovery data)" }
        // A small archive is larger than its documents, because it contains its description: a ratio would mislead.
        if byteCount <= result.readByteCount {
          text += ", \(ContainerOverview.percent(byteCount, of: result.readByteCount))"
          text += " of the \(result.readByteCount) bytes read"
        } else if result.readByteCount > 0 {
          text += ", from \(result.readByteCount) bytes"
        }
      }
      if let recoveryFile {
        let separate = try RandomAccessFile(path: recoveryFile).byteCount
        recovery = separate
        text += "; \(separate) bytes of recovery data beside the archive"
      }
      if result.omitted > 0 { text += "; \(counted(result.omitted, "file")) omitted" }
      return Summary(
        text,
        [
          "documents": result.written, "withLosses": result.lossy, "omitted": result.omitted,
          "bytesRead": result.readByteCount, "bytes": byteCount, "recoveryBytes": recovery,
        ])
    } catch {
      throw Failure(error, path: output)
    }
  }
}
