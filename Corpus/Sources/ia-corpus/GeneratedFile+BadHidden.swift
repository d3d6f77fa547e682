import IABytes

extension GeneratedFile {
  /// Returns hidden data that violates one requirement of Specs/hidden-data.md per file: records as
  /// bytes (`.record`), and pages and texts with such records.
  static func badHidden() -> [GeneratedFile] {
    bad(in: "hidden", suffix: "record", hiddenRecords)
      + bad(in: "hidden", suffix: "html", hiddenPages)
      + bad(in: "hidden", suffix: "md", hiddenTexts)
      + bad(in: "hidden", suffix: "rtf", hiddenRTF)
  }

  private typealias Case = (name: String, what: String, bytes: [UInt8])

  /// Returns the record of a paragraph with a visible text.
  private static func record(
    _ shown: String, version: UInt8 = 1, hash: UInt64? = nil, flags: [UInt8] = [0], _ rest: [UInt8]
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(version)
    writer.fixed(hash ?? fnv(shown))
    writer.append(flags)
    writer.append(rest)
    return writer.bytes
  }

  /// Returns the 64-bit FNV-1a hash of the units of a text, low byte first.
  private static func fnv(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for unit in text.utf16 {
      for byte in [unit & 0xFF, unit >> 8] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return hash
  }

  /// Runs of the intensities 40, 90 and 40 for two units and the end of the paragraph.
  private static let runs: [UInt8] = [3, 1, 40, 1, 90, 1, 40]

  private static var hiddenRecords: [Case] {
    [
      ("hidden.truncated+empty", "no bytes", []),
      ("hidden.truncated+hash", "an end inside the hash", Array(record("ab", runs).prefix(5))),
      ("hidden.truncated+runs", "an end inside the runs", record("ab", runs.dropLast())),
      ("hidden.truncated+count", "more runs than there are bytes", record("ab", [200, 1, 1, 40])),
      (
        "hidden.truncated+patch", "more units than there are bytes",
        record("ab", flags: [1], [0, 1, 9, 0x61, 0])
      ),
      ("hidden.version+2", "a later version", record("ab", version: 2, runs)),
      ("hidden.flags+64", "a flag that does not exist", record("ab", flags: [64], runs)),
      ("hidden.number+intensity", "an intensity of 101", record("ab", [1, 3, 101])),
      ("hidden.number+run", "a run without units", record("ab", [2, 0, 40, 3, 90])),
      ("hidden.number+wide", "a number of 2³¹", record("ab", [1, 0x80, 0x80, 0x80, 0x80, 8, 40])),
      (
        "hidden.number+long", "a number of six bytes",
        record("ab", [0x80, 0x80, 0x80, 0x80, 0x80, 0])
      ),
      ("hidden.trailing+byte", "a byte after the runs", record("ab", runs + [0])),
    ]
  }

  private static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes.span) }

  /// Returns a page with one valid paragraph and one with a record.
  private static func page(
    _ record: [UInt8], shown: String = "ab", document: String? = nil, inside: String? = nil
  ) -> [UInt8] {
    let meta = document.map { "<meta name=\"ia-doc\" content=\"\(base64(Array($0.utf8)))\">" } ?? ""
    let text = inside ?? shown
    return Array(
      "<!DOCTYPE html><html><head><title>x</title><meta name=\"generator\" content=\"intensity-suite\">\(meta)</head><body><p>One.</p><p data-ia=\"\(base64(record))\">\(text)</p></body></html>\n"
        .utf8)
  }

  private static var hiddenPages: [Case] {
    let inline = #"{"version":1,"inline":[{"hidden":true}]}"#
    let link = #"{"version":1,"inline":[{"link":{"url":"https://evil.example/"}}]}"#
    let small = #"{"version":1,"inline":[{"fontSize":0.5}]}"#
    let white = ##"{"version":1,"inline":[{"foreground":"#FFFFFF"}]}"##
    let place =
      #"{"version":1,"records":[{"kind":"image","content":{"url":"javascript:alert(1)"}}]}"#
    // Three units with the first set of inline attributes.
    let styled = [UInt8]([1, 3, 40, 1, 3, 1])
    return [
      ("stale-hidden-data+hash", "another text than that of the record", page(record("ax", runs))),
      ("stale-hidden-data+length", "runs of two units for three", page(record("ab", [1, 2, 90]))),
      (
        "stale-hidden-data+index", "an index into an empty table",
        page(record("ab", flags: [2], styled))
      ),
      (
        "stale-hidden-data+paragraph", "an index of a paragraph into an empty table",
        page(record("ab", flags: [4], runs + [1]))
      ),
      (
        "stale-hidden-data+records", "an index of an attachment into an empty table",
        page(record("ab", flags: [8], runs + [1, 0, 0]))
      ),
      (
        "damaged-hidden-data+version", "a record of a later version",
        page(record("ab", version: 2, runs))
      ),
      (
        "stale-hidden-data+absent", "an absent paragraph with text",
        page(record("ab", flags: [32], [0]))
      ),
      (
        "refused-hidden-data+patch", "units that the page does not show",
        page(record("ab", flags: [1], [1, 1, 1, 0x78, 0] + runs))
      ),
      (
        "refused-hidden-data+end", "a missing end that is not that of the last paragraph",
        Array(
          "<!DOCTYPE html><html><head><title>x</title><meta name=\"generator\" content=\"intensity-suite\"></head><body><p data-ia=\"\(base64(record("ab", flags: [16], [2, 1, 40, 1, 90])))\">ab</p><p>Two.</p></body></html>\n"
            .utf8)
      ),
      (
        "refused-hidden-data+hidden", "text that the page shows is hidden",
        page(record("ab", flags: [2], styled), document: inline)
      ),
      (
        "refused-hidden-data+link", "a link that the page does not show",
        page(record("ab", flags: [2], styled), document: link)
      ),
      (
        "refused-hidden-data+size", "a size below 1 point",
        page(record("ab", flags: [2], styled), document: small)
      ),
      (
        "refused-hidden-data+colour", "the colour of the background",
        page(record("ab", flags: [2], styled), document: white)
      ),
      (
        "refused-hidden-data+scheme", "an attachment with an address of a harmful scheme",
        page(record("ab", flags: [8], [1, 3, 40] + [1, 0, 0]), document: place)
      ),
    ]
  }

  private static var hiddenTexts: [Case] {
    func text(
      _ record: [UInt8], document: String = #"{"version":1}"#, index: Int = 1
    ) -> [UInt8] {
      Array(
        "One.\n\nab\n\n<!-- ia:1 2\n\(base64(Array(document.utf8)))\n\(index) \(base64(record))\n-->\n"
          .utf8)
    }
    return [
      (
        "stale-hidden-data+markdown", "another text than that of the record",
        text(record("ax", runs))
      ),
      (
        "damaged-hidden-data+line", "a record of a paragraph that does not exist",
        text(record("ab", runs), index: 5)
      ),
      (
        "refused-hidden-data+raw", "text that would become raw HTML",
        text(
          record("ab", flags: [2], [1, 3, 40, 1, 3, 1]),
          document: #"{"version":1,"inline":[{"tags":{"markdown.html":"inline"}}]}"#)
      ),
    ]
  }

  private static var hiddenRTF: [Case] {
    func text(_ record: String) -> [UInt8] {
      Array("{\\rtf1\\ansi {\\*\\iap \(record)}\\pard ab\\par}".utf8)
    }
    return [
      ("damaged-hidden-data+base64", "a record that is not base64", text("AX*=")),
      (
        "stale-hidden-data+rtf", "another text than that of the record",
        text(base64(record("ax", runs)))
      ),
    ]
  }
}
