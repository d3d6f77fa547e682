import Foundation

guard CommandLine.arguments.count == 3 else {
  print("usage: convert-folder IN OUT")
  exit(64)
}
let failed = try convertFolder(CommandLine.arguments[1], to: CommandLine.arguments[2]) { line in
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
exit(failed == 0 ? 0 : 2)
