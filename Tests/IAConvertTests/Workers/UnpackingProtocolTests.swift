import IABytes
import IAForeignArchives
import IAFormats
import Testing

@testable import IAConvert

/// The frames of a worker that unpacks archives (`Specs/worker-protocol.md`, section 10).
@Suite struct UnpackingProtocolTests {
  private static let member = UnpackingMessages.Member(path: "sub/ä.txt", byteCount: 3)
  private static let omission = UnpackingMessages.Omission(place: "/sub/b")
  private static let failure = Failure(
    .damage, path: "/data/a", code: "bagit.digest", "another digest")
  private static let end = UnpackingMessages.End(residentBytes: 7, failure: failure)

  private func archive(
    entries: Int = 10, totalBytes: Int = 100, inputBytes: Int = 50
  ) -> ReceivedArchive {
    ReceivedArchive(
      path: "in/a.zip", id: 4, limits: Limits(inputBytes: inputBytes),
      budget: ArchiveBudget(totalBytes: totalBytes, entries: entries))
  }

  private static func member(_ path: String, _ byteCount: Int) -> WorkerFrame {
    WorkerFrame(
      .member, id: 4,
      payload: UnpackingMessages.Member(path: path, byteCount: byteCount).bytes)
  }

  private static func piece(_ count: Int) -> WorkerFrame {
    WorkerFrame(.piece, id: 4, payload: Array(repeating: 9, count: count))
  }

  private static let finished = WorkerFrame(
    .end, id: 4, payload: UnpackingMessages.End(residentBytes: 0, failure: nil).bytes)

  /// Passes frames to an archive, and returns the items as text and the end message.
  private func take(
    _ frames: [WorkerFrame], by archive: ReceivedArchive? = nil
  ) throws -> (items: [String], end: UnpackingMessages.End?) {
    var archive = archive ?? self.archive()
    var items: [String] = []
    var end: UnpackingMessages.End?
    for frame in frames {
      end = try archive.take(frame) { item in
        switch item {
        case .member(let path, let bytes): items.append("\(path) \(bytes.count)")
        case .omitted(let label, let reason):
          items.append("omitted \(label)" + (reason == .unreadable ? "" : " \(reason)"))
        case .renamed(let label, let path): items.append("renamed \(label) \(path)")
        }
      }
    }
    return (items, end)
  }

  private func code(
    _ frames: [WorkerFrame], by archive: ReceivedArchive? = nil
  ) throws -> String {
    try #require(throws: InputError.self) { try take(frames, by: archive) }.code.rawValue
  }

  // MARK: Messages

  @Test func `Messages are equal after encoding and decoding`() throws {
    #expect(try UnpackingMessages.Member(Self.member.bytes) == Self.member)
    #expect(try UnpackingMessages.Omission(Self.omission.bytes) == Self.omission)
    let whole = UnpackingMessages.Omission(place: "")
    #expect(try UnpackingMessages.Omission(whole.bytes) == whole)
    for reason in [.unreadable, .notRegular, .damaged, .unsafe, .encrypted]
      as [BatchOmission.Reason]
    {
      let omission = UnpackingMessages.Omission(place: "/a", reason: reason)
      #expect(try UnpackingMessages.Omission(omission.bytes) == omission)
    }
    let renamed = UnpackingMessages.Omission(place: "/a\\b", reason: .renamed, renamed: "a_b")
    #expect(try UnpackingMessages.Omission(renamed.bytes) == renamed)
    for path in ["", "../a", "a\\b"] {
      let other = UnpackingMessages.Omission(place: "/a", reason: .renamed, renamed: path)
      #expect(throws: InputError.self) { try UnpackingMessages.Omission(other.bytes) }
    }
    #expect(throws: InputError.self) { try UnpackingMessages.Omission(whole.bytes + [4]) }
    #expect(throws: InputError.self) { try UnpackingMessages.Omission(whole.bytes + [6]) }
    let end = try UnpackingMessages.End(Self.end.bytes)
    #expect(end.residentBytes == 7)
    #expect(end.failure == Self.failure)
    let good = UnpackingMessages.End(residentBytes: 1, failure: nil)
    #expect(try UnpackingMessages.End(good.bytes).failure == nil)
  }

  @Test func `Truncated payloads and payloads with an additional byte are refused`() {
    let decoders: [(String, [UInt8], ([UInt8]) throws -> Void)] = [
      ("member", Self.member.bytes, { _ = try UnpackingMessages.Member($0) }),
      ("omission", Self.omission.bytes, { _ = try UnpackingMessages.Omission($0) }),
      ("end", Self.end.bytes, { _ = try UnpackingMessages.End($0) }),
      (
        "end without a failure", UnpackingMessages.End(residentBytes: 1, failure: nil).bytes,
        { _ = try UnpackingMessages.End($0) }
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

  @Test(arguments: [
    "", "/a", "../a", "a/../b", "a/..", "..", ".", "a/.", "a//b", "a/", "a\\b", "a\u{0}b", "a\nb",
    "a\u{7F}", String(repeating: "n", count: 256), String(repeating: "ä", count: 128),
    Array(repeating: "folder", count: 600).joined(separator: "/"),
  ])
  func `A path that is not that of a file below a folder is refused`(path: String) {
    let message = UnpackingMessages.Member(path: path, byteCount: 0)
    #expect(throws: InputError.self) { try UnpackingMessages.Member(message.bytes) }
  }

  @Test(arguments: ["a", String(repeating: "n", count: 255), "a b/c..d/...e", "\u{10FFE9}.txt"])
  func `Usual paths and paths with bytes that are not UTF-8 are accepted`(path: String) throws {
    let message = UnpackingMessages.Member(path: path, byteCount: 0)
    #expect(try UnpackingMessages.Member(message.bytes) == message)
  }

  @Test func `Fields out of their range are refused`() {
    var member = Self.member.bytes
    member[member.count - 1] = 0x80  // A size greater than Int.max.
    #expect(throws: InputError.self) { try UnpackingMessages.Member(member) }
    let place = UnpackingMessages.Omission(place: "b")
    #expect(throws: InputError.self) { try UnpackingMessages.Omission(place.bytes) }
    var end = Self.end.bytes
    end[8] = 2  // Neither with nor without a failure.
    #expect(throws: InputError.self) { try UnpackingMessages.End(end) }
    var other = Self.failure
    other.path = "data/a"
    let elsewhere = UnpackingMessages.End(residentBytes: 0, failure: other)
    #expect(throws: InputError.self) { try UnpackingMessages.End(elsewhere.bytes) }
    let success = UnpackingMessages.End(
      residentBytes: 0, failure: Failure(.success, path: "", code: "a", ""))
    #expect(throws: InputError.self) { try UnpackingMessages.End(success.bytes) }
  }

  @Test(arguments: [
    (WorkerFrame.Kind.member, 65_552), (.piece, 1 << 20), (.omission, 65_552), (.end, 81_920),
  ])
  func `A frame beyond its size limit is refused before its payload`(
    kind: WorkerFrame.Kind, maximum: Int
  ) throws {
    let bounds = WorkerFrame.Bounds(inputBytes: 0, outputBytes: 0)
    for (count, isAccepted) in [(maximum, true), (maximum + 1, false)] {
      var buffer = WorkerFrameBuffer(acceptsClient: false, bounds: bounds)
      var writer = ByteWriter()
      writer.fixed(UInt32(count))
      writer.fixed(UInt32(kind.rawValue))
      writer.fixed(UInt64(1))
      buffer.append(writer.bytes)
      if isAccepted {
        #expect(try buffer.next() == nil)
      } else {
        let error = try #require(throws: InputError.self) { try buffer.next() }
        #expect(error.code == .workerFrame)
      }
    }
    var client = WorkerFrameBuffer(acceptsClient: true, bounds: bounds)
    client.append(WorkerFrame(kind, id: 1).bytes)
    #expect(throws: InputError.self) { try client.next() }
  }

  // MARK: Archives

  @Test func `Members are passed on when their last byte has arrived`() throws {
    let frames = [
      Self.member("a", 3), Self.piece(1), Self.piece(2), Self.member("empty", 0),
      WorkerFrame(.omission, id: 4, payload: Self.omission.bytes), Self.member("sub/b", 50),
      Self.piece(50), Self.finished,
    ]
    let (items, end) = try take(frames)
    #expect(items == ["a 3", "empty 0", "omitted in/a.zip/sub/b", "sub/b 50"])
    #expect(end != nil)
    #expect(end?.failure == nil)
    #expect(try take(Array(frames[..<2])).items.isEmpty)
  }

  @Test func `A failure states the path of the archive`() throws {
    let (_, end) = try take([WorkerFrame(.end, id: 4, payload: Self.end.bytes)])
    #expect(end?.failure?.path == "in/a.zip/data/a")
    #expect(end?.failure?.code == "bagit.digest")
  }

  @Test func `Frames in the wrong order are refused`() throws {
    let other = WorkerFrame(.member, id: 5, payload: Self.member.bytes)
    let orders: [[WorkerFrame]] = [
      [Self.piece(1)], [Self.member("a", 0), Self.piece(1)], [other],
      [Self.member("a", 2), Self.piece(1), Self.member("b", 0)],
      [Self.member("a", 2), Self.piece(1), Self.finished],
      [Self.member("a", 2), WorkerFrame(.omission, id: 4, payload: Self.omission.bytes)],
      [Self.member("a", 2), WorkerFrame(.piece, id: 5, payload: [1])],
      [Self.finished, Self.member("a", 0)], [Self.finished, Self.finished],
      [WorkerFrame(.result, id: 4)], [WorkerFrame(.introduction)], [WorkerFrame(.fault)],
      [WorkerFrame(.sideFileRequest, id: 4)], [WorkerFrame(.sharedResult, id: 4)],
    ]
    for (number, frames) in orders.enumerated() {
      #expect(try code(frames) == "worker.order", "\(number)")
    }
  }

  @Test func `Contradictory sizes are refused`() throws {
    let sizes: [[WorkerFrame]] = [
      [Self.member("a", 2), Self.piece(3)], [Self.member("a", 2), Self.piece(1), Self.piece(2)],
      [Self.member("a", 2), Self.piece(0)], [Self.member("a", 51)], [Self.member("a", .max)],
      [Self.member("../a", 0)],
    ]
    for (number, frames) in sizes.enumerated() {
      #expect(try code(frames) == "worker.value", "\(number)")
    }
  }

  @Test func `The budget limits members, omissions and pieces`() throws {
    let empty = Self.member("a", 0)
    #expect(try take(Array(repeating: empty, count: 10)).items.count == 10)
    #expect(try code(Array(repeating: empty, count: 11)) == "unpack.limit")
    let omission = WorkerFrame(.omission, id: 4, payload: Self.omission.bytes)
    #expect(try code(Array(repeating: omission, count: 11)) == "unpack.limit")
    let large = [Self.member("a", 50), Self.piece(50)]
    #expect(try take(large + large).items.count == 2)
    #expect(try code(large + large + [Self.member("b", 1)]) == "unpack.limit")
    let huge = archive(totalBytes: .max, inputBytes: .max)
    #expect(try code([Self.member("a", 50), Self.piece(51)], by: huge) == "worker.value")
  }

  @Test func `The total waiting time is limited, and the limit grows with the bytes`() {
    var time = WaitingTime(milliseconds: 100)
    for _ in 0..<100 { time.add(nanoseconds: 1_000_000) }
    #expect(!time.isOver)
    time.add(nanoseconds: 1_000_000)
    #expect(time.isOver)
    time.extend(byBytes: 1 << 20)
    #expect(!time.isOver)
    #expect(time.maximum == 1124)
    // A broker that was suspended for an hour did not wait for its worker.
    time.add(nanoseconds: 3_600_000_000_000)
    #expect(!time.isOver)
    #expect(time.milliseconds == 1101)
  }
}
