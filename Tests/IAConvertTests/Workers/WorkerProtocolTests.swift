import IABytes
import IAFormats
import IASyntax
import Testing

@testable import IAConvert

/// The frames and payloads of `Specs/worker-protocol.md`.
@Suite struct WorkerProtocolTests {
  private static let bounds = WorkerFrame.Bounds(inputBytes: 1000, outputBytes: 1000)

  @Test(arguments: [0, 1000, .max]) func `Each limit gives a valid maximum payload`(limit: Int) {
    let bounds = WorkerFrame.Bounds(inputBytes: limit, outputBytes: limit)
    #expect((8192...Int(UInt32.max)).contains(bounds.maxPayload(of: .job)))
    #expect(((64 << 20)...Int(UInt32.max)).contains(bounds.maxPayload(of: .result)))
    #expect((1...Int(UInt32.max)).contains(bounds.maxPayload(of: .sideFile)))
  }

  private func frames(
    _ bytes: [UInt8], ofClient: Bool = true
  ) throws(InputError) -> [WorkerFrame] {
    var buffer = WorkerFrameBuffer(acceptsClient: ofClient, bounds: Self.bounds)
    buffer.append(bytes)
    var found: [WorkerFrame] = []
    while let frame = try buffer.next() { found.append(frame) }
    return found
  }

  private static func header(
    _ count: UInt32, _ kind: UInt8, id: UInt64 = 0, reserved: [UInt8] = [0, 0, 0]
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.fixed(count)
    writer.byte(kind)
    writer.append(reserved)
    writer.fixed(id)
    return writer.bytes
  }

  @Test func `A frame is decoded when its last byte has arrived`() throws {
    let frame = WorkerFrame(.job, id: 7, payload: WorkerMessages.Job(name: "a", content: [1]).bytes)
    let bytes = frame.bytes + frame.bytes
    var buffer = WorkerFrameBuffer(acceptsClient: true, bounds: Self.bounds)
    var found: [Int] = []
    for (index, byte) in bytes.enumerated() {
      buffer.append([byte])
      while let next = try buffer.next() {
        #expect(next == frame)
        found.append(index + 1)
      }
    }
    #expect(found == [frame.bytes.count, bytes.count])
    #expect(buffer.pendingByteCount == 0)
  }

  @Test(arguments: [
    ("an unknown kind", header(0, 9), true),
    ("kind 0", header(0, 0), true),
    ("a worker's kind from a client", header(0, 0x82, id: 1), true),
    ("a client's kind from a worker", header(0, 2, id: 1), false),
    ("reserved bytes", header(0, 4, reserved: [0, 1, 0]), true),
    ("an id of a greeting", header(16, 1, id: 3), true),
    ("an id of a release", header(0, 4, id: 1), true),
    ("a greeting that is too long", header(17, 1), true),
    ("a job over the bound", header(1000 + 8193, 2, id: 1), true),
    ("a side file over the bound", header(1002, 3, id: 1), true),
    ("a release with a payload", header(1, 4), true),
    ("an introduction over the bound", header(4097, 0x81), false),
    ("a result over the bound", header(.max, 0x82, id: 1), false),
    ("a shared result over the bound", header(9, 0x83, id: 1), false),
    ("a request over the bound", header(1025, 0x84, id: 1), false),
    ("a fault over the bound", header(8193, 0x85), false),
  ])
  func `A malformed header is refused before its payload`(
    name: String, bytes: [UInt8], ofClient: Bool
  ) throws {
    let good = WorkerFrame(ofClient ? .release : .fault, payload: []).bytes
    let error = try #require(throws: InputError.self) {
      try frames(good + bytes, ofClient: ofClient)
    }
    #expect(error.code == .workerFrame, "\(name)")
    #expect(error.byteOffset == good.count)
  }

  @Test func `Sizes at their limits are accepted`() throws {
    let job = WorkerMessages.Job(
      name: String(repeating: "n", count: 4096), content: Array(repeating: 1, count: 1000))
    let frame = WorkerFrame(.job, id: .max, payload: job.bytes)
    #expect(try frames(frame.bytes) == [frame])
    #expect(try WorkerMessages.Job(frame.payload) == job)
  }

  @Test func `Messages are equal after encoding and decoding`() throws {
    let greeting = WorkerMessages.Greeting(lowest: 1, highest: 3)
    #expect(try WorkerMessages.Greeting(greeting.bytes) == greeting)
    var introduction = WorkerMessages.Introduction(inputBytes: 99, targets: [.html, .text])
    introduction.sandbox = SandboxFeatures(bits: 63, landlockVersion: 7)
    introduction.sharedBytes = 1 << 20
    introduction.residentBytes = 12
    #expect(try WorkerMessages.Introduction(introduction.bytes) == introduction)
    var outer = WorkerMessages.Job(name: "a.html", content: [], answersSideFiles: true)
    outer.hasOuterFiles = true
    for job in [
      outer, WorkerMessages.Job(name: "ä.md", content: Array("*a*".utf8), answersSideFiles: true),
      WorkerMessages.Job(name: "", content: []), WorkerMessages.Job(name: "a", content: nil),
    ] {
      #expect(try WorkerMessages.Job(job.bytes) == job)
    }
    for file in [WorkerMessages.SideFile.absent, .tooLarge, .content([]), .content([1, 2])] {
      #expect(try WorkerMessages.SideFile(file.bytes) == file)
    }
    let fault = WorkerMessages.Fault(code: "worker.frame", detail: "kind 9")
    #expect(try WorkerMessages.Fault(fault.bytes) == fault)
  }

  @Test func `A version that is not accepted has its own code`() throws {
    let error = try #require(throws: InputError.self) {
      try WorkerMessages.Greeting(WorkerMessages.Greeting(lowest: 3, highest: 9).bytes)
    }
    #expect(error.code == .workerVersion)
    let second = WorkerMessages.Greeting(lowest: 2, highest: 2)
    #expect(try WorkerMessages.Greeting(second.bytes).sessionVersion == 2)
    #expect(try WorkerMessages.Greeting(WorkerMessages.Greeting().bytes).sessionVersion == 1)
    // Brokers and unpacking workers support only version 1.
    #expect(throws: InputError.self) {
      try WorkerMessages.Greeting(second.bytes, versions: 1...1)
    }
    var introduction = WorkerMessages.Introduction(inputBytes: 1, targets: [.html])
    introduction.version = 2
    let other = try #require(throws: InputError.self) {
      try WorkerMessages.Introduction(introduction.bytes)
    }
    #expect(other.code == .workerVersion)
  }

  @Test func `Truncated payloads and payloads with an additional byte are refused`() throws {
    var introduction = WorkerMessages.Introduction(inputBytes: 1, targets: [.html])
    introduction.window = 1
    let decoders: [(String, [UInt8], ([UInt8]) throws -> Void)] = [
      ("greeting", WorkerMessages.Greeting().bytes, { _ = try WorkerMessages.Greeting($0) }),
      ("introduction", introduction.bytes, { _ = try WorkerMessages.Introduction($0) }),
      (
        "job", WorkerMessages.Job(name: "abc", content: nil).bytes,
        { _ = try WorkerMessages.Job($0) }
      ),
      (
        "fault", WorkerMessages.Fault(code: "a", detail: "b").bytes,
        { _ = try WorkerMessages.Fault($0) }
      ),
      ("result", Self.result.bytes, { _ = try WorkerResult($0, targets: [.html]) }),
      ("failure", Self.failure.bytes, { _ = try WorkerResult($0, targets: [.html]) }),
      (
        "shared result", WorkerMessages.sharedByteCountPayload(5),
        { _ = try WorkerMessages.sharedByteCount($0, atMost: 9) }
      ),
    ]
    for (name, bytes, decode) in decoders {
      #expect(throws: Never.self, "\(name)") { try decode(bytes) }
      for count in 0..<bytes.count {
        #expect(throws: InputError.self, "\(name): \(count)") { try decode(Array(bytes[..<count])) }
      }
      #expect(throws: InputError.self, "\(name)") { try decode(bytes + [0]) }
    }
  }

  @Test func `Fields out of their range are refused`() throws {
    let greeting = WorkerMessages.Greeting().bytes
    for (index, byte) in [(0, 0x20), (8, 0), (12, 1)] as [(Int, UInt8)] {
      var bytes = greeting
      bytes[index] = byte
      #expect(throws: InputError.self, "greeting byte \(index)") {
        try WorkerMessages.Greeting(bytes)
      }
    }
    let introduction = WorkerMessages.Introduction(inputBytes: 1, targets: [.html]).bytes
    // Window 0, window 65, an unknown feature, a size greater than Int.max, no formats, 17 formats.
    let faults: [(Int, UInt8)] = [(10, 0), (10, 65), (12, 64), (27, 0x80), (44, 0), (44, 17)]
    for (index, byte) in faults {
      var bytes = introduction
      bytes[index] = byte
      #expect(throws: InputError.self, "introduction byte \(index)") {
        try WorkerMessages.Introduction(bytes)
      }
    }
    #expect(throws: InputError.self) { try WorkerMessages.Job([4, 0, 0, 0, 0]) }
    #expect(throws: InputError.self) {
      try WorkerMessages.Job([0, 3, 0, 0, 0] + Array("a/b".utf8))
    }
    #expect(throws: InputError.self) { try WorkerMessages.Job([0, 1, 0, 0, 0, 0xFF]) }
    #expect(throws: InputError.self) { try WorkerMessages.SideFile([3]) }
    #expect(throws: InputError.self) { try WorkerMessages.SideFile([0, 0]) }
    #expect(throws: InputError.self) { try WorkerMessages.SideFile([]) }
    #expect(throws: InputError.self) {
      try WorkerMessages.Fault(WorkerMessages.Fault(code: "A B", detail: "").bytes)
    }
    #expect(throws: InputError.self) {
      try WorkerMessages.sharedByteCount(WorkerMessages.sharedByteCountPayload(10), atMost: 9)
    }
  }

  @Test(arguments: ["", "/a", "../a", "a/../b", "a//b", ".", "a/.", "a\\b", "a\u{0}b", "a\nb"])
  func `A side file name that could leave the folder is refused`(name: String) throws {
    #expect(throws: InputError.self) { try WorkerMessages.sideName(Array(name.utf8)) }
    var target = Self.target
    target.sideFiles = [.init(path: name, bytes: [])]
    #expect(throws: InputError.self) {
      try WorkerResult(WorkerResult(.converted([target])).bytes, targets: [.html])
    }
  }

  @Test func `A result is equal after encoding and decoding`() throws {
    let decoded = try WorkerResult(Self.result.bytes, targets: [.html])
    #expect(decoded.wallNanoseconds == 5)
    #expect(decoded.cpuNanoseconds == 4)
    #expect(decoded.residentBytes == 3)
    guard case .converted(let targets) = decoded.ending, let target = targets.first else {
      Issue.record("no result")
      return
    }
    #expect(target.bytes == Self.target.bytes)
    #expect(target.outcome.report == Self.target.outcome.report)
    #expect(target.outcome.inputDigest == Self.target.outcome.inputDigest)
    #expect(target.sideFiles.map(\.path) == ["media/a.png"])
    #expect(target.outcome.outputs.map(\.byteCount) == [3, 2])
  }

  @Test func `A failure is equal after encoding and decoding`() throws {
    guard case .failed(let failure) = try WorkerResult(Self.failure.bytes, targets: [.html]).ending,
      case .failed(let expected) = Self.failure.ending
    else {
      Issue.record("no failure")
      return
    }
    #expect(failure == expected)
  }

  @Test func `A result with other formats is refused`() throws {
    for targets in [[], [.text], [.html, .html]] as [[FormatID]] {
      #expect(throws: InputError.self) { try WorkerResult(Self.result.bytes, targets: targets) }
    }
  }

  @Test func `Two side files with one name are refused`() throws {
    var target = Self.target
    target.sideFiles.append(target.sideFiles[0])
    #expect(throws: InputError.self) {
      try WorkerResult(WorkerResult(.converted([target])).bytes, targets: [.html])
    }
  }

  @Test(arguments: [0, 1, 5, 3, 130])
  func `A failure with a status that documents cannot have is refused`(status: UInt8) throws {
    var bytes = Self.failure.bytes
    bytes[25] = status
    if status == 1 {
      #expect(throws: Never.self) { try WorkerResult(bytes, targets: [.html]) }
    } else {
      #expect(throws: InputError.self) { try WorkerResult(bytes, targets: [.html]) }
    }
  }

  @Test func `A long detail is truncated between scalars`() throws {
    let long = Failure(.badInput, code: "a", String(repeating: "ä", count: 5000))
    let result = try WorkerResult(WorkerResult(.failed(long)).bytes, targets: [])
    guard case .failed(let failure) = result.ending else {
      Issue.record("no failure")
      return
    }
    #expect(failure.detail.utf8.count <= 4096)
    #expect(failure.detail.hasSuffix("ä…"))
  }

  @Test func `The names of missing features match the bits`() {
    let features = SandboxFeatures(bits: 0b01_1010, landlockVersion: 3)
    #expect(features.description == "not-dumpable+rlimits+landlock3")
    #expect(features.missing() == ["no-new-privileges", "parent-death", "seccomp"])
    #expect(SandboxFeatures().description == "none")
  }

  // MARK: Values

  private static let target: TargetResult = {
    var report = ConversionReport()
    report.add(.dropped, .table, "2 columns", utf16Range: 3..<9, byteOffset: 4)
    for _ in 0..<100 { report.add(.hidden, .intensity) }
    let outcome = ConversionOutcome(
      inputFormat: .markdown, outputFormat: .html, inputByteCount: 12,
      inputDigest: SHA256Digest(of: [1]), outputs: [], report: report)
    return TargetResult(
      outcome: outcome, bytes: Array("<p>".utf8),
      sideFiles: [.init(path: "media/a.png", bytes: [1, 2])])
  }()

  private static let result = WorkerResult(
    .converted([target]), wallNanoseconds: 5, cpuNanoseconds: 4, residentBytes: 3)

  private static let failure: WorkerResult = {
    var failure = Failure(.badInput, path: "", code: "json.depth", "too deep")
    failure.byteOffset = 812
    failure.limit = .init(name: "depth", maximum: 256, seen: 257)
    return WorkerResult(.failed(failure))
  }()
}
