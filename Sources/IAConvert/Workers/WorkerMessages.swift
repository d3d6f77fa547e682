package import IABytes
internal import IAFiles
package import IAFormats

/// The payloads of frames other than results.
package enum WorkerMessages {
  /// The version of the protocol that the clients and brokers of this program use.
  package static let version = 1
  /// The versions that a worker implements.
  ///
  /// From version 2 on, a client over the standard streams accepts that the worker holds back results to send several
  /// together.
  package static let workerVersions = 1...2
  /// The largest number of jobs that a client may have outstanding.
  package static let window = 4
  /// The largest number of jobs that a broker, or a client of version 2, may have outstanding if the documents are
  /// small.
  package static let brokerWindow = 16
  /// The maximum size in bytes of small documents, whose content is in their frames.
  static let smallByteCount = 1 << 14
  /// The longest name of a document in bytes.
  package static let maxNameBytes = 4096
  /// The longest name of a file beside a document in bytes.
  package static let maxSideNameBytes = 1024
  /// The maximum number of requests for side files of a document, and the maximum number of bytes of side files after
  /// which a further request is refused.
  static let maxSideFileRequests = 4096
  static let maxSideFileBytes = 1 << 30
  /// The largest number of formats of one session.
  package static let maxTargets = 16

  /// The first bytes of the first payload of each side.
  static let magic = Array("IAWORKER".utf8)

  /// The first frame of a client: the versions that it accepts.
  package struct Greeting: Hashable, Sendable {
    /// The lowest accepted version, from 1.
    package var lowest: Int
    /// The highest accepted version.
    package var highest: Int

    /// Creates a greeting.
    package init(lowest: Int = WorkerMessages.version, highest: Int = WorkerMessages.version) {
      self.lowest = lowest
      self.highest = highest
    }

    /// The payload.
    package var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.append(WorkerMessages.magic)
      writer.fixed(UInt16(lowest))
      writer.fixed(UInt16(highest))
      writer.fixed(UInt32(0))
      return writer.bytes
    }

    /// The highest version that both the client and a worker of this program accept.
    var sessionVersion: Int { min(highest, WorkerMessages.workerVersions.upperBound) }

    /// Creates a message from a payload.
    ///
    /// - Parameter versions: The versions of which the client must accept at least one.
    /// - Throws: `worker.value`; `worker.version` if none of the versions is accepted.
    package init(
      _ payload: [UInt8], versions: ClosedRange<Int> = WorkerMessages.workerVersions
    ) throws(InputError) {
      var reader = MessageReader(payload)
      guard try reader.take(8) == WorkerMessages.magic else {
        throw InputError(.workerValue, at: 0, detail: "not the worker protocol")
      }
      lowest = try reader.number(2)
      guard lowest >= 1 else { throw reader.invalid("version 0") }
      highest = try reader.number(2)
      guard lowest <= highest else { throw reader.invalid("reversed versions") }
      _ = try reader.number(4, atMost: 0)
      try reader.end()
      guard (lowest...highest).overlaps(versions) else {
        throw InputError(
          .workerVersion, at: 8,
          detail:
            "\(lowest) to \(highest); this is \(versions.lowerBound) to \(versions.upperBound)")
      }
    }
  }

  /// The first frame of a worker.
  package struct Introduction: Hashable, Sendable {
    /// The version of the session.
    package var version = WorkerMessages.version
    /// The largest number of jobs that may be outstanding, 1 to 64.
    package var window = WorkerMessages.window
    /// The sandbox of the worker.
    package var sandbox = SandboxFeatures()
    /// The size of the shared memory in bytes; 0 for none.
    package var sharedBytes = 0
    /// The largest accepted document in bytes.
    package var inputBytes: Int
    /// The resident memory in bytes before the first document; 0 if it is not known.
    package var residentBytes = 0
    /// The formats of the outputs of each job, in their order.
    package var targets: [FormatID]

    /// Creates an introduction.
    package init(inputBytes: Int, targets: [FormatID]) {
      self.inputBytes = inputBytes
      self.targets = targets
    }

    /// The payload.
    package var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.append(WorkerMessages.magic)
      writer.fixed(UInt16(version))
      writer.fixed(UInt16(window))
      writer.fixed(sandbox.bits)
      writer.fixed(UInt32(sandbox.landlockVersion))
      writer.count(sharedBytes)
      writer.count(inputBytes)
      writer.count(residentBytes)
      writer.byte(UInt8(targets.count))
      for target in targets { writer.text(target.rawValue, atMost: 64) }
      return writer.bytes
    }

    /// Creates a message from a payload.
    ///
    /// - Throws: `worker.value`; `worker.version`.
    package init(_ payload: [UInt8]) throws(InputError) {
      var reader = MessageReader(payload)
      guard try reader.take(8) == WorkerMessages.magic else {
        throw InputError(.workerValue, at: 0, detail: "not the worker protocol")
      }
      version = try reader.number(2)
      guard version == WorkerMessages.version else {
        throw InputError(.workerVersion, at: 8, detail: "\(version)")
      }
      window = try reader.number(2, atMost: 64)
      guard window > 0 else { throw reader.invalid("window 0") }
      sandbox.bits = UInt32(try reader.number(4, atMost: Int(SandboxFeatures.all)))
      sandbox.landlockVersion = try reader.number(4, atMost: 1000)
      sharedBytes = try reader.number(8)
      inputBytes = try reader.number(8)
      residentBytes = try reader.number(8)
      let count = try reader.number(1, atMost: WorkerMessages.maxTargets)
      guard count > 0 else { throw reader.invalid("no formats") }
      targets = []
      for _ in 0..<count { targets.append(FormatID(try reader.text(atMost: 64))) }
      try reader.end()
    }
  }

  /// A document to convert.
  package struct Job: Hashable, Sendable {
    /// The name, without a folder; the format is detected from it and from the content.
    package var name: String
    /// The content; `nil` if a descriptor of the file was passed with the frame.
    package var content: [UInt8]?
    /// Whether requests for files beside the document are answered.
    package var answersSideFiles: Bool
    /// Whether such files can be outside the folder of the document, with names that begin with `..` or a slash.
    package var hasOuterFiles = false

    /// Creates a job.
    package init(name: String, content: [UInt8]?, answersSideFiles: Bool = false) {
      self.name = name
      self.content = content
      self.answersSideFiles = answersSideFiles
    }

    /// The payload.
    package var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.byte((content == nil ? 1 : 0) | (answersSideFiles ? 2 : 0) | (hasOuterFiles ? 4 : 0))
      writer.text(name, atMost: WorkerMessages.maxNameBytes)
      if let content { writer.append(content) }
      return writer.bytes
    }

    /// Creates a message from a payload.
    ///
    /// - Throws: `worker.value`.
    package init(_ payload: [UInt8]) throws(InputError) {
      var reader = MessageReader(payload)
      let flags = try reader.number(1, atMost: 7)
      guard flags & 6 != 4 else {
        throw InputError(.workerValue, at: 0, detail: "the flags of a job: \(flags)")
      }
      name = try reader.text(atMost: WorkerMessages.maxNameBytes)
      guard !FilePaths.hasSlash(name) else { throw reader.invalid("a name with a folder") }
      answersSideFiles = flags & 2 != 0
      hasOuterFiles = flags & 4 != 0
      if flags & 1 == 0 {
        content = try reader.rest()
      } else {
        content = nil
        try reader.end()
      }
    }
  }

  /// The answer to a request for a file beside the document.
  package enum SideFile: Hashable, Sendable {
    /// There is no file of this name.
    case absent
    /// The file is larger than allowed.
    case tooLarge
    /// The content.
    case content([UInt8])

    /// The payload.
    package var bytes: [UInt8] {
      switch self {
      case .absent: [0]
      case .content(let bytes): [1] + bytes
      case .tooLarge: [2]
      }
    }

    /// Creates a message from a payload.
    ///
    /// - Throws: `worker.value`.
    package init(_ payload: [UInt8]) throws(InputError) {
      var reader = MessageReader(payload)
      switch try reader.number(1, atMost: 2) {
      case 0: self = .absent
      case 1:
        self = .content(try reader.rest())
        return
      default: self = .tooLarge
      }
      try reader.end()
    }
  }

  /// The reason why a worker ends a session.
  package struct Fault: Hashable, Sendable {
    /// The code of the error.
    package var code: String
    /// The description.
    package var detail: String

    /// Creates a fault.
    package init(code: String, detail: String) {
      self.code = code
      self.detail = detail
    }

    /// The payload.
    package var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.text(code, atMost: 64)
      writer.text(detail, atMost: 4096)
      return writer.bytes
    }

    /// Creates a message from a payload.
    ///
    /// - Throws: `worker.value`.
    package init(_ payload: [UInt8]) throws(InputError) {
      var reader = MessageReader(payload)
      code = try reader.code()
      detail = try reader.text(atMost: 4096)
      try reader.end()
    }
  }

  /// Decodes the name in a request for a file beside the document.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - hasOuterFiles: Whether files outside the folder of the document can be requested, with names that begin with
  ///     `..` or a slash.
  /// - Throws: `worker.value` for a name that is not safe (`isSafe(sideName:_:)`) or not UTF-8.
  package static func sideName(
    _ payload: [UInt8], hasOuterFiles: Bool = false
  ) throws(InputError) -> String {
    guard let name = String(validating: payload, as: UTF8.self),
      isSafe(sideName: name, hasOuterFiles)
    else { throw InputError(.workerValue, at: 0, detail: "the name of a side file") }
    return name
  }

  /// Returns whether a name can be requested.
  ///
  /// The name must be relative, with parts that are neither empty nor `.` nor `..`. If files outside the folder of the
  /// document can be requested, the name may begin with parts `..`, or with a slash.
  static func isSafe(sideName name: String, _ hasOuterFiles: Bool) -> Bool {
    var rest = name
    if hasOuterFiles, let path = FilePaths.rest(of: name, after: "/") {
      return FilePaths.safeParts(of: String(path)) != nil
    }
    while hasOuterFiles, let next = FilePaths.rest(of: rest, after: "../") { rest = String(next) }
    return FilePaths.safeParts(of: rest) != nil
  }

  /// Decodes the size of a result in the shared memory.
  ///
  /// - Throws: `worker.value`.
  package static func sharedByteCount(
    _ payload: [UInt8], atMost maximum: Int
  ) throws(InputError) -> Int {
    var reader = MessageReader(payload)
    let count = try reader.number(8, atMost: maximum)
    try reader.end()
    return count
  }

  /// Returns the payload that states the size of a result in the shared memory.
  package static func sharedByteCountPayload(_ count: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.count(count)
    return writer.bytes
  }
}

/// The parts of the sandbox that are in force, as a worker's introduction states them.
package struct SandboxFeatures: Hashable, Sendable {
  /// All features, as bits.
  package static let all: UInt32 = 63
  /// The feature that only the workers of a broker have: a worker ends with its parent.
  private static let parentDeath: UInt32 = 4
  /// The names of the features, from the lowest bit on.
  private static let names = [
    "no-new-privileges", "not-dumpable", "parent-death", "rlimits", "landlock", "seccomp",
  ]

  /// The note about a worker that is not a copy of a template although the settings request one.
  static let withoutTemplate = ", without template"

  /// A bit for each feature.
  package var bits: UInt32
  /// The version of Landlock; 0 without it.
  package var landlockVersion: Int

  /// Creates a set of features.
  package init(bits: UInt32 = 0, landlockVersion: Int = 0) {
    self.bits = bits
    self.landlockVersion = landlockVersion
  }

  /// Returns the features that a complete sandbox has for a worker with the given channel.
  static func expected(_ ends: WorkerChannel.Ends) -> UInt32 {
    ends == .broker ? all : all & ~parentDeath
  }

  /// Returns the names of the expected features that are missing.
  package func missing(of expected: UInt32 = SandboxFeatures.all) -> [String] {
    Self.names.enumerated().filter { expected & ~bits & 1 << $0.offset != 0 }.map(\.element)
  }

  /// The names joined with `+`, with the version of Landlock: `rlimits+landlock7`; `none` for none.
  package var description: String {
    let present = Self.names.enumerated().filter { bits & 1 << $0.offset != 0 }.map { entry in
      entry.element == "landlock" ? "landlock\(landlockVersion)" : entry.element
    }
    return present.isEmpty ? "none" : present.joined(separator: "+")
  }

  /// Returns the description, with `cgroup` as its last name if the worker is in a control group.
  ///
  /// Only the broker knows this, so that it is not one of the features.
  func description(isInGroup: Bool) -> String {
    guard isInGroup else { return description }
    return bits == 0 ? Self.group : "\(description)+\(Self.group)"
  }

  private static let group = "cgroup"
}
