public import IABytes

/// Why a command failed: what is told to people, what is told to programs.
public struct Failure: Error, Hashable, Sendable {
  /// How the command ends.
  public var status: ExitStatus
  /// The file concerned, as it was given; `-` for a stream, or `nil` if there is none.
  public var path: String?
  /// Where in the input, in bytes from its start.
  public var byteOffset: Int?
  /// A stable name of the fault.
  public var code: String
  /// What is wrong, in words; may be empty where the code says it all.
  public var detail: String
  /// The limit that was exceeded.
  public var limit: InputError.ExceededLimit?
  /// Whether it is no failure at all: whoever read the output has gone.
  public var isClosedPipe = false
  /// Whether there was no more room to write.
  public var isFull = false
  /// What a strict conversion refused to lose.
  public var refused: ConversionOutcome?

  /// Creates a failure.
  public init(
    _ status: ExitStatus, path: String? = nil, code: String, _ detail: String
  ) {
    self.status = status
    self.path = path
    self.code = code
    self.detail = detail
  }

  /// Whether it is one of the inputs that is at fault, so that the others can be gone on with.
  var concernsOneFile: Bool {
    switch status {
    case .badInput, .noInput, .permission: true
    default: false
    }
  }

  /// The code where a program is asked to draw that cannot.
  public static let drawnElsewhere = "usage.drawing"

  /// The line for people, `FILE: offset N: code: what is wrong`, everything in it harmless for a
  /// terminal.
  public var line: String {
    var parts: [String] = []
    if let path { parts.append(HarmlessText.escape(path)) }
    if let byteOffset { parts.append("offset \(byteOffset)") }
    parts.append(code)
    if !detail.isEmpty { parts.append(HarmlessText.escape(detail)) }
    return parts.joined(separator: ": ")
  }
}
