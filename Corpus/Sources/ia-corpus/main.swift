import Foundation
import IACorpus
import IAText

// `ia-corpus write` writes the generated files of Corpus/ and its MANIFEST;
// `ia-corpus check` exits with 1 where a file differs from what would be written.

var arguments = CommandLine.arguments.dropFirst()
let verb = arguments.popFirst() ?? ""
guard ["write", "check"].contains(verb), arguments.isEmpty else {
  FileHandle.standardError.write(Data("usage: ia-corpus write | check\n".utf8))
  exit(64)
}

var differences = 0
for file in try GeneratedFile.all() {
  let url = CorpusFiles.root.appending(path: file.path)
  if verb == "write" {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.bytes).write(to: url)
  } else if (try? CorpusFiles.bytes(of: file.path)) != file.bytes {
    print("differs: \(file.path)")
    differences += 1
  }
}
let manifest = try Manifest.text()
if verb == "write" {
  try Data(manifest.utf8).write(to: CorpusFiles.root.appending(path: "MANIFEST.tsv"))
} else if (try? CorpusFiles.bytes(of: "MANIFEST.tsv")) != Array(manifest.utf8) {
  print("differs: MANIFEST.tsv")
  differences += 1
}
exit(differences == 0 ? 0 : 1)
