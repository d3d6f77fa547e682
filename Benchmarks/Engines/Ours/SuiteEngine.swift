import CEngines
import CMeasure
import Foundation
import IAFonts
import IALayout
import IARender
import IAText

/// The layout manager with a storage, and the picture of a view that shows its text.
final class SuiteEngine {
  struct Refusal: Error, CustomStringConvertible { var description: String }

  private let fonts: FontCollection
  private let storage = TextStorage()
  private var manager: LayoutManager
  private var text = ParagraphTexts()
  private var width = 300.0
  private var pixels: ViewPixels?

  init() throws {
    fonts = try .system()
    manager = LayoutManager(
      Typesetter(fonts: fonts), containers: [TextContainer(width: 300, lineFragmentPadding: 0)])
  }

  /// Returns a word without its percent escapes.
  static func decoded(_ word: Substring) -> String {
    word.utf8.contains(0x25) ? word.removingPercentEncoding ?? String(word) : String(word)
  }

  /// Performs a request, and returns its answer.
  func answer(_ words: [String]) throws -> String {
    func number(_ index: Int) throws -> Double {
      guard words.indices.contains(index), let value = Double(words[index]), value.isFinite,
        abs(value) < 1e9
      else {
        throw Refusal(description: "word \(index) is no number")
      }
      return value
    }
    func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
    switch words.first {
    case "hello":
      pixels = try ViewPixels(
        path: word(2), width: Int(try number(3)), height: Int(try number(4)), scale: try number(5),
        fonts: fonts)
      return "ok protocol=1 name=ours version=1 lines=1 draws=1"
    case "load":
      return try timed { try load(word(1), runs: word(2), family: word(4), size: try number(5)) }
    case "layout":
      let width = try number(1)
      return try timed {
        try layOut(width: width)
        return layoutFields
      }
    case "edit":
      let (paragraph, byte, count) = (Int(try number(1)), Int(try number(2)), Int(try number(3)))
      return try timed { try edit(paragraph, byte, count, word(4)) }
    case "scroll":
      let y = try number(1)
      return timed {
        pixels?.y = y
        return ""
      }
    case "draw":
      return try timed {
        try pixels?.draw(manager)
        return pixels.map { " offset=\($0.offset)" } ?? ""
      }
    case "report": return report()
    default: throw Refusal(description: "unknown request")
    }
  }

  private func timed(_ body: () throws -> String) rethrows -> String {
    let start = measure_cpu_nanoseconds()
    let fields = try body()
    return "ok cpu=\(measure_cpu_nanoseconds() - start)\(fields)"
  }

  private var layoutFields: String {
    " height=\(manager.usedRect().maxY)"
  }

  private func load(_ path: String, runs: String, family: String, size: Double) throws -> String {
    let data = try Data(contentsOf: URL(filePath: path))
    var units = Array(String(decoding: data, as: UTF8.self).utf16)
    text = ParagraphTexts(units)
    // The end of the last paragraph starts no further one.
    if units.last == 0x0A { units.removeLast() }
    let string =
      runs == "-"
      ? IAString(units: units)
      : try Self.styled(units, try Data(contentsOf: URL(filePath: runs)))
    if let former = storage.managers.first { storage.removeManager(former) }
    storage.replace(0..<storage.string.utf16Count, with: string)
    var options = LayoutOptions()
    options.fontFamilies = [family]
    options.fontSize = size
    manager = LayoutManager(
      Typesetter(fonts: fonts, options: options),
      containers: [TextContainer(width: width, lineFragmentPadding: 0)])
    storage.addManager(manager)
    pixels?.forget()
    return " paragraphs=\(text.count)"
  }

  /// Returns text with the attributes of runs: byte, bytes, unit, units, colour, size, bold.
  private static func styled(_ units: [UInt16], _ runs: Data) throws -> IAString {
    var builder = IAStringBuilder()
    let plain = builder.intern(InlineAttributes())
    var place = 0
    for line in runs.split(separator: 0x0A) {
      guard let fields = numbers(in: line), fields[2] >= place, fields[2] + fields[3] <= units.count
      else {
        throw Refusal(description: "a line of the runs is not 7 numbers in order")
      }
      if fields[2] > place { builder.append(units: units[place..<fields[2]], attributes: plain) }
      var attributes = InlineAttributes()
      attributes.foreground = Color(UInt32(clamping: fields[4]))
      if fields[5] != 16 { attributes.fontSize = Double(fields[5]) }
      attributes.bold = fields[6] == 1
      place = fields[2] + fields[3]
      builder.append(units: units[fields[2]..<place], attributes: builder.intern(attributes))
    }
    builder.append(units: units[place...], attributes: plain)
    return builder.finish()
  }

  /// Returns the seven numbers of a line, each of at most 12 digits; `nil` if it has others.
  private static func numbers(in line: Data) -> InlineArray<7, Int>? {
    var numbers = InlineArray<7, Int>(repeating: 0)
    var (index, digits) = (0, 0)
    for byte in line {
      if byte == 0x20 {
        guard digits > 0, index < 6 else { return nil }
        (index, digits) = (index + 1, 0)
      } else {
        guard 0x30...0x39 ~= byte, digits < 12 else { return nil }
        numbers[index] = numbers[index] * 10 + Int(byte - 0x30)
        digits += 1
      }
    }
    return index == 6 && digits > 0 ? numbers : nil
  }

  private func layOut(width: Double) throws {
    self.width = max(width, 1)
    manager.containers = [TextContainer(width: self.width, lineFragmentPadding: 0)]
    manager.ensureLayout()
    pixels?.forget()
  }

  private func edit(_ paragraph: Int, _ byte: Int, _ count: Int, _ inserted: String) throws
    -> String
  {
    guard let range = text.units(in: manager.string, paragraph, bytes: byte..<byte + max(count, 0))
    else {
      throw Refusal(
        description: "bytes \(byte) to \(byte + count) are not in paragraph \(paragraph)")
    }
    storage.replace(range, with: inserted)
    text.grow(paragraph, by: inserted.utf16.count - range.count)
    manager.ensureLayout()
    pixels?.forget()
    return layoutFields
  }

  private func report() -> String {
    let lines = manager.lineFragments()
    var output = "ok lines=\(lines.count)"
    var paragraph = 0
    var byte = 0
    for line in lines {
      if line.utf16Range.lowerBound >= text.start(paragraph + 1) {
        paragraph += 1
        byte = 0
      }
      let end = min(
        line.utf16Range.upperBound, max(text.start(paragraph + 1) - 1, line.utf16Range.lowerBound))
      let count = manager.string.text(in: line.utf16Range.lowerBound..<end).utf8.count
      output += "\n\(paragraph) \(byte) \(byte + count)"
      byte += count
    }
    return output
  }
}

/// Where paragraphs start, in units; texts end with U+000A.
struct ParagraphTexts {
  private var starts: [Int] = [0]
  /// Paragraphs after this one start later than noted, by this number of units.
  private var pending = (after: Int.max, shift: 0)

  init() {}

  init(_ units: [UInt16]) {
    for index in units.indices where units[index] == 0x0A { starts.append(index + 1) }
    if units.last != 0x0A { starts.append(units.count + 1) }
  }

  /// The number of paragraphs.
  var count: Int { starts.count - 1 }

  /// Returns the first unit of a paragraph; the end of the text for the one after the last.
  func start(_ paragraph: Int) -> Int {
    let paragraph = min(paragraph, count)
    return starts[paragraph] + (paragraph > pending.after ? pending.shift : 0)
  }

  mutating func grow(_ paragraph: Int, by units: Int) {
    if pending.shift != 0, pending.after != paragraph {
      for index in starts.indices where index > pending.after { starts[index] += pending.shift }
      pending.shift = 0
    }
    pending = (paragraph, pending.shift + units)
  }

  /// Returns the paragraph that contains a unit.
  func paragraph(at unit: Int) -> Int {
    var (low, high) = (0, count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if start(middle) <= unit { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the units of bytes of a paragraph; `nil` if they are not within it.
  func units(in string: IAString, _ paragraph: Int, bytes: Range<Int>) -> Range<Int>? {
    guard 0..<count ~= paragraph, bytes.lowerBound >= 0 else { return nil }
    let start = start(paragraph)
    let text = string.text(in: start..<self.start(paragraph + 1) - 1)
    let utf8 = text.utf8
    guard bytes.upperBound <= utf8.count else { return nil }
    let first = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: bytes.upperBound)
    return start + first.utf16Offset(in: text)..<start + end.utf16Offset(in: text)
  }
}
