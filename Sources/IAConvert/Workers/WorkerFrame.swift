package import IABytes

/// A frame of the worker protocol: a header of 16 bytes and a payload (Specs/worker-protocol.md).
package struct WorkerFrame: Hashable, Sendable {
  /// The kind of a frame: values below 0x80 are sent by a client, the others by a worker.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// The greeting of a client with the protocol versions that it accepts.
    case greeting = 0x01
    /// A document to convert.
    case job = 0x02
    /// The answer to a request for a file beside the document.
    case sideFile = 0x03
    /// A message that the worker may write to the shared memory again.
    case release = 0x04
    /// The introduction of a worker with its version, window and sandbox.
    case introduction = 0x81
    /// The result of a job.
    case result = 0x82
    /// A message that the result of a job is in the shared memory.
    case sharedResult = 0x83
    /// A request for a file beside the document.
    case sideFileRequest = 0x84
    /// The end of the session because the client violated the protocol, or because the worker cannot start.
    case fault = 0x85
    /// The name and the size of a member of an archive.
    case member = 0x86
    /// Bytes of the member before.
    case piece = 0x87
    /// A member that is left out.
    case omission = 0x88
    /// The end of an archive.
    case end = 0x89

    /// Whether a client sends the frame.
    var isOfClient: Bool { rawValue < 0x80 }
  }

  /// The number of bytes of a header.
  package static let headerByteCount = 16

  /// The kind.
  package var kind: Kind
  /// The identifier of the job to which the frame belongs; 0 for greeting, introduction, release and fault.
  package var id: UInt64
  /// The content, as its kind defines it.
  package var payload: [UInt8]

  /// Creates a frame.
  package init(_ kind: Kind, id: UInt64 = 0, payload: [UInt8] = []) {
    self.kind = kind
    self.id = id
    self.payload = payload
  }

  /// The bytes of the frame.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.fixed(UInt32(payload.count))
    writer.byte(kind.rawValue)
    writer.append([0, 0, 0])
    writer.fixed(id)
    writer.append(payload)
    return writer.bytes
  }

  /// The maximum sizes of payloads that one side accepts.
  package struct Bounds: Hashable, Sendable {
    /// The maximum size of a document in bytes.
    package var inputBytes: Int
    /// The largest result in bytes: all outputs and side files of a document.
    package var outputBytes: Int

    /// Creates bounds.
    package init(inputBytes: Int, outputBytes: Int) {
      self.inputBytes = inputBytes
      self.outputBytes = outputBytes
    }

    /// The maximum size in bytes of names, notes and counts in a result, in addition to its contents.
    static let resultOverhead = 64 << 20

    /// Returns the largest payload of a kind in bytes.
    package func maxPayload(of kind: Kind) -> Int {
      switch kind {
      case .greeting: 16
      case .job: min(inputBytes, Int(UInt32.max) - 8192) + 8192
      case .sideFile: min(inputBytes, Int(UInt32.max) - 1) + 1
      case .release: 0
      case .introduction: 4096
      case .result:
        min(outputBytes, Int(UInt32.max) - Self.resultOverhead) + Self.resultOverhead
      case .sharedResult: 8
      case .sideFileRequest: WorkerMessages.maxSideNameBytes
      case .fault: 8192
      case .member, .omission: UnpackingMessages.maxNameBytes + 16
      case .piece: UnpackingMessages.maxPieceBytes
      case .end: UnpackingMessages.maxNameBytes + 16384
      }
    }
  }
}

/// A buffer of received bytes that is divided into frames.
package struct WorkerFrameBuffer: Sendable {
  private let acceptsClient: Bool
  private let bounds: WorkerFrame.Bounds
  private var bytes: [UInt8] = []
  private var position = 0
  /// The number of bytes of the frames that were returned, for offsets in errors.
  private var taken = 0

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - acceptsClient: Whether a client sends the frames; otherwise a worker does.
  ///   - bounds: The sizes that are accepted.
  package init(acceptsClient: Bool, bounds: WorkerFrame.Bounds) {
    self.acceptsClient = acceptsClient
    self.bounds = bounds
  }

  /// The number of bytes after the last frame that was returned.
  package var pendingByteCount: Int { bytes.count - position }

  /// Appends received bytes.
  package mutating func append(_ received: [UInt8]) {
    // The bytes of returned frames are removed in one step when they are most of the buffer.
    if position == bytes.count {
      bytes = received
      position = 0
      return
    }
    if position > bytes.count / 2 {
      bytes.removeFirst(position)
      position = 0
    }
    bytes.append(contentsOf: received)
  }

  /// Takes the next frame.
  ///
  /// - Returns: A frame; `nil` if more bytes are needed.
  /// - Throws: `worker.frame` at the offset of the header, counted from the start of the stream.
  package mutating func next() throws(InputError) -> WorkerFrame? {
    guard pendingByteCount >= WorkerFrame.headerByteCount else { return nil }
    var reader = ByteReader(position..<bytes.count)
    let bytes = bytes
    let count = Int(try reader.fixed(4, bytes.span))
    let number = try reader.byte(bytes.span)
    guard let kind = WorkerFrame.Kind(rawValue: number), kind.isOfClient == acceptsClient else {
      throw fault("kind \(number)")
    }
    guard try reader.fixed(3, bytes.span) == 0 else { throw fault("reserved bytes are not 0") }
    let id = try reader.fixed(8, bytes.span)
    switch kind {
    case .greeting, .release, .introduction, .fault:
      guard id == 0 else { throw fault("id \(id) of a frame of kind \(number)") }
    case .job, .sideFile, .result, .sharedResult, .sideFileRequest: break
    case .member, .piece, .omission, .end: break
    }
    let maximum = bounds.maxPayload(of: kind)
    guard count <= maximum else {
      throw InputError.exceeds(
        .workerFrame, limit: "payload", maximum: maximum, seen: count, at: taken)
    }
    guard reader.remaining >= count else { return nil }
    let range = try reader.stretch(count)
    let frame = WorkerFrame(kind, id: id, payload: Array(bytes[range]))
    position = range.upperBound
    taken += WorkerFrame.headerByteCount + count
    return frame
  }

  /// Checks that the stream does not end within a frame.
  ///
  /// - Throws: `worker.frame` at the offset of the header of that frame.
  package func end() throws(InputError) {
    guard pendingByteCount == 0 else { throw fault("the stream ends within a frame") }
  }

  private func fault(_ detail: String) -> InputError {
    InputError(.workerFrame, at: taken, detail: detail)
  }
}

extension InputError.Code {
  /// A frame of the worker protocol has an unknown kind, a size over its bound, or reserved bytes set.
  package static let workerFrame = Self(rawValue: "worker.frame")
  /// A message of the worker protocol has a value out of its range, or more or fewer bytes than its fields.
  package static let workerValue = Self(rawValue: "worker.value")
  /// The client and the worker have no common version of the worker protocol.
  package static let workerVersion = Self(rawValue: "worker.version")
  /// A frame of the worker protocol came when none of its kind is allowed.
  package static let workerOrder = Self(rawValue: "worker.order")
}
