internal import IABytes
internal import IAConvert
internal import IAFiles
internal import IAFonts
internal import IAFormats
internal import IARender
internal import IASyntax

extension DrawingOptions.Fonts {
  /// Returns the fonts of the folder, or those of the system.
  ///
  /// - Throws: `Failure` if there are none.
  func collection() throws(Failure) -> FontCollection {
    do throws(FontError) {
      if let folder { return try FontCollection.folder(folder) }
      return try FontCollection.system()
    } catch {
      throw Failure(
        .noInput, path: error.place, code: error.code.rawValue,
        "there are no fonts to set text in; install some, for example with: apt-get install fonts-noto-core"
      )
    }
  }
}

/// The list and the digest of the fonts that are used for drawings.
struct FontFacts {
  private let fonts: FontCollection

  init(_ fonts: FontCollection) { self.fonts = fonts }

  /// One line for each family: its name, the weights of its upright and its italic faces, and whether it is monospaced
  /// or coloured, separated by tabs.
  var list: String {
    var families: [(name: String, faces: [FontFace])] = []
    for face in fonts.faces {
      let name = face.families.first ?? ""
      if families.last?.name == name {
        families[families.count - 1].faces.append(face)
      } else {
        families.append((name, [face]))
      }
    }
    return families.map { family in
      let upright = family.faces.filter { !$0.isItalic }.map(Self.weights)
      let italic = family.faces.filter(\.isItalic).map(Self.weights)
      var line = family.name
      if !upright.isEmpty { line += "\t\(Self.joined(upright))" }
      if !italic.isEmpty { line += "\titalic \(Self.joined(italic))" }
      if family.faces.contains(where: \.isMonospaced) { line += "\tmonospaced" }
      if family.faces.contains(where: \.isColor) { line += "\tcolour" }
      return line + "\n"
    }.joined()
  }

  private static func weights(_ face: FontFace) -> String {
    let (low, high) = (Int(face.weights.lowerBound), Int(face.weights.upperBound))
    return low == high ? "\(low)" : "\(low)-\(high)"
  }

  private static func joined(_ weights: [String]) -> String {
    var unique: [String] = []
    for weight in weights where !unique.contains(weight) { unique.append(weight) }
    return unique.joined(separator: ",")
  }

  /// Returns a SHA-256 digest of all font files, the number of files, and the versions of the libraries.
  ///
  /// The digest is that of the sorted digests of the contents, so that it does not depend on the paths of the files.
  ///
  /// - Throws: `Failure` if a file cannot be read.
  func digest() throws(Failure) -> String {
    var files: [String] = []
    for path in Set(fonts.faces.map(\.path)).sorted() {
      do {
        let bytes = try FileSource(path: path).bytes(limits: .standard)
        files.append(SHA256Digest(of: bytes).description)
      } catch {
        throw Failure(error, path: path)
      }
    }
    files.sort()
    let all = SHA256Digest(of: Array(files.joined(separator: "\n").utf8))
    let count = files.count == 1 ? "1 file" : "\(files.count) files"
    var lines = "fonts \(all) (\(count))\n"
    for (name, version) in FontLibraries.versions + DrawingLibraries.versions {
      lines += "\(name) \(version)\n"
    }
    return lines
  }
}

extension DrawingOptions.Style {
  /// Returns the default font size in points for documents of a format.
  func fontSize(_ format: FormatID?) -> Double {
    switch self {
    case .article, .letter: format?.rawValue == "html" ? 12 : 11
    case .message, .kit: 20
    }
  }
}
