public import Foundation
internal import Harness

/// Texts of an engine's checks in a folder of their own, which is removed with this value.
public final class EngineTexts {
  /// A text in memory with its files.
  struct Prepared {
    var files: Engine.Text
    var paragraphs: [[UInt8]]
    /// The largest number of lines that a layout can have.
    var maximumLines: Int { paragraphs.reduce(0) { $0 + max($1.count, 1) } }
  }

  /// The folder.
  public let folder: URL
  /// The font file.
  let font: String

  /// Creates the folder.
  ///
  /// - Parameter font: The path of a font file of Noto Sans.
  public init(font: String) throws {
    self.font = font
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ia-engine-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the font file that fontconfig finds for Noto Sans; `nil` without one.
  public static func fontFile() -> String? {
    let candidates = [
      ProcessInfo.processInfo.environment["IA_ENGINE_FONT"],
      "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
      "/usr/share/fonts/noto/NotoSans-Regular.ttf",
      "/usr/share/fonts/google-noto/NotoSans-Regular.ttf",
    ]
    return candidates.compactMap(\.self).first { FileManager.default.isReadableFile(atPath: $0) }
  }

  /// Writes a text of paragraphs, and runs if there are some.
  func write(_ name: String, _ paragraphs: [String], runs: String? = nil) throws(EngineFault)
    -> Prepared
  {
    let path = folder.appending(path: "\(name).txt")
    var files = Engine.Text(path: path.path, font: font)
    do {
      try Data(paragraphs.map { "\($0)\n" }.joined().utf8).write(to: path)
      if let runs {
        let runsPath = folder.appending(path: "\(name).runs")
        try Data(runs.utf8).write(to: runsPath)
        files.runs = runsPath.path
      }
    } catch { throw EngineFault(.start, "\(path.path): \(error.localizedDescription)") }
    return Prepared(files: files, paragraphs: paragraphs.map { Array($0.utf8) })
  }

  /// A short text with an empty paragraph, characters of one to four bytes and a long word.
  static let samples: [String] = {
    var generator = Bootstrap.Generator(seed: 7)
    return [
      sentence(60, &generator), "",
      "Ärger über größere Höhen; съешь же ещё этих мягких булок 😀 end",
      "", "x", String(repeating: "unbreakable", count: 12) + " after",
    ] + (0..<60).map { _ in sentence(30, &generator) }
  }()

  /// Returns paragraphs of about as many bytes in sum.
  static func long(_ bytes: Int) -> [String] {
    var generator = Bootstrap.Generator(seed: 8)
    return (0..<bytes / 280).map { _ in sentence(50, &generator) }
  }

  private static func sentence(_ words: Int, _ generator: inout Bootstrap.Generator) -> String {
    let known = [
      "so", "the", "water", "was", "cold", "again", "tomorrow", "we", "leave", "early", "with",
      "them",
    ]
    return (0..<words).map { _ in known.randomElement(using: &generator) ?? "" }.joined(
      separator: " ")
  }

  /// Returns runs that give each paragraph one colour.
  static func runs(_ paragraphs: [String], color: Int) -> String {
    var byte = 0
    var unit = 0
    var text = ""
    for paragraph in paragraphs {
      let (bytes, units) = (paragraph.utf8.count, paragraph.utf16.count)
      if bytes > 0 { text += "\(byte) \(bytes) \(unit) \(units) \(color) 16 0\n" }
      byte += bytes + 1
      unit += units + 1
    }
    return text
  }
}
