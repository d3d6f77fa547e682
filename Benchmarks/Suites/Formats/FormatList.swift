import IAFormats

/// The formats that are measured: every reader and writer there is.
enum FormatList {
  static let readers: [any DocumentReader] = []
  static let writers: [any DocumentWriter] = []
}
