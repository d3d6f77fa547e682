internal import ArgumentParser
internal import IAFiles

/// Options for outputs that exist, and for the messages of a conversion.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Keep a file that has the name of the output, and do not convert.")
  var noClobber = false

  @Flag(help: "Rename a file that has the name of the output to NAME~ instead of replacing it.")
  var backup = false

  @Flag(name: [.short, .long], help: "Do not list losses on the standard error.")
  var quiet = false

  @Flag(name: [.short, .long], help: "List every loss with its location.")
  var verbose = false

  var existing: ExistingFile {
    if noClobber { return .keep }
    return backup ? .backUp : .replace
  }

  func validate() throws {
    if noClobber, backup { throw ValidationError("--no-clobber and --backup exclude each other") }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }
}
