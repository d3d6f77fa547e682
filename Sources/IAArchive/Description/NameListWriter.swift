internal import IABytes
internal import IAZip

/// Encodes the list of names of a generation line by line, so that memory holds compressed text instead of an entry for
/// each document.
struct NameListWriter: Sendable {
  /// A part of the text, compressed.
  private struct Part: Sendable {
    let packed: [UInt8]
    let byteCount: Int
  }

  /// The size at which a part of the text is compressed.
  private static let partByteCount = 256 << 10

  private var parts: [Part] = []
  private var text: [UInt8] = []
  private var byteCount = 0
  private var lineCount = 0
  /// Whether any line has a seventh field.
  private var hasOriginals = false
  /// Whether any document has a name or a known file; otherwise the list is not stored.
  private(set) var hasNamesOrOrigins = false

  /// Adds the line of a document.
  ///
  /// - Complexity: O(*n*) in the size of its fields, amortised.
  mutating func append(_ entry: NameList.Entry) {
    let start = text.count
    text += String(entry.ordinal).utf8
    text.append(0x09)
    NameList.append(entry.name, to: &text)
    text.append(0x09)
    if let origin = entry.origin {
      NameList.append(origin.fileName, to: &text)
      text.append(0x09)
      NameList.append(origin.mediaType ?? "", to: &text)
      text += "\t\(origin.byteCount)\t\(origin.digest)".utf8
      if let original = origin.original {
        hasOriginals = true
        text += "\t\(original.path)".utf8
      }
    } else {
      text += "-\t-\t-\t-".utf8
    }
    text.append(0x0A)
    byteCount += text.count - start
    lineCount += 1
    if !entry.name.isEmpty || entry.origin != nil { hasNamesOrOrigins = true }
    if text.count >= Self.partByteCount { packText() }
  }

  private mutating func packText() {
    // A copy, because the compressed array has the capacity for incompressible content.
    let packed = Array(Deflate.compress(text, effort: .little)[...])
    parts.append(Part(packed: packed, byteCount: text.count))
    text.removeAll(keepingCapacity: true)
  }

  /// Returns the encoded list, and removes the lines.
  mutating func finish() -> [UInt8] {
    defer { self = NameListWriter() }
    let heading = hasOriginals ? NameList.headingWithOriginals : NameList.heading
    var list: [UInt8] = []
    list.reserveCapacity(heading.utf8.count + byteCount + (hasOriginals ? 2 * lineCount : 0))
    list += heading.utf8
    parts.reverse()
    while let part = parts.popLast() {
      guard let content = Deflate.decompress(part.packed.span, count: part.byteCount) else {
        preconditionFailure("a part of the list of names that cannot be unpacked")
      }
      append(content, to: &list)
    }
    append(text, to: &list)
    return list
  }

  /// Appends lines, each with a seventh field if any line has one.
  private func append(_ lines: [UInt8], to list: inout [UInt8]) {
    guard hasOriginals else { return list += lines }
    var tabCount = 0
    for byte in lines {
      if byte == 0x09 { tabCount += 1 }
      if byte == 0x0A {
        if tabCount == 5 { list += "\t-".utf8 }
        tabCount = 0
      }
      list.append(byte)
    }
  }
}
