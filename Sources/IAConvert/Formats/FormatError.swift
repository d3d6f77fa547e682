/// A format that is not known, or cannot do what is asked.
public enum FormatError: Error, Hashable, Sendable {
  /// No format has this name.
  case unknownFormat(String, known: [String])
  /// The format can only be written.
  case notReadable(String, readable: [String])
  /// The format can only be read.
  case notWritable(String, writable: [String])
  /// No format has the suffix of the output, or it has none.
  case unknownSuffix(String?, writable: [String])
  /// The format is drawn, which this program does not do.
  case drawnElsewhere(String)
  /// The input is like no format that can be read.
  case undetected
  /// The input's suffix names a format that can only be written.
  case onlyWritten(String)
  /// The input's suffix names a format that its content is not.
  case mismatch(String)
}
