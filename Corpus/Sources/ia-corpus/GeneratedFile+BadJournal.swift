import IABytes

extension GeneratedFile {
  /// Returns journals that each violate one requirement of Specs/batch.md.
  static func badJournals() -> [GeneratedFile] {
    let start = line(#"{"v":1,"journal":"iaconv","program":"iaconv 0.1.0","options":"00"}"#)
    let good = line(document())
    let last = line(document(name: "last"))
    func journal(_ bad: [UInt8]) -> [UInt8] { start + good + bad + last }
    let cases: [(name: String, what: String, bytes: [UInt8])] = [
      ("journal.foreign+text", "a text", Array("Dear diary\n".utf8) + last),
      ("journal.foreign+document", "no start of a run", good + last),
      (
        "journal.foreign+name", "a journal of another program",
        line(#"{"v":1,"journal":"other","program":"x","options":"00"}"#) + last
      ),
      (
        "journal.version+2", "a later version",
        line(#"{"v":2,"journal":"iaconv","program":"iaconv 9","options":"00"}"#) + last
      ),
      ("journal.damaged+bit", "a bit of a line flipped", journal(flipped(good))),
      ("journal.damaged+crc", "a line without a checksum", journal(Array("\(document())\n".utf8))),
      ("journal.damaged+syntax", "a comma before the end", journal(line(#"{"name":"a",}"#))),
      ("journal.damaged+empty", "an empty line", journal([0x0A])),
      (
        "journal.damaged+byte", "a byte that is not UTF-8",
        journal(line(document(), changing: 0x62, to: 0xFF))
      ),
      (
        "journal.damaged+key", "two members of one name",
        journal(line(document(more: #","name":"c""#)))
      ),
      (
        "journal.damaged+missing", "a line without `sha256`",
        journal(line(#"{"name":"a","in":"a","bytes":1,"time":0,"status":"ok","out":[]}"#))
      ),
      (
        "journal.damaged+status", "a status that does not exist",
        journal(line(document(status: "maybe")))
      ),
      (
        "journal.damaged+hash", "a hash of 63 digits",
        journal(line(document(hash: digits.dropLast())))
      ),
      ("journal.damaged+size", "a negative size", journal(line(document(size: "-1")))),
      (
        "journal.damaged+parent", "a path out of the target",
        journal(line(document(name: "a/../../b")))
      ),
      ("journal.damaged+absolute", "an absolute path", journal(line(document(name: "/a")))),
      (
        "journal.damaged+dot", "a path with the component `.`",
        journal(line(document(name: "a/./b")))
      ),
      ("journal.damaged+nul", "a path with a NUL", journal(line(document(name: #"a\u0000"#)))),
      (
        "journal.damaged+output", "an output out of the target",
        journal(line(document(out: #"{"path":"../b","bytes":1,"time":0,"sha256":"\#(digits)"}"#)))
      ),
      (
        "journal.damaged+beside", "a file beside a document with an absolute path",
        journal(line(document(more: beside(#""/etc/passwd""#))))
      ),
      (
        "journal.damaged+twice", "a file beside a document that is listed twice",
        journal(line(document(more: beside(#""a.png","a.png""#))))
      ),
    ]
    return bad(in: "journal", suffix: "jsonl", cases)
      + [
        GeneratedFile(
          path: "journal/torn.jsonl", purpose: "a last line that was not completed: it is dropped",
          bytes: start + good + last.dropLast(9))
      ]
  }

  private static var digits: String { String(repeating: "5", count: 64) }

  private static func beside(_ names: String) -> String {
    #","beside":{"names":[\#(names)],"sha256":"\#(digits)"}"#
  }

  private static func document(
    name: String = "b", size: String = "1", hash: some StringProtocol = digits,
    status: String = "ok",
    out: String = "", more: String = ""
  ) -> String {
    #"{"name":"\#(name)","in":"in/b.txt","bytes":\#(size),"time":0,"sha256":"\#(hash)","status":"\#(status)","out":[\#(out)]\#(more)}"#
  }

  /// Returns an object with its checksum as the last member.
  private static func line(
    _ object: String, changing old: UInt8? = nil, to new: UInt8 = 0
  ) -> [UInt8] {
    var bytes = Array(object.utf8.dropLast())
    if let old, let index = bytes.lastIndex(of: old) { bytes[index] = new }
    let check = String(CRC32C.of(bytes.span), radix: 16)
    let padded = String(repeating: "0", count: 8 - check.utf8.count) + check
    return bytes + Array(",\"crc\":\"\(padded)\"}\n".utf8)
  }

  private static func flipped(_ line: [UInt8]) -> [UInt8] {
    var line = line
    line[20] ^= 1
    return line
  }
}
