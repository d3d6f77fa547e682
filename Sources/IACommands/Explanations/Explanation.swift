/// The explanation of an error code.
struct Explanation {
  /// The stable name, as error messages and reports show it.
  let code: String
  /// The meaning, and the advice.
  let text: String

  /// All explanations, in the order of their codes.
  static var all: [Explanation] {
    (CommandCodes.lines + "\n" + InputCodes.lines).split(separator: "\n").compactMap { line in
      guard let colon = line.firstRange(of: ": ") else { return nil }
      return Explanation(
        code: String(line[..<colon.lowerBound]), text: String(line[colon.upperBound...]))
    }.sorted { $0.code < $1.code }
  }

  /// The general advice for the group of the code, which is the part of the code before the first full stop.
  var advice: String? {
    switch code.split(separator: ".").first {
    case "usage", "file", "internal", "memory", "strict", "format": nil
    case "input", "bytes", "folder":
      "The limits --max-input, --max-depth and --max-entries can be raised for inputs that are trusted."
    case "zip", "unpack", "archive", "bagit":
      "iaconv archive verify shows what is damaged; iaconv archive repair recovers what it can."
    case "hidden":
      "The hidden data of the input is ignored where it is faulty; --ignore-hidden-data ignores all of it."
    default:
      "The error names the byte offset of the fault in the input. Correct the input, or obtain it again."
    }
  }
}
