import IAZip

/// Changes the objects of a PDF of the suite and writes its cross-reference table again.
struct PDFForgery {
  /// The contents of the objects by their numbers.
  private(set) var objects: [[UInt8]] = [[]]
  private var trailer = ""

  init(_ file: [UInt8]) {
    let table = (file.ranges(of: Array("\nxref\n".utf8)).last?.lowerBound ?? 0) + 1
    let lines = String(decoding: file[table...], as: Unicode.ASCII.self).split(separator: "\n")
    let count = Int(lines[1].split(separator: " ")[1]) ?? 0
    var offsets = lines[3..<(2 + count)].map { $0.contains("n") ? Int($0.prefix(10)) ?? 0 : 0 }
    offsets.append(table)
    for index in 0..<(count - 1) {
      guard offsets[index] > 0 else {
        objects.append([])
        continue
      }
      let end = offsets[(index + 1)...].first { $0 > 0 } ?? table
      let head = "\(index + 1) 0 obj\n".utf8.count
      objects.append(Array(file[(offsets[index] + head)..<(end - 8)]))
    }
    trailer = lines[(2 + count)...].joined(separator: "\n")
  }

  /// The file with the changes.
  var bytes: [UInt8] {
    var output = Array("%PDF-1.7\n%".utf8) + [0xB5, 0xED, 0xAE, 0xFB, 0x0A]
    var table = "0000000000 65535 f \n"
    for (number, content) in objects.enumerated().dropFirst() {
      guard !content.isEmpty else {
        table += "0000000000 00000 f \n"
        continue
      }
      let digits = String(output.count)
      table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
      output += Array("\(number) 0 obj\n".utf8) + content + Array("\nendobj\n".utf8)
    }
    let start = output.count
    let head = trailer.split(separator: "\n").prefix { $0 != "startxref" }
      .joined(separator: "\n")
    output += "xref\n0 \(objects.count)\n\(table)\(head)\nstartxref\n\(start)\n%%EOF\n".utf8
    return output
  }

  /// Replaces text in dictionaries and compressed streams; returns whether the text was found.
  mutating func replace(_ text: String, by other: String) -> Bool {
    var isFound = false
    for number in objects.indices {
      let content = objects[number]
      let opening = Array("\nstream\n".utf8)
      guard let start = content.firstRange(of: opening),
        content.suffix(10).elementsEqual("\nendstream".utf8)
      else {
        guard let found = content.firstRange(of: Array(text.utf8)) else { continue }
        objects[number].replaceSubrange(found, with: Array(other.utf8))
        isFound = true
        continue
      }
      let packed = Array(content[start.upperBound..<(content.count - 10)])
      guard var plain = Deflate.zlibDecompress(packed.span, limit: 1 << 24),
        let found = plain.firstRange(of: Array(text.utf8)),
        content.firstRange(of: Array("EmbeddedFile".utf8)) == nil
      else { continue }
      plain.replaceSubrange(found, with: Array(other.utf8))
      let again = Deflate.zlibCompress(plain)
      objects[number] =
        Array("<< /Length \(again.count) /Filter /FlateDecode >>\nstream\n".utf8) + again
        + Array("\nendstream".utf8)
      isFound = true
    }
    return isFound
  }
}
