/// The default formatting of headings in RTF.
///
/// The writer states it, the reader does not store it as attributes, and drawings of RTF documents apply it.
package enum RTFHeadings {
  /// The font sizes of headers of level 1…6, in half points.
  package static let halfPoints = [48, 36, 28, 24, 22, 20]
  /// The spaces above and below headers of level 1…6, in twips.
  package static let spacing: [(before: Int, after: Int)] = [
    (480, 120), (360, 100), (280, 80), (240, 80), (220, 60), (200, 60),
  ]
}
