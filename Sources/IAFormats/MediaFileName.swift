public import IASyntax

/// What an attachment is called as a file beside a document.
public enum MediaFileName {
  /// The first 16 digits of the content's hash, and the suffix of its media type: equal content has
  /// one name wherever it is met, in this document and in any other of the same folder.
  ///
  /// - Parameters:
  ///   - digest: The hash of the bytes.
  ///   - mediaType: What the bytes were found to be, or are said to be; nil where nothing is known.
  ///   - name: The name of the attachment, whose suffix serves where the type has none.
  public static func name(
    digest: SHA256Digest, mediaType: String?, attachmentName name: String? = nil
  ) -> String {
    let stem = digest.description.prefix(16)
    guard let suffix = mediaType.flatMap(suffix(of:)) ?? name.flatMap(ownSuffix(of:)) else {
      return String(stem)
    }
    return stem + "." + suffix
  }

  /// Whether a file of these bytes was named here, and not by somebody who meant something by it.
  public static func isGiven(_ name: String, to digest: SHA256Digest) -> Bool {
    let stem = digest.description.prefix(16)
    guard name.hasPrefix(stem) else { return false }
    let rest = name.dropFirst(stem.count)
    return rest.isEmpty || rest.first == "." || rest.first == "-"
  }

  /// The suffix of a media type that is met in documents; nil for any other.
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

  /// The suffix of a name, where it is a few ASCII letters and digits.
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
