internal import CCairo
internal import CFreeType

/// The libraries that are used for drawing.
public enum DrawingLibraries {
  /// The names and versions of the libraries.
  public static var versions: [(name: String, version: String)] {
    var library: FT_Library?
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    if unsafe FT_Init_FreeType(&library) == 0 {
      unsafe FT_Library_Version(library, &major, &minor, &patch)
      unsafe FT_Done_FreeType(library)
    }
    return [
      ("cairo", unsafe String(cString: cairo_version_string())),
      ("freetype", "\(major).\(minor).\(patch)"),
    ]
  }
}
