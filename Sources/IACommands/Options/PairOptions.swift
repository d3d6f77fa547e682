internal import ArgumentParser
internal import IAConvert
internal import IAFormats
internal import IAText

/// Two documents to compare.
struct PairOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The first document; - is the standard input.", valueName: "a"),
    completion: .file())
  var first: String

  @Argument(
    help: ArgumentHelp("The second document; - is the standard input.", valueName: "b"),
    completion: .file())
  var second: String

  @Option(
    help: ArgumentHelp(
      "The format of the second document (default: detected).", valueName: "format"),
    completion: .list(FormatNames.read))
  var secondFrom: String?

  func validate() throws {
    if first == "-", second == "-" {
      throw ValidationError("the standard input cannot be both documents")
    }
  }

  /// Reads both documents.
  func documents(_ reading: ReadingChoices) throws -> (IADocument, IADocument) {
    var other = reading
    other.from = secondFrom
    return (try document(first, reading), try document(second, other))
  }

  private func document(_ argument: String, _ reading: ReadingChoices) throws -> IADocument {
    let place = Place(argument: argument, allowsPipes: true)
    var conversion = Conversion(to: FormatID("json"))
    conversion.inputFormat = try reading.format()
    conversion.readOptions = try reading.readOptions()
    do {
      return try conversion.read(place.source).document
    } catch {
      throw Failure(error, path: place.label)
    }
  }
}
