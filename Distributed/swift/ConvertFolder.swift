import Foundation
import IAConvert

/// Converts the files of a folder to HTML in a sandboxed worker, and returns the number of
/// failures.
///
/// A document that crashes its worker is reported, and the next document gets a new worker.
func convertFolder(
  _ input: String, to output: String, program: String = "iaconv", onFailure: (String) -> Void
) throws -> Int {
  try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
  let worker = DocumentWorker(program: program, arguments: ["-t", "html"])
  var failed = 0
  for name in try FileManager.default.contentsOfDirectory(atPath: input).sorted() {
    do {
      let page = try worker.convert(FileSource(path: input + "/" + name))[0]
      try Data(page.bytes).write(to: URL(filePath: "\(output)/\(name).html"))
    } catch let failure as Failure {
      // Without a worker, no document can be converted.
      if failure.code == "worker.start" { throw failure }
      onFailure(failure.line)
      failed += 1
    }
  }
  return failed
}
