/// Names of files made from other names.
public enum FileNames {
  /// The last part of a path without its last suffix: `a` of `b/a.tar`, `.a` of `.a`.
  public static func stem(of path: String) -> String {
    let name = FilePaths.name(of: path) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A name with a number before its suffix: `a-2.html`.
  public static func numbered(_ name: String, _ number: Int) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }
}
