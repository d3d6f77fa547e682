import Foundation
import IAConvert
import IAForging
import IAFormats

/// Forged hidden data in generated documents: none shows in what is read and written again.
struct Forgeries {
  let id: FormatID
  let seed: Int
  private var trial: ForgeryTrial

  init(format: String, seed: Int) throws {
    id = FormatID(format)
    self.seed = seed
    let registry = FormatRegistry.standard
    trial = ForgeryTrial(
      reader: try registry.reader(id: id), writer: try registry.writer(id: id),
      textWriter: try registry.writer(id: FormatID("text")), seed: seed)
  }

  /// Tries a number of documents; the first 20 forgeries that show are written to files.
  mutating func run(count: Int) throws {
    var wrong = 0
    for number in 0..<count {
      do {
        try trial.run()
      } catch let failure as ForgeryTrial.Failure {
        wrong += 1
        guard wrong <= 20 else { continue }
        let name = FileManager.default.temporaryDirectory
          .appendingPathComponent("forged-\(seed)-\(number).\(id.rawValue)")
        try Data(failure.file).write(to: name)
        print("\(failure); see \(name.path)")
      }
    }
    print(
      "forged: \(id.rawValue) \(count - wrong) of \(count), seed \(seed); "
        + "\(trial.restoredCount) paragraphs restored, \(trial.refusedCount) refusals")
    if wrong > 0 { fail("\(wrong) forgeries show") }
  }

  /// Writes forged files (`-a`), and beside each what is read of it (`-b`) and what is read of it
  /// without hidden data (`-c`), both without hidden data.
  mutating func writeFiles(count: Int, to folder: String) throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 0..<count {
      let outputs = try trial.nextOutputs()
      let name = String(format: "%06d", number)
      for (letter, bytes) in [
        ("a", outputs.forged), ("b", outputs.restored), ("c", outputs.ignoring),
      ] {
        try Data(bytes).write(to: folder.appendingPathComponent("\(name)-\(letter).\(id.rawValue)"))
      }
    }
  }
}
