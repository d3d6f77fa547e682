internal import IAText

/// The background colours of a paragraph: the shading that the file shows, and the restored shading.
struct HiddenPapers {
  var shown: Color?
  var restored: Color?
}

/// Decides whether hidden data may set the shading of a paragraph: the background must not get the colour of the text.
enum HiddenShading {
  /// Returns the shading of the restored paragraph.
  ///
  /// - Parameters:
  ///   - wanted: The shading that hidden data sets.
  ///   - shown: The shading that the file shows.
  ///   - inks: The colours that text of the paragraph has or may get; `nil` for black.
  static func restored(
    _ wanted: Color?, shown: Color?, inks: some Sequence<Color?>
  ) -> Color? {
    guard wanted != shown else { return wanted }
    // Text may be readable only because of its shading, so hidden data cannot remove the shading.
    guard let wanted else { return shown }
    if let shown, isSame(wanted, shown) { return wanted }
    if wanted.alpha == 0 { return wanted }
    let paper = wanted.blended(onto: .white)
    let hides = inks.contains { ink in
      let ink = ink ?? .black
      return ink.hasChannels(of: wanted) || ink.isNear(paper)
    }
    return hides ? shown : wanted
  }

  /// Returns whether a file without opacity shows one colour as the other.
  private static func isSame(_ wanted: Color, _ shown: Color) -> Bool {
    func mixed(_ channel: UInt8) -> Int {
      let share = Int(wanted.alpha)
      return (Int(channel) * share + 255 * (255 - share) + 127) / 255
    }
    return mixed(wanted.red) == Int(shown.red) && mixed(wanted.green) == Int(shown.green)
      && mixed(wanted.blue) == Int(shown.blue)
  }
}

extension Color {
  /// Returns whether both colours have the same red, green and blue channels.
  func hasChannels(of other: Color) -> Bool {
    red == other.red && green == other.green && blue == other.blue
  }

  /// The maximum difference in each channel between two colours that are hard to distinguish.
  private static let nearChannels = 24

  /// Returns whether two colours are hard to distinguish.
  func isNear(_ other: Color) -> Bool {
    func isNear(_ own: UInt8, _ other: UInt8) -> Bool {
      abs(Int(own) - Int(other)) < Self.nearChannels
    }
    return isNear(red, other.red) && isNear(green, other.green) && isNear(blue, other.blue)
  }
}
