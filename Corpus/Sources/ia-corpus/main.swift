import Foundation
import IACorpus
import IAText

// `ia-corpus write` writes the generated files of Corpus/ and its MANIFEST.
// `ia-corpus check` prints each difference between a file and its generated content, and exits with
// 1 if there is one. Run it before `write` to review the changes.

var arguments = CommandLine.arguments.dropFirst()
let verb = arguments.popFirst() ?? ""
guard ["write", "check"].contains(verb), arguments.isEmpty else {
  FileHandle.standardError.write(Data("usage: ia-corpus write | check\n".utf8))
  exit(64)
}

/// Returns a description of the first difference between a file and its generated content, or `nil`
/// if they are equal.
func difference(_ path: String, from bytes: [UInt8]) -> String? {
  guard let found = try? CorpusFiles.bytes(of: path) else { return "missing: \(path)" }
  guard found != bytes else { return nil }
  let place = zip(found, bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let offset = place ?? min(found.count, bytes.count)
  func shown(_ bytes: [UInt8]) -> String {
    let part = bytes.dropFirst(offset).prefix(24)
    return "\(bytes.count) bytes, from \(offset): "
      + String(reflecting: String(decoding: part, as: UTF8.self))
  }
  return "differs: \(path)\n  is    \(shown(found))\n  would \(shown(bytes))"
}

var differences = 0
for file in try GeneratedFile.all() {
  let url = CorpusFiles.root.appending(path: file.path)
  if verb == "write" {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.bytes).write(to: url)
  } else if let difference = difference(file.path, from: file.bytes) {
    print(difference)
    differences += 1
  }
}
let manifest = try Manifest.text()
if verb == "write" {
  try Data(manifest.utf8).write(to: CorpusFiles.root.appending(path: "MANIFEST.tsv"))
} else if let difference = difference("MANIFEST.tsv", from: Array(manifest.utf8)) {
  print(difference)
  differences += 1
}
exit(differences == 0 ? 0 : 1)
