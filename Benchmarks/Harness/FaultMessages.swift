internal import Foundation

/// Messages about files, without the names of Swift types.
public enum FaultMessages {
  /// Returns why a file could not be decoded as JSON of a known form.
  public static func reason(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (key.map { [$0] } ?? [])
      let parts = keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
      let text = parts.joined()
      return text.hasPrefix(".") ? String(text.dropFirst()) : text.isEmpty ? "the file" : text
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): return "\(path(context, key)) is missing"
    case .typeMismatch(_, let context): return "\(path(context)) has another type"
    case .valueNotFound(_, let context): return "\(path(context)) is null"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "it is not JSON" : "\(path(context)) is invalid"
    default: return error.localizedDescription
    }
  }

  /// Returns why a file could not be written, with the reason of the system.
  public static func unwritten(_ path: String, _ error: any Error) -> String {
    "\(path): cannot be written: \(systemReason(error))"
  }

  /// Returns why a file could not be read, with the reason of the system.
  static func unread(_ path: String, _ error: any Error) -> String {
    "\(path): cannot be read: \(systemReason(error))"
  }

  private static func systemReason(_ error: any Error) -> String {
    let error = error as NSError
    if error.domain == NSCocoaErrorDomain {
      switch CocoaError.Code(rawValue: error.code) {
      case .fileReadNoSuchFile, .fileNoSuchFile: return "it does not exist"
      case .fileReadNoPermission, .fileWriteNoPermission: return "no permission"
      default: break
      }
    }
    let reason = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return (reason ?? error).localizedDescription
  }

  /// Returns why a file cannot be written; `nil` if its folder exists and may be written to.
  ///
  /// A run takes minutes, and its results would be lost.
  public static func unwritable(_ path: String) -> String? {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    let files = FileManager.default
    if files.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return "\(path): is a folder"
    }
    guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      return "\(path): its folder does not exist"
    }
    return files.isWritableFile(atPath: folder) ? nil : "\(path): its folder cannot be written to"
  }
}
