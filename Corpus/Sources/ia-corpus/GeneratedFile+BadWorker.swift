import IABytes

extension GeneratedFile {
  /// Returns streams of frames that each violate one requirement of Specs/worker-protocol.md:
  /// `.client` from a client, `.worker` from a worker that was started with the format `text`.
  static func badFrames() -> [GeneratedFile] {
    bad(in: "worker", suffix: "client", clientFrames + jobFrames)
      + bad(in: "worker", suffix: "worker", introductions + results + failures)
  }

  private typealias Case = (name: String, what: String, bytes: [UInt8])

  /// Returns a frame.
  private static func frame(
    _ kind: UInt8, id: UInt64 = 0, reserved: UInt8 = 0, _ payload: [UInt8] = [], count: Int? = nil
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.fixed(UInt32(count ?? payload.count))
    writer.append([kind, 0, reserved, 0])
    writer.fixed(id)
    writer.append(payload)
    return writer.bytes
  }

  private static func bytes(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    var writer = ByteWriter()
    writer.fixed(value)
    return writer.bytes
  }

  private static func text(_ text: String) -> [UInt8] { text8(Array(text.utf8)) }
  private static func text8(_ text: [UInt8]) -> [UInt8] { bytes(UInt32(text.count)) + text }

  private static func greeting(
    _ lowest: UInt16 = 1, _ highest: UInt16 = 1, _ rest: [UInt8] = [0, 0, 0, 0]
  ) -> [UInt8] {
    Array("IAWORKER".utf8) + bytes(lowest) + bytes(highest) + rest
  }

  private static var clientFrames: [Case] {
    let hello = frame(1, greeting())
    return [
      ("worker.frame+kind", "a kind that does not exist", hello + frame(0x05)),
      ("worker.frame+side", "a kind of the other side", hello + frame(0x82, id: 1)),
      (
        "worker.frame+reserved", "a reserved byte",
        hello + frame(2, id: 1, reserved: 1, [0] + text("a"))
      ),
      ("worker.frame+id", "a release with an id", hello + frame(4, id: 1)),
      ("worker.frame+size", "a greeting of 17 bytes, of which none follows", frame(1, count: 17)),
      (
        "worker.frame+end", "an end inside a payload",
        hello + frame(2, id: 1, [0] + text("a"), count: 9)
      ),
      ("worker.frame+header", "an end inside a header", hello + frame(2).dropLast()),
      (
        "worker.value+magic", "another protocol",
        frame(1, Array("IAWALKER".utf8) + greeting().dropFirst(8))
      ),
      ("worker.value+zero", "version 0", frame(1, greeting(0, 1))),
      ("worker.value+reversed", "a highest version below the lowest", frame(1, greeting(2, 1))),
      ("worker.value+rest", "a reserved number", frame(1, greeting(1, 1, [0, 1, 0, 0]))),
      ("worker.value+short", "a payload that is too short", frame(1, greeting(1, 1, [0, 0]))),
      ("worker.version+3", "only later versions", frame(1, greeting(3, 4))),
    ]
  }

  private static var jobFrames: [Case] {
    let hello = frame(1, greeting())
    func job(_ payload: [UInt8]) -> [UInt8] { hello + frame(2, id: 1, payload) }
    return [
      ("worker.value+flags", "a flag of a job that does not exist", job([4] + text("a.md"))),
      ("worker.value+folder", "a name with a folder", job([0] + text("a/b.md") + [0x61])),
      ("worker.value+utf8", "a name that is not UTF-8", job([0] + text8([0x61, 0xFF]))),
      (
        "worker.value+name", "a name of 4,097 bytes",
        job([0] + text(String(repeating: "a", count: 4097)))
      ),
      ("worker.value+content", "content beside a descriptor", job([1] + text("a.md") + [0x61])),
      ("worker.value+past", "a name that ends after the payload", job([0, 9, 0, 0, 0, 0x61])),
      (
        "worker.value+kind", "a kind of side file that does not exist", hello + frame(3, id: 1, [3])
      ),
      (
        "worker.value+absent", "content of a side file that does not exist",
        hello + frame(3, id: 1, [0, 1])
      ),
    ]
  }

  private static func introduction(
    version: UInt16 = 1, window: UInt16 = 4, features: UInt32 = 63, landlock: UInt32 = 3,
    formats: [UInt8] = [1] + text("text"), memory: UInt64 = 0
  ) -> [UInt8] {
    frame(
      0x81,
      Array("IAWORKER".utf8) + bytes(version) + bytes(window) + bytes(features) + bytes(landlock)
        + bytes(UInt64(0)) + bytes(UInt64(1 << 20)) + bytes(memory) + formats)
  }

  private static var introductions: [Case] {
    [
      ("worker.version+0", "a version that the client did not offer", introduction(version: 2)),
      ("worker.value+window", "a window of 0", introduction(window: 0)),
      ("worker.value+wide", "a window of 65", introduction(window: 65)),
      ("worker.value+features", "a feature that does not exist", introduction(features: 64)),
      ("worker.value+landlock", "version 1001 of Landlock", introduction(landlock: 1001)),
      ("worker.value+memory", "a number of 2⁶³", introduction(memory: 1 << 63)),
      ("worker.value+none", "no format", introduction(formats: [0])),
      ("worker.value+many", "17 formats", introduction(formats: [17])),
      (
        "worker.value+format", "a format of 65 bytes",
        introduction(formats: [1] + text(String(repeating: "a", count: 65)))
      ),
      ("worker.frame+introduction", "an introduction over 4,096 bytes", frame(0x81, count: 4097)),
    ]
  }

  private static let numbers = bytes(UInt64(1)) + bytes(UInt64(1)) + bytes(UInt64(0))

  private static func outcome(
    format: String = "text", hash: [UInt8] = [0], notes: [UInt8] = [0, 0, 0, 0],
    counts: [UInt8] = [0, 0, 0, 0]
  ) -> [UInt8] {
    text("markdown") + text(format) + bytes(UInt64(3)) + hash + notes + counts
  }

  private static func result(
    _ outcome: [UInt8], sides: [UInt8] = [0, 0, 0, 0], content: [UInt8] = bytes(UInt64(1)) + [0x61],
    outputs: UInt8 = 1
  ) -> [UInt8] {
    introduction() + frame(0x82, id: 1, numbers + [0, outputs] + outcome + sides + content)
  }

  private static func note(
    effect: UInt8 = 1, _ flags: [UInt8] = [0], feature: String = "link"
  ) -> [UInt8] {
    bytes(UInt32(1)) + [effect] + text(feature) + text("a") + flags
  }

  private static func count(_ number: UInt64, effect: UInt8 = 1) -> [UInt8] {
    [effect] + text("link") + bytes(number)
  }

  private static var results: [Case] {
    func side(_ path: String) -> [UInt8] { text(path) + bytes(UInt64(1)) + [0x62] }
    let one = bytes(UInt32(1))
    return [
      (
        "worker.value+end", "an end that does not exist",
        introduction() + frame(0x82, id: 1, numbers + [2])
      ),
      ("worker.value+outputs", "two outputs for one format", result(outcome(), outputs: 2)),
      ("worker.value+other", "another format than requested", result(outcome(format: "html"))),
      ("worker.value+hash", "a flag that is 2", result(outcome(hash: [2]))),
      (
        "worker.value+effect", "an effect that does not exist",
        result(outcome(notes: note(effect: 6), counts: one + count(1)))
      ),
      (
        "worker.value+bits", "a flag of a note that does not exist",
        result(outcome(notes: note([4]), counts: one + count(1)))
      ),
      (
        "worker.value+range", "a reversed range",
        result(
          outcome(notes: note([1] + bytes(UInt64(2)) + bytes(UInt64(1))), counts: one + count(1)))
      ),
      (
        "worker.value+feature", "a feature of 257 bytes",
        result(outcome(notes: note(feature: String(repeating: "a", count: 257))))
      ),
      ("worker.value+uncounted", "a note without a count", result(outcome(notes: note()))),
      (
        "worker.value+count", "a count below that of the notes",
        result(outcome(notes: note(), counts: one + count(0)))
      ),
      (
        "worker.value+counted", "a pair that is counted twice",
        result(outcome(counts: bytes(UInt32(2)) + count(1) + count(1)))
      ),
      ("worker.value+sum", "a count over 2⁴⁰", result(outcome(counts: one + count(1 << 40 + 1)))),
      ("worker.value+notes", "65,537 notes", result(outcome(notes: bytes(UInt32(65_537))))),
      ("worker.value+sides", "65,537 side files", result(outcome(), sides: bytes(UInt32(65_537)))),
      (
        "worker.value+parent", "a side file out of its folder",
        result(outcome(), sides: one + side("a/../../b.png"))
      ),
      (
        "worker.value+side", "two side files of one path",
        result(outcome(), sides: bytes(UInt32(2)) + side("a.png") + side("a.png"))
      ),
      (
        "worker.value+large", "content that ends after the payload",
        result(outcome(), content: bytes(UInt64(2)) + [0x61])
      ),
      (
        "worker.value+trailing", "a byte after the content",
        result(outcome(), content: bytes(UInt64(0)) + [0x61])
      ),
      (
        "worker.value+request", "a request for a file out of the folder",
        introduction() + frame(0x84, id: 1, Array("../a.png".utf8))
      ),
      (
        "worker.value+root", "a request for an absolute path",
        introduction() + frame(0x84, id: 1, Array("/etc/a".utf8))
      ),
      (
        "worker.value+slash", "a request with an empty part",
        introduction() + frame(0x84, id: 1, Array("a//b.png".utf8))
      ),
      (
        "worker.value+backslash", "a request with a backslash",
        introduction() + frame(0x84, id: 1, Array("a\\b.png".utf8))
      ),
      (
        "worker.value+control", "a request with a control character",
        introduction() + frame(0x84, id: 1, Array("a\nb.png".utf8))
      ),
      (
        "worker.value+shared", "a shared result of seven bytes",
        introduction() + frame(0x83, id: 1, [0, 0, 0, 0, 0, 0, 0])
      ),
      (
        "worker.value+capacity", "a shared result over the memory",
        introduction() + frame(0x83, id: 1, bytes(UInt64(1 << 30)))
      ),
    ]
  }

  private static var failures: [Case] {
    func failed(
      status: UInt8 = 65, code: String = "json.syntax", _ rest: [UInt8] = [0, 0, 0]
    ) -> [UInt8] {
      introduction()
        + frame(0x82, id: 1, numbers + [1, status, 1] + text(code) + text("a") + rest)
    }
    return [
      ("worker.value+status", "an exit status of 0", failed(status: 0)),
      ("worker.value+code", "a code with a capital", failed(code: "json.Syntax")),
      ("worker.value+nameless", "an empty code", failed(code: "")),
      ("worker.value+flag", "a flag that is 2", failed([0, 2, 0])),
      (
        "worker.value+fault", "a fault with a byte after its text",
        introduction() + frame(0x85, text("worker.frame") + text("") + [0])
      ),
      (
        "worker.frame+fault", "a fault with an id",
        introduction() + frame(0x85, id: 1, text("worker.frame") + text(""))
      ),
    ]
  }
}
