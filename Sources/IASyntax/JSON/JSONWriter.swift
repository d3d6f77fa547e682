/// Writes a JSON text into memory.
///
/// Equal sequences of calls give equal bytes on every machine. The caller must make a well-formed sequence: a single
/// outermost value, a key before each value of an object, and an `end` for each `begin`. Any other sequence is a
/// programming error and traps.
///
///     var writer = JSONWriter(style: .pretty)
///     writer.beginObject()
///     writer.key("intensities")
///     writer.array(of: [40, 40, 85])
///     writer.endObject()
///     let bytes = writer.finish()
public struct JSONWriter: Sendable {
  /// The layout of a text.
  public enum Style: Hashable, Sendable {
    /// No white space.
    case compact
    /// For people: members are on separate lines with two spaces of indentation, and arrays of scalars fill lines up to
    /// the maximum width. The text ends with a line feed.
    case pretty
  }

  /// A container that is still open.
  struct Frame {
    let isObject: Bool
    /// The start of its first item, in `bytes`.
    let start: Int
    var count = 0
    /// Whether a key has been written whose value follows.
    var hasKey = false
    /// Whether the content is on separate lines, below the opening bracket.
    var isBroken = false
    /// Whether the last item was a container.
    var endsWithContainer = false
  }

  /// The layout of the text.
  public let style: Style

  /// The text so far.
  var bytes: [UInt8] = []
  var frames: [Frame] = []
  /// The start of the current line, in `bytes`.
  var lineStart = 0
  /// The start of the current scalar of an array, in `bytes`.
  private var itemStart = 0
  private var isComplete = false

  /// Creates a writer of an empty text.
  public init(style: Style = .compact) { self.style = style }

  /// The number of bytes that have been written so far.
  public var byteCount: Int { bytes.count }

  /// Ends the text.
  ///
  /// - Returns: The whole text in UTF-8.
  /// - Precondition: The outermost value is complete.
  public consuming func finish() -> [UInt8] {
    precondition(isComplete, "JSON text without a complete value")
    if style == .pretty { bytes.append(UInt8(ascii: "\n")) }
    return bytes
  }

  /// Begins an object.
  public mutating func beginObject() { begin(isObject: true) }

  /// Begins an array.
  public mutating func beginArray() { begin(isObject: false) }

  /// Ends the innermost object.
  public mutating func endObject() { end(isObject: true) }

  /// Ends the innermost array.
  public mutating func endArray() { end(isObject: false) }

  /// Writes the key of the next member.
  public mutating func key(_ key: String) {
    beginKey()
    append(quoted: key)
    endKey()
  }

  /// Writes a key given in UTF-16 units.
  public mutating func key(utf16 key: Span<UInt16>) {
    beginKey()
    append(quoted: key)
    endKey()
  }

  /// Writes `null`.
  public mutating func null() {
    beginScalar()
    bytes.append(contentsOf: "null".utf8)
    endScalar()
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    beginScalar()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    endScalar()
  }

  /// Writes a string.
  public mutating func string(_ value: String) {
    beginScalar()
    append(quoted: value)
    endScalar()
  }

  /// Writes a string given in UTF-16 units; a lone surrogate becomes an escape.
  public mutating func string(utf16 value: Span<UInt16>) {
    beginScalar()
    append(quoted: value)
    endScalar()
  }

  /// Writes an integer.
  public mutating func integer(_ value: Int) {
    beginScalar()
    append(integer: value)
    endScalar()
  }

  /// Writes the shortest decimal number that is read as the same double, in the notation of ECMAScript (`1e+21`,
  /// `0.000001`, `5`).
  ///
  /// Unlike in ECMAScript, negative zero keeps its sign.
  ///
  /// - Precondition: `value` is finite, because JSON cannot represent other numbers.
  public mutating func double(_ value: Double) {
    precondition(value.isFinite, "\(value) is no JSON number")
    beginScalar()
    append(double: value)
    endScalar()
  }

  /// Writes a number from its text, which the caller guarantees to be valid JSON.
  mutating func number(verbatim text: ArraySlice<UInt8>) {
    beginScalar()
    bytes.append(contentsOf: text)
    endScalar()
  }

  /// Writes an array of integers.
  public mutating func array(of integers: some Sequence<Int>) {
    beginArray()
    for value in integers { integer(value) }
    endArray()
  }
}

// MARK: - Sequence and layout

extension JSONWriter {
  /// The maximum width of lines with several scalars of an array, in bytes.
  static let lineWidth = 80

  private mutating func begin(isObject: Bool) {
    beginItem()
    if style == .pretty, let last = frames.indices.last, !frames[last].isObject {
      breakArray(last)
      newLine(indent: frames.count)
    }
    bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    frames.append(Frame(isObject: isObject, start: bytes.count))
  }

  private mutating func end(isObject: Bool) {
    guard let frame = frames.popLast() else { preconditionFailure("no container to end") }
    precondition(frame.isObject == isObject, "an array ended as object or the reverse")
    precondition(!frame.hasKey, "a key without a value")
    if frame.isBroken { newLine(indent: frames.count) }
    bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    endItem(isContainer: true)
  }

  private mutating func beginKey() {
    guard let last = frames.indices.last, frames[last].isObject, !frames[last].hasKey else {
      preconditionFailure("a key outside an object, or after another key")
    }
    if frames[last].count > 0 { bytes.append(UInt8(ascii: ",")) }
    frames[last].count += 1
    frames[last].hasKey = true
    if style == .pretty {
      frames[last].isBroken = true
      newLine(indent: frames.count)
    }
  }

  private mutating func endKey() {
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
  }

  /// Writes the comma before a value, and checks that a value is allowed here.
  private mutating func beginItem() {
    precondition(!isComplete, "a second outermost value")
    guard let last = frames.indices.last else { return }
    if frames[last].isObject {
      precondition(frames[last].hasKey, "a value without a key")
      frames[last].hasKey = false
    } else {
      if frames[last].count > 0 { bytes.append(UInt8(ascii: ",")) }
      frames[last].count += 1
    }
  }

  private mutating func endItem(isContainer: Bool) {
    if let last = frames.indices.last {
      frames[last].endsWithContainer = isContainer
    } else {
      isComplete = true
    }
  }

  /// Writes the space or line break before a scalar, if the style has one.
  private mutating func beginScalar() {
    beginItem()
    guard style == .pretty, let last = frames.indices.last, !frames[last].isObject else { return }
    if frames[last].endsWithContainer {
      newLine(indent: frames.count)
    } else if frames[last].count > 1 {
      bytes.append(UInt8(ascii: " "))
    }
    itemStart = bytes.count
  }

  /// Moves a scalar that exceeds the width of the line to a new line.
  private mutating func endScalar() {
    endItem(isContainer: false)
    guard style == .pretty, let last = frames.indices.last, !frames[last].isObject,
      bytes.count - lineStart > Self.lineWidth
    else { return }
    if !frames[last].isBroken { breakArray(last) }
    // The scalar may fit into the new line; if it was the first of its line, it is longer than a line.
    let indent = frames.count * 2
    guard bytes.count - lineStart > Self.lineWidth, itemStart - lineStart > indent else { return }
    // The space before the item becomes the line feed.
    bytes[itemStart - 1] = UInt8(ascii: "\n")
    bytes.insert(contentsOf: repeatElement(UInt8(ascii: " "), count: indent), at: itemStart)
    lineStart = itemStart
    itemStart += indent
  }

  /// Moves the items of an array, which follow its bracket, to a separate line.
  private mutating func breakArray(_ last: Int) {
    guard !frames[last].isBroken else { return }
    frames[last].isBroken = true
    let start = frames[last].start
    guard bytes.count > start else { return }
    let indent = frames.count * 2
    let inserted = [UInt8(ascii: "\n")] + Array(repeating: UInt8(ascii: " "), count: indent)
    bytes.insert(contentsOf: inserted, at: start)
    lineStart = start + 1
    itemStart += inserted.count
  }

  private mutating func newLine(indent: Int) {
    bytes.append(UInt8(ascii: "\n"))
    lineStart = bytes.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
  }
}

extension JSONWriter {
  /// Writes a member that is a list; an empty list is not written.
  package mutating func member<Entry>(
    list key: String, _ entries: [Entry], _ write: (inout JSONWriter, Entry) -> Void
  ) {
    guard !entries.isEmpty else { return }
    self.key(key)
    beginArray()
    for entry in entries { write(&self, entry) }
    endArray()
  }
}
