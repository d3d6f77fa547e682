import IAConvert
import IAFiles
import IAFormats
import IAText
import Testing

/// A reader with a fixed confidence.
private struct SureReader: DocumentReader {
  let descriptor: FormatDescriptor
  let confidence: Int

  init(_ name: String, _ confidence: Int) {
    descriptor = FormatDescriptor(
      id: FormatID(name), title: name, suffixes: [name], mediaTypes: ["text/\(name)"])
    self.confidence = confidence
  }

  func confidence(inPrefix prefix: [UInt8]) -> Int { confidence }

  func read(_ source: any DocumentSource, options: ReadOptions) -> ReadResult {
    ReadResult(IADocument())
  }
}

@Suite struct FormatRegistryTests {
  private func detected(
    _ readers: [(String, Int)], name: String?, prefix: [UInt8] = [1]
  ) throws(FormatError) -> String {
    let registry = FormatRegistry(
      readers.map { name, sure in
        let reader = SureReader(name, sure)
        return FormatRegistry.Entry(reader.descriptor, reader: reader)
      })
    return try registry.detect(prefix: prefix, fileName: name).descriptor.id.rawValue
  }

  @Test func `The suffix decides unless content is certainly of another format`() throws {
    #expect(try detected([("a", 10), ("b", 79)], name: "x.a") == "a")
    #expect(try detected([("a", 10), ("b", 80)], name: "x.a") == "b")
    #expect(try detected([("a", 90), ("b", 90)], name: "x.b") == "b")
    #expect(try detected([("a", 0), ("b", 80)], name: "x.a") == "b")
    #expect(try detected([("a", 1), ("b", 50)], name: "X.A") == "a")
  }

  @Test func `Content that does not match the suffix is refused if no format is certain`() {
    #expect(throws: FormatError.mismatch("a")) { try detected([("a", 0), ("b", 79)], name: "x.a") }
    #expect(throws: FormatError.mismatch("a")) { try detected([("a", 0)], name: "x.a") }
  }

  @Test func `Text about HTML is not detected as a page`() throws {
    func detected(_ text: String, _ name: String?) throws -> String {
      try FormatRegistry.standard.detect(prefix: Array(text.utf8), fileName: name)
        .descriptor.id.rawValue
    }
    let example = "Write a page:\n\n    <html><body></body></html>\n"
    #expect(try detected(example, "a.md") == "markdown")
    #expect(try detected(example, "a.html") == "html")
    #expect(try detected("<!-- a --> <?xml a?>\n<!-- b --><HTML>", "a.md") == "html")
    #expect(try detected("<h1>a</h1>\n" + example, "a.md") == "markdown")
  }

  @Test func `A file with the suffix of a write-only format is not plain text`() throws {
    for prefix in [[], [0x89, 0x50, 0x4E, 0x47], Array("words".utf8)] {
      #expect(throws: FormatError.self) {
        try FormatRegistry.standard.detect(prefix: prefix, fileName: "a.png")
      }
    }
    let rtf = try FormatRegistry.standard.detect(
      prefix: Array("{\\rtf1 a}".utf8), fileName: "a.pdf")
    #expect(rtf.descriptor.id.rawValue == "rtf")
  }

  @Test(arguments: ["a.zip", "a.tar", "a.tar.zst", "a.7z", "a.iaa"])
  func `A file with the name of an archive is not plain text`(name: String) throws {
    for prefix in [[], Array("words".utf8)] {
      #expect(throws: FormatError.self) {
        try FormatRegistry.standard.detect(prefix: prefix, fileName: name)
      }
    }
    let rtf = try FormatRegistry.standard.detect(prefix: Array("{\\rtf1 a}".utf8), fileName: name)
    #expect(rtf.descriptor.id.rawValue == "rtf")
  }

  @Test func `Without a known suffix, the first reader of top confidence is used`() throws {
    for name in [nil, "x", "x.other", ".a", "a"] {
      #expect(try detected([("a", 10), ("b", 20)], name: name) == "b")
      #expect(try detected([("a", 20), ("b", 20)], name: name) == "a")
      #expect(throws: FormatError.undetected) { try detected([("a", 0), ("b", 0)], name: name) }
    }
  }

  @Test(arguments: [
    ("\u{FEFF} \n<!DOCTYPE HTML><p>a", "html"), ("<BODY>a", "html"),
    ("<Meta charset=utf-8>", "html"),
    ("Version:0.9\r\nStartHTML:00000097\r\n", "html"), ("words <HTML> words", "html"),
    ("<DIV>a</DIV>", "html"), ("a </p> b", "html"), ("<", "text"), ("version: 1", "text"),
    ("# Title\n\ntext\n", "markdown"), ("# Title\r\n\r\ntext\r\n", "markdown"),
    ("---\r\ntitle: a\r\n---\r\ntext", "markdown"), ("#Title", "text"), ("a\nb\nc", "text"),
    ("{\"text\":\"a\",\"intensities\":[1]}", "json"),
  ])
  func `Content without a name is detected by its signature`(text: String, format: String) throws {
    let reader = try FormatRegistry.standard.detect(prefix: Array(text.utf8), fileName: nil)
    #expect(reader.descriptor.id.rawValue == format, "\(text)")
  }

  @Test func `The signature of a page is found in UTF-16, and short input is safe`() throws {
    let page = Array("<html><p>a".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let reader = try FormatRegistry.standard.detect(prefix: [0xFF, 0xFE] + page, fileName: nil)
    #expect(reader.descriptor.id.rawValue == "html")
    for text in ["<", "<h", "<!doctype htm", "x <", "version", "{", "{\"", "{\"text", "#", "--"] {
      _ = try FormatRegistry.standard.detect(prefix: Array(text.utf8), fileName: nil)
    }
  }

  @Test func `Files of other programs are identified`() {
    func zip(_ name: String, _ content: String) -> [UInt8] {
      let head: [UInt8] = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22)
      return head + [UInt8(name.utf8.count), 0, 0, 0] + Array((name + content).utf8)
    }
    let files: [([UInt8], String)] = [
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0], "a file of Office 97"),
      (zip("[Content_Types].xml", "\0"), "an Office Open XML file"),
      (zip("word/document.xml", "\0"), "an Office Open XML file"),
      (zip("mimetype", "application/vnd.oasis.opendocument.text"), "an OpenDocument file"),
      (zip("mimetype", "application/epub+zip"), "an EPUB book"),
      (Array("%PDF-1.7\n\0".utf8), "a PDF file"),
    ]
    for (prefix, kind) in files {
      do {
        _ = try FormatRegistry.standard.detect(prefix: prefix, fileName: "x.docx")
        Issue.record("detected \(kind)")
      } catch {
        guard case .otherProgram(let name) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(name.hasPrefix(kind))
      }
    }
    for prefix in [zip("a.txt", "\0"), zip("mimetype", "\0"), [0x50, 0x4B, 3, 4, 0]] {
      #expect(throws: FormatError.undetected) {
        try FormatRegistry.standard.detect(prefix: prefix, fileName: nil)
      }
    }
  }

  @Test func `An empty file has the format of its suffix, or is plain text`() throws {
    #expect(try detected([("a", 0), ("text", 0)], name: "x.a", prefix: []) == "a")
    #expect(try detected([("a", 0), ("text", 0)], name: nil, prefix: []) == "text")
    #expect(throws: FormatError.undetected) { try detected([("a", 0)], name: nil, prefix: []) }
  }

  @Test func `Every format of the suite is found by its name, suffixes and media types`() throws {
    let registry = FormatRegistry.standard
    var suffixes: Set<String> = []
    for entry in registry.entries {
      let format = entry.descriptor
      #expect(registry.entry(id: format.id)?.descriptor == format)
      #expect(registry.entry(id: FormatID(format.id.rawValue.uppercased()))?.descriptor == format)
      for suffix in format.suffixes {
        #expect(suffixes.insert(suffix).inserted, "two formats have the suffix \(suffix)")
        #expect(registry.entry(fileName: "a/b.c/d.\(suffix)")?.descriptor == format)
        #expect(registry.entry(id: FormatID(suffix))?.descriptor == format)
      }
      for type in format.mediaTypes {
        #expect(registry.entry(mediaType: "\(type); charset=utf-8")?.descriptor == format)
      }
      if let reader = entry.reader { #expect(reader.descriptor.id == format.id) }
      if let writer = entry.writer { #expect(writer.descriptor.id == format.id) }
      #expect(entry.isReadable || entry.isWritable)
    }
    #expect(registry.entry(fileName: "a.b/c") == nil)
    #expect(registry.entry(fileName: ".md") == nil)
  }

  @Test func `The output of each writer is detected as its format, if it can be read`() throws {
    let document = IADocument("# One\n\nTwo")
    for entry in FormatRegistry.standard.entries {
      guard let writer = entry.writer, let reader = entry.reader else { continue }
      var sink = BytesSink()
      _ = try writer.write(document, to: &sink, options: WriteOptions())
      let bytes = sink.bytes
      let suffix = try #require(writer.descriptor.suffixes.first)
      let found = try FormatRegistry.standard.detect(
        prefix: Array(bytes.prefix(FormatRegistry.prefixLength)), fileName: "a.\(suffix)")
      #expect(found.descriptor.id == reader.descriptor.id)
    }
  }
}
