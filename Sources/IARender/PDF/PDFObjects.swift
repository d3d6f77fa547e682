internal import IAZip

/// The objects of a PDF, which are written in the order of their numbers, with one cross-reference table at the end.
///
/// `IAEmbedding` can read only files of this form.
struct PDFObjects {
  /// The content of each object by its number; 0 is free.
  private var contents: [[UInt8]] = [[]]

  /// Adds an object, whose content is set later, and returns its number.
  mutating func add() -> Int {
    contents.append([])
    return contents.count - 1
  }

  /// Adds an object and returns its number.
  mutating func add(_ content: String) -> Int {
    contents.append(Array(content.utf8))
    return contents.count - 1
  }

  /// Sets the content of an object.
  mutating func set(_ number: Int, _ content: String) { contents[number] = Array(content.utf8) }

  /// Sets the content of an object.
  mutating func set(_ number: Int, _ content: PDFBytes) { contents[number] = content.bytes }

  /// Adds a compressed stream and returns its number.
  ///
  /// - Parameter entries: Further entries of the stream's dictionary, each followed by a space.
  mutating func addStream(_ content: [UInt8], entries: String = "") -> Int {
    addStream(packed: Deflate.zlibCompress(content), entries: entries + "/Filter /FlateDecode ")
  }

  /// Adds a stream that is compressed already, and returns its number.
  mutating func addStream(packed content: [UInt8], entries: String) -> Int {
    var bytes = Array("<< \(entries)/Length \(content.count) >>\nstream\n".utf8)
    bytes.reserveCapacity(bytes.count + content.count + 10)
    bytes += content
    bytes += "\nendstream".utf8
    contents.append(bytes)
    return contents.count - 1
  }

  /// Returns the bytes of the file.
  ///
  /// - Parameters:
  ///   - root: The number of the catalog.
  ///   - info: The number of the document information.
  func written(root: Int, info: Int) -> [UInt8] {
    var output = PDFBytes()
    output.append("%PDF-1.7\n%")
    output.append([0xB5, 0xED, 0xAE, 0xFB, 0x0A])
    var offsets: [Int] = []
    offsets.reserveCapacity(contents.count)
    for (number, content) in contents.enumerated() {
      offsets.append(content.isEmpty ? 0 : output.count)
      guard !content.isEmpty else { continue }
      output.append(number)
      output.append(" 0 obj\n")
      output.append(content)
      output.append("\nendobj\n")
    }
    let start = output.count
    output.append("xref\n0 \(contents.count)\n0000000000 65535 f \n")
    for offset in offsets.dropFirst() {
      let digits = String(offset)
      output.append(String(repeating: "0", count: max(10 - digits.utf8.count, 0)))
      output.append(digits)
      output.append(offset == 0 ? " 00000 f \n" : " 00000 n \n")
    }
    output.append(
      "trailer\n<< /Size \(contents.count)\n   /Root \(root) 0 R\n   /Info \(info) 0 R\n>>\n"
        + "startxref\n\(start)\n%%EOF\n")
    return output.bytes
  }
}
