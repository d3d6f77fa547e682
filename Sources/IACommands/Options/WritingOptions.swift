internal import ArgumentParser
internal import IAFiles

/// The options of the written format that `convert`, `batch` and `worker` have in common.
struct WritingOptions: ParsableArguments {
  @Option(help: "The profile to write; iaconv formats lists them.")
  var profile: String?

  @Flag(
    name: .customLong("no-hidden-data"),
    help: "Omit what the format cannot show instead of keeping it in hidden data.")
  var leavesOutHiddenData = false

  @Option(
    help: ArgumentHelp(
      "Write attachments as files into this folder, which is relative to each output.",
      valueName: "dir"),
    completion: .directory)
  var media: String?

  /// Checks that the folder for attachments is below the folder of the output.
  ///
  /// - Throws: `ValidationError` if it does not.
  func requireRelativeMedia() throws {
    if let media, FilePaths.safeParts(of: media) == nil {
      throw ValidationError("--media needs a folder that is relative to the output")
    }
  }
}
