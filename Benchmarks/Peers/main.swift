import Foundation

// What converters cost beside others, as whole processes run by turns: CPU time and peak memory.
//
//   ia-peers IACONV [--runs N]            starting up, and 1 KB
//   ia-peers IACONV documents [--runs N] [--rtf FILE] [--corpora DIR] [--slow]
//                                         starting up, large documents, growth, and files one by
//                                         one; --slow: the large RTF by pandoc and LibreOffice too,
//                                         which takes them minutes

var rest = CommandLine.arguments.dropFirst()
guard let iaconv = rest.popFirst() else {
  print("usage: ia-peers IACONV [documents] [--runs N] [--rtf FILE] [--corpora DIR] [--slow]")
  exit(64)
}
let isDocuments = rest.first == "documents"
if isDocuments { rest.removeFirst() }
var options = PeerOptions()
while let option = rest.popFirst() {
  switch option {
  case "--runs": options.runs = rest.popFirst().flatMap { Int($0) }
  case "--rtf": options.rtf = rest.popFirst()
  case "--corpora": options.corpora = rest.popFirst()
  case "--slow": options.isSlow = true
  default:
    print("unknown option \(option)")
    exit(64)
  }
}

let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
if isDocuments {
  try printStart(of: iaconv, runs: options.runs.map { 10 * $0 } ?? 100, in: folder)
  try Documents(iaconv, options, in: folder).printAll()
} else {
  try printStart(of: iaconv, runs: options.runs ?? 200, in: folder)
}
