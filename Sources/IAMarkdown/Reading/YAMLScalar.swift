/// Simple YAML values on one line: plain, in quotation marks, or a list of these.
enum YAMLScalar {
  /// Returns the text of a value; `nil` if it is empty or not simple.
  static func read(_ written: String) -> String? {
    var scalars = trimmed(written.unicodeScalars[...])
    guard let text = readOne(&scalars, stoppingAt: []), scalars.isEmpty, !text.isEmpty else {
      return nil
    }
    return text
  }

  /// Returns the texts of a list in brackets, or the single text of a scalar; `nil` if the value is not simple.
  static func readList(_ written: String) -> [String]? {
    var scalars = trimmed(written.unicodeScalars[...])
    guard scalars.first == "[" else { return read(written).map { [$0] } }
    scalars = scalars.dropFirst()
    var texts: [String] = []
    while true {
      scalars = trimmed(scalars)
      guard let text = readOne(&scalars, stoppingAt: [",", "]"]), !text.isEmpty else { return nil }
      texts.append(text)
      scalars = trimmed(scalars)
      guard let mark = scalars.popFirst() else { return nil }
      if mark == "]" { return scalars.isEmpty ? texts : nil }
      guard mark == "," else { return nil }
    }
  }

  /// Returns a text as a value, or `nil` for text that does not fit on one line.
  ///
  /// The value is plain if it reads back unchanged; otherwise it is in double quotation marks.
  static func write(_ text: String) -> String? {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: isLineEnd) else { return nil }
    if read(text) == text, readList("[\(text)]") == [text] { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    quoted += "\""
    return read(quoted) == text ? quoted : nil
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x85 || scalar.value == 0x2028
      || scalar.value == 0x2029
  }

  private typealias Scalars = Substring.UnicodeScalarView

  private static func trimmed(_ scalars: Scalars) -> Scalars {
    var scalars = scalars
    while let last = scalars.last, last == " " || last == "\t" { scalars = scalars.dropLast() }
    while let first = scalars.first, first == " " || first == "\t" { scalars = scalars.dropFirst() }
    return scalars
  }

  private static func readOne(
    _ scalars: inout Scalars, stoppingAt stops: Set<Unicode.Scalar>
  ) -> String? {
    switch scalars.first {
    case "\"": return readDoubleQuoted(&scalars)
    case "'": return readSingleQuoted(&scalars)
    default: return readPlain(&scalars, stoppingAt: stops)
    }
  }

  private static func readPlain(
    _ scalars: inout Scalars, stoppingAt stops: Set<Unicode.Scalar>
  ) -> String? {
    guard let first = scalars.first, !"[]{},#&*!|>%@`?-:".unicodeScalars.contains(first) else {
      return nil
    }
    var text = String.UnicodeScalarView()
    while let next = scalars.first, !stops.contains(next) {
      // A comment, or a key inside the value.
      if next == "#", text.last == " " || text.last == "\t" { return nil }
      if next == " " || next == "\t", text.last == ":" { return nil }
      text.append(next)
      scalars = scalars.dropFirst()
    }
    let plain = String(trimmed(text[...]))
    return plain.hasSuffix(":") ? nil : plain
  }

  private static func readDoubleQuoted(_ scalars: inout Scalars) -> String? {
    scalars = scalars.dropFirst()
    var text = String.UnicodeScalarView()
    while let next = scalars.popFirst() {
      if next == "\"" { return String(text) }
      if next == "\\" {
        guard let escaped = scalars.popFirst(), escaped == "\"" || escaped == "\\" else {
          return nil
        }
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    return nil
  }

  private static func readSingleQuoted(_ scalars: inout Scalars) -> String? {
    scalars = scalars.dropFirst()
    var text = String.UnicodeScalarView()
    while let next = scalars.popFirst() {
      guard next == "'" else {
        text.append(next)
        continue
      }
      guard scalars.first == "'" else { return String(text) }
      text.append(next)
      scalars = scalars.dropFirst()
    }
    return nil
  }
}
