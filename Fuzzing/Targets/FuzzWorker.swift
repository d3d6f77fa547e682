import IABytes
import IAConvert
import IAForeignArchives
import IAFormats

/// Decodes any bytes as the frames of a client and of a worker, and as each payload.
///
/// Error offsets must be inside the input, sizes bounded, and decoded values must encode to the
/// same bytes.
@Sendable func fuzzWorker(_ bytes: [UInt8]) throws(FuzzFailure) {
  let bounds = WorkerFrame.Bounds(inputBytes: 1 << 16, outputBytes: 1 << 16)
  try fuzzArchive(bytes, bounds)
  for acceptsClient in [true, false] {
    var buffer = WorkerFrameBuffer(acceptsClient: acceptsClient, bounds: bounds)
    // Pieces of different sizes, as a socket delivers them.
    var rest = bytes[...]
    var encoded: [UInt8] = []
    var size = 1
    do {
      while !rest.isEmpty {
        buffer.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        size = size % 29 + 3
        while let frame = try buffer.next() {
          try fuzzPayload(frame.payload, of: frame.kind, bounds)
          encoded += frame.bytes
        }
      }
    } catch let error as FuzzFailure {
      throw error
    } catch let error as InputError {
      try require(0...bytes.count ~= error.byteOffset, "offset outside the input: \(error)")
    } catch {
      throw FuzzFailure(description: "\(error)")
    }
    try require(bytes.starts(with: encoded), "frames encode to what they were decoded from")
  }
  for kind in WorkerFrame.Kind.allCases {
    do {
      try fuzzPayload(bytes, of: kind, bounds)
    } catch let error as FuzzFailure {
      throw error
    } catch {}
  }
}

/// Decodes a payload; throws the error of an invalid payload, or a failure.
private func fuzzPayload(
  _ payload: [UInt8], of kind: WorkerFrame.Kind, _ bounds: WorkerFrame.Bounds
) throws {
  do {
    switch kind {
    case .greeting:
      let greeting = try WorkerMessages.Greeting(payload)
      try require(greeting.bytes == payload, "a greeting encodes to the same")
    case .job:
      let job = try WorkerMessages.Job(payload)
      try require(job.bytes == payload, "a job encodes to the same")
      try require(!job.name.contains("/"), "a name has no folder")
    case .sideFile:
      try require(
        try WorkerMessages.SideFile(payload).bytes == payload, "a side file encodes to the same")
    case .introduction:
      let introduction = try WorkerMessages.Introduction(payload)
      try require(introduction.bytes == payload, "an introduction encodes to the same")
      try require(!introduction.targets.isEmpty, "an introduction has formats")
    case .result:
      try fuzzResult(payload)
    case .sharedResult:
      let count = try WorkerMessages.sharedByteCount(payload, atMost: 1000)
      try require(0...1000 ~= count, "a size is bounded")
    case .sideFileRequest:
      let name = try WorkerMessages.sideName(payload)
      try require(!name.split(separator: "/").contains(".."), "a name stays in its folder")
    case .fault:
      try require(
        try WorkerMessages.Fault(payload).bytes == payload, "a fault encodes to the same")
    case .member:
      let member = try UnpackingMessages.Member(payload)
      try require(member.bytes == payload, "a member encodes to the same")
      try requireInside(member.path)
    case .omission:
      let omission = try UnpackingMessages.Omission(payload)
      try require(omission.bytes == payload, "an omission encodes to the same")
    case .end:
      let end = try UnpackingMessages.End(payload)
      let again = try UnpackingMessages.End(end.bytes)
      try require(again.bytes == end.bytes, "an end encodes to what it was decoded from")
    case .piece, .release: break
    }
  } catch let error as InputError {
    let range = 0...max(payload.count, 8)
    try require(range ~= error.byteOffset, "offset outside the payload: \(error)")
    throw error
  }
}

/// Decodes any bytes as the frames of an archive, and checks that members are inside their folder
/// and within the limits of size and number.
private func fuzzArchive(
  _ bytes: [UInt8], _ bounds: WorkerFrame.Bounds
) throws(FuzzFailure) {
  var buffer = WorkerFrameBuffer(acceptsClient: false, bounds: bounds)
  buffer.append(bytes)
  let limits = Limits(inputBytes: 1000)
  let budget = ArchiveBudget(totalBytes: 4000, entries: 8)
  var archive = ReceivedArchive(path: "a.zip", id: 1, limits: limits, budget: budget)
  var items = 0
  var total = 0
  do {
    while let frame = try buffer.next() {
      let end = try archive.take(frame) { item in
        items += 1
        guard case .member(let path, let bytes) = item else { return }
        total += bytes.count
        try require(bytes.count <= limits.inputBytes, "a member has at most the allowed size")
        try requireInside(path)
      }
      try require(items <= budget.entries && total <= budget.totalBytes, "the budget is kept")
      if let failure = end?.failure {
        try require(failure.path?.hasPrefix("a.zip") == true, "a failure names the archive")
      }
    }
  } catch let error as FuzzFailure {
    throw error
  } catch is InputError {
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

private func requireInside(_ path: String) throws(FuzzFailure) {
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  try require(
    !parts.contains("..") && !parts.contains(".") && !parts.contains(""),
    "a member stays in its folder")
}

private func fuzzResult(_ payload: [UInt8]) throws {
  let result = try WorkerResult(payload, targets: [.html])
  switch result.ending {
  case .converted(let targets):
    try require(targets.count == 1, "a result has the requested formats")
    for file in targets.flatMap(\.sideFiles) {
      let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
      try require(!parts.contains("..") && !parts.contains(""), "a side file stays in its folder")
    }
    let report = targets[0].outcome.report
    try require(
      report.counts.values.reduce(0, +) >= report.notes.count, "all notes are counted")
  case .failed(let failure):
    try require(failure.status != .success, "a failure has the status of one")
  }
  let again = try WorkerResult(result.bytes, targets: [.html])
  try require(again.bytes == result.bytes, "a result encodes to what it was decoded from")
}
