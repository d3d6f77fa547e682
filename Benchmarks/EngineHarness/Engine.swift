internal import CEngines
internal import Foundation

/// An engine that speaks the protocol of Specs/engine-protocol.md.
public final class Engine {
  /// What an engine states about itself.
  public struct Introduction: Sendable {
    /// The name, for tables.
    public var name: String
    /// The version.
    public var version: String
    /// Whether it breaks lines.
    public var hasLines: Bool
    /// Whether it draws.
    public var draws: Bool
  }

  /// The times of one request in nanoseconds.
  public struct Cost: Sendable {
    /// The CPU time that the engine reports.
    public var reported: Int
    /// The CPU time of the engine's processes as the kernel counts it.
    public var measured: Int
    /// The elapsed time from the request to the answer.
    public var wall: Int
  }

  /// What a layout answers.
  public struct Layout: Sendable {
    /// The height in points.
    public var height: Double
    /// The times.
    public var cost: Cost
  }

  /// The measures of the pictures.
  public struct View: Sendable, Equatable {
    /// The width in pixels.
    public var width = 780
    /// The height in pixels.
    public var height = 1688
    /// The number of pixels per point.
    public var scale = 2

    /// Creates the measures of a phone.
    public init() {}
  }

  /// A text with its font, as files.
  public struct Text: Sendable {
    /// The file of the text: a paragraph a line, in UTF-8.
    public var path: String
    /// The file of the runs; `nil` for one style.
    public var runs: String?
    /// The font file.
    public var font: String
    /// The family of the font.
    public var family = "Noto Sans"
    /// The size in points.
    public var size = 16

    /// Creates a description.
    public init(path: String, runs: String? = nil, font: String) {
      self.path = path
      self.runs = runs
      self.font = font
    }
  }

  /// What the engine states about itself.
  public private(set) var introduction = Introduction(
    name: "", version: "", hasLines: true, draws: false)
  /// The measures of the pictures.
  public let view: View
  /// The times of all requests so far.
  public private(set) var costs: [Cost] = []
  private let process: EngineProcess
  /// The ring, twice.
  private let pixels: UnsafeMutablePointer<UInt32>
  /// The descriptor of the ring.
  private let pictureFile: Int32
  private let ringBytes: Int
  /// The first byte of the picture in the ring.
  private var offset = 0

  /// The colour that a picture has before the engine draws: none that text has.
  static let untouched: UInt32 = 0x00FE_01FD

  /// Starts an engine, and asks what it is.
  public init(_ command: [String], seconds: Double = 20, view: View = View()) throws(EngineFault) {
    self.view = view
    ringBytes = engine_ring_bytes(4 * view.width * view.height, 4 * view.width)
    var file: Int32 = -1
    guard let pixels = engine_map(ringBytes, &file) else {
      throw EngineFault(.start, "no shared memory of \(ringBytes) bytes for pictures")
    }
    self.pixels = pixels
    pictureFile = file
    pixels.update(repeating: Self.untouched, count: ringBytes / 4)
    var limits = EngineProcess.Limits()
    limits.seconds = seconds
    do { process = try EngineProcess(command, limits: limits) } catch {
      engine_end_map(pixels, ringBytes, file)
      throw error
    }
    let path = "/proc/\(getpid())/fd/\(file)"
    let answer = try request(
      "hello", ["1", path, "\(view.width)", "\(view.height)", "\(view.scale)"])
    guard answer.fields["protocol"] == "1" else {
      throw EngineFault(.answer, "states protocol \(answer.fields["protocol"] ?? "none"), not 1")
    }
    guard let name = answer.fields["name"], !name.isEmpty, name.count <= 40 else {
      throw EngineFault(.answer, "states no name of 1 to 40 characters")
    }
    introduction = Introduction(
      name: name, version: answer.fields["version"] ?? "", hasLines: answer.fields["lines"] != "0",
      draws: answer.fields["draws"] == "1")
  }

  deinit {
    process.end()
    engine_end_map(pixels, ringBytes, pictureFile)
  }

  // MARK: Requests

  private struct Answer {
    var fields: [String: String]
    var cost: Cost
  }

  /// Returns a word of a request: bytes up to 0x20, `%` and 0x7F as `%` and two digits.
  static func word(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte <= 0x20 || byte == 0x25 || byte == 0x7F {
        bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func request(_ name: String, _ words: [String] = [], isTimed: Bool = true)
    throws(EngineFault) -> Answer
  {
    let line = ([name] + words).joined(separator: " ")
    let before = isTimed ? process.cpuNanoseconds() : 0
    let start = ContinuousClock.now
    try process.send(line)
    let text = try process.line(for: name)
    let wall = Int((ContinuousClock.now - start) / .nanoseconds(1))
    var parts = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    switch parts.popFirst() {
    case "ok": break
    case "error":
      throw EngineFault(
        .refused, "answers “\(name)” with an error: \(parts.joined(separator: " ").prefix(200))")
    default:
      throw EngineFault(
        .answer, "answers “\(name)” with “\(text.prefix(60))”, not with ok or error")
    }
    var fields: [String: String] = [:]
    for part in parts {
      guard let equals = part.firstIndex(of: "=") else {
        throw EngineFault(
          .answer, "the answer to “\(name)” has “\(part.prefix(40))”, not NAME=VALUE")
      }
      fields[String(part[..<equals])] = String(part[part.index(after: equals)...])
    }
    let measured = isTimed ? process.cpuNanoseconds() - before : 0
    return Answer(
      fields: fields,
      cost: Cost(reported: Int(fields["cpu"] ?? "") ?? -1, measured: measured, wall: wall))
  }

  private func number(_ answer: Answer, _ name: String, of request: String) throws(EngineFault)
    -> Double
  {
    guard let text = answer.fields[name], let value = Double(text), value.isFinite,
      0...1e15 ~= value
    else {
      throw EngineFault(.answer, "the answer to “\(request)” has no number \(name)")
    }
    return value
  }

  private func timed(_ name: String, _ words: [String]) throws(EngineFault) -> Answer {
    let answer = try request(name, words)
    _ = try number(answer, "cpu", of: name)
    costs.append(answer.cost)
    return answer
  }

  private func layout(_ answer: Answer, of request: String) throws(EngineFault) -> Layout {
    Layout(height: try number(answer, "height", of: request), cost: answer.cost)
  }

  /// Loads a text, which replaces the one before, and returns the number of its paragraphs.
  @discardableResult
  public func load(_ text: Text) throws(EngineFault) -> Int {
    let words = [text.path, text.runs ?? "-", text.font, text.family, "\(text.size)"].map(Self.word)
    return Int(try number(try timed("load", words), "paragraphs", of: "load"))
  }

  /// Lays the text out at a width in points.
  public func layout(width: Double) throws(EngineFault) -> Layout {
    try layout(try timed("layout", ["\(width)"]), of: "layout")
  }

  /// Replaces bytes of a paragraph.
  public func edit(paragraph: Int, byte: Int, count: Int, with text: String) throws(EngineFault)
    -> Layout
  {
    let words = ["\(paragraph)", "\(byte)", "\(count)", Self.word(text)]
    return try layout(try timed("edit", words), of: "edit")
  }

  /// Moves the view so that its top shows a height in points.
  public func scroll(to y: Double) throws(EngineFault) -> Cost {
    try timed("scroll", ["\(y)"]).cost
  }

  /// Draws the view.
  public func draw() throws(EngineFault) -> Cost {
    let answer = try timed("draw", [])
    offset = try place(answer.fields["offset"])
    return answer.cost
  }

  /// Returns the byte of the ring at which the picture begins, 0 if it is not stated.
  private func place(_ stated: String?) throws(EngineFault) -> Int {
    guard let stated else { return 0 }
    guard let offset = Int(stated), 0..<ringBytes ~= offset, offset % 4 == 0 else {
      throw EngineFault(
        .answer,
        "states that the picture begins at byte \(stated.prefix(20)); expected is a multiple of 4 below \(ringBytes)"
      )
    }
    return offset
  }

  /// Sends a request that is not one of the protocol.
  func sendUnknown() throws(EngineFault) -> Bool {
    do { _ = try request("unknown-request", isTimed: false) } catch let fault {
      if fault.code == .refused { return true }
      throw fault
    }
    return false
  }

  /// Returns the lines of the last layout.
  ///
  /// - Parameter maximum: The largest number of lines that is accepted.
  public func report(atMost maximum: Int) throws(EngineFault) -> EngineLines {
    let answer = try request("report", isTimed: false)
    let count = Int(try number(answer, "lines", of: "report"))
    guard count <= maximum else {
      throw EngineFault(.lines, "reports \(count) lines of a text that has at most \(maximum)")
    }
    var lines = EngineLines()
    lines.lines.reserveCapacity(count)
    for _ in 0..<count {
      let text = try process.line(for: "report")
      let parts = text.split(separator: " ").map { Int32($0) }
      guard parts.count == 3, let paragraph = parts[0], let start = parts[1], let end = parts[2]
      else {
        throw EngineFault(
          .answer, "“\(text.prefix(60))” is not the paragraph, the start and the end of a line")
      }
      lines.lines.append(EngineLines.Line(paragraph: paragraph, start: start, end: end))
    }
    return lines
  }

  /// The picture as the engine left it.
  public func picture() -> EnginePicture {
    EnginePicture(
      width: view.width, height: view.height,
      pixels: Array(
        UnsafeBufferPointer(start: pixels + offset / 4, count: view.width * view.height)))
  }

  /// Closes the engine's input, and checks that it exits.
  public func finish() throws(EngineFault) { try process.finish() }
}
