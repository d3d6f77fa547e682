public import IASyntax

/// The names of attachments as files beside a document.
public enum MediaFileName {
  /// Returns the name of an attachment's file: the first 16 digits of the content's hash and a
  /// suffix.
  ///
  /// Equal content therefore has the same name in all documents of a folder.
  ///
  /// - Parameters:
  ///   - digest: The hash of the bytes.
  ///   - mediaType: The media type, or `nil` if it is not known. It determines the suffix.
  ///   - name: The name of the attachment, whose suffix is used for other media types.
  public static func name(
    digest: SHA256Digest, mediaType: String?, attachmentName name: String? = nil
  ) -> String {
    let stem = digest.description.prefix(16)
    guard let suffix = mediaType.flatMap(suffix(of:)) ?? name.flatMap(ownSuffix(of:)) else {
      return String(stem)
    }
    return stem + "." + suffix
  }

  /// Returns whether a name is one that `name(digest:mediaType:attachmentName:)` returns for these
  /// bytes, possibly with a number.
  public static func isGiven(_ name: String, to digest: SHA256Digest) -> Bool {
    let stem = digest.description.prefix(16)
    guard name.hasPrefix(stem) else { return false }
    let rest = name.dropFirst(stem.count)
    return rest.isEmpty || rest.first == "." || rest.first == "-"
  }

  /// Returns the suffix of a common media type, or `nil` for others.
  private static func suffix(of mediaType: String) -> String? {
    switch mediaType {
    case "image/png": "png"
    case "image/jpeg": "jpg"
    case "image/gif": "gif"
    case "image/webp": "webp"
    case "image/tiff": "tiff"
    case "image/bmp": "bmp"
    case "image/svg+xml": "svg"
    case "image/heic": "heic"
    case "image/x-wmf": "wmf"
    case "image/x-emf": "emf"
    case "video/mp4": "mp4"
    case "video/quicktime": "mov"
    case "application/pdf": "pdf"
    default: nil
    }
  }

  /// Returns the suffix of a name if it consists of 1 to 8 ASCII letters and digits.
  private static func ownSuffix(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let suffix = name[name.index(after: dot)...].utf8
    let isPlain =
      (1...8).contains(suffix.count)
      && suffix.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    return isPlain ? String(name[name.index(after: dot)...]).lowercased() : nil
  }
}
