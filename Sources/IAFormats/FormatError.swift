/// A format that is unknown, or that does not support the requested operation.
public enum FormatError: Error, Hashable, Sendable {
  /// No format has this name.
  case unknownFormat(String, known: [String])
  /// The format can only be written.
  case notReadable(String, readable: [String])
  /// The format can only be read.
  case notWritable(String, writable: [String])
  /// No format has the suffix of the output, or the output has no suffix.
  case unknownSuffix(String?, writable: [String])
  /// The format is a drawn one, and the registry has no writer for it.
  case drawnElsewhere(String)
  /// The input does not look like any format that can be read.
  case undetected
  /// The input is a file of another program, described with its suffixes, that no reader reads.
  case otherProgram(String)
  /// The input's suffix names a format that can only be written.
  case onlyWritten(String)
  /// The input's suffix names a format that its content contradicts.
  case mismatch(String)
}

extension FormatError: CustomStringConvertible {
  /// The problem in one sentence, without a full stop.
  public var description: String {
    switch self {
    case .unknownFormat(let name, _): "there is no format \"\(name)\""
    case .notReadable(let name, _): "the format \(name) can only be written"
    case .notWritable(let name, _): "the format \(name) can only be read"
    case .unknownSuffix(let suffix?, _): "no format has the suffix \"\(suffix)\""
    case .unknownSuffix(nil, _): "the name of the output has no suffix"
    case .drawnElsewhere(let name): "the registry has no writer for the drawn format \(name)"
    case .undetected: "the input does not look like any format that can be read"
    case .otherProgram(let kind): "the input is \(kind), which is not read"
    case .onlyWritten(let name): "the suffix of the input names \(name), which can only be written"
    case .mismatch(let name): "the suffix of the input names \(name), but its content is different"
    }
  }

  /// A sentence that suggests what the caller can do.
  public var advice: String {
    switch self {
    case .unknownFormat(_, let names): "Use one of \(names.joined(separator: ", "))."
    case .notReadable(_, let names): "Formats that can be read: \(names.joined(separator: ", "))."
    case .notWritable(_, let names), .unknownSuffix(_, let names):
      "Formats that can be written: \(names.joined(separator: ", "))."
    case .drawnElsewhere:
      "Import IARenderFormats and pass a registry with the entries of CairoDrawing."
    case .otherProgram: "Save it as RTF or HTML with a program that opens it."
    case .undetected, .onlyWritten, .mismatch: "Name the format of the input explicitly."
    }
  }
}

extension UnknownProfile: CustomStringConvertible {
  /// The problem in one sentence, without a full stop.
  public var description: String { "the format has no profile \"\(name)\"" }

  /// A sentence that suggests what the caller can do.
  public var advice: String {
    known.isEmpty
      ? "Leave the profile out; the format has none."
      : "Use one of \(known.joined(separator: ", "))."
  }
}
