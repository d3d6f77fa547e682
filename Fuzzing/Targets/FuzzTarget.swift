/// A fuzz target: a decoder, and the conditions that must hold for every input.
///
/// A new target is a file in this folder with one function, and one line in `all`. The fuzzer and
/// the tests that replay `Fuzzing/FailCases` use this list.
public struct FuzzTarget: Sendable {
  /// The name on the command line and of the folder in `FailCases`.
  public let name: String
  /// Decodes bytes, and throws if a condition does not hold (a crash is also a failure).
  public let fuzz: @Sendable (_ bytes: [UInt8]) throws(FuzzFailure) -> Void
  /// The number of random inputs that the tests use.
  public var testedInputs = 2000

  /// All targets.
  public static let all: [FuzzTarget] = [
    FuzzTarget(name: "ia", fuzz: fuzzIA),
    FuzzTarget(name: "ia-block", fuzz: fuzzIABlock),
    FuzzTarget(name: "ia-compact", fuzz: fuzzIACompact),
    FuzzTarget(name: "ia-vocabulary", fuzz: fuzzIAVocabulary),
    FuzzTarget(name: "foreign-archive", fuzz: fuzzForeignArchive),
    FuzzTarget(name: "iakit", fuzz: fuzzKit),
    FuzzTarget(name: "conversion", fuzz: fuzzConversion),
    FuzzTarget(name: "css", fuzz: fuzzCSS),
    FuzzTarget(name: "drawing", fuzz: fuzzDrawing, testedInputs: 100),
    FuzzTarget(name: "embedding", fuzz: fuzzEmbedding),
    FuzzTarget(name: "equation", fuzz: fuzzEquation),
    FuzzTarget(name: "equation-layout", fuzz: fuzzEquationLayout),
    FuzzTarget(name: "highlighting", fuzz: fuzzHighlighting),
    FuzzTarget(name: "html", fuzz: fuzzHTML),
    FuzzTarget(name: "iaa", fuzz: fuzzArchive),
    FuzzTarget(name: "journal", fuzz: fuzzJournal),
    FuzzTarget(name: "json", fuzz: fuzzJSON),
    FuzzTarget(name: "keys", fuzz: fuzzKeys),
    FuzzTarget(name: "markdown", fuzz: fuzzMarkdown),
    FuzzTarget(name: "markup", fuzz: fuzzMarkup),
    FuzzTarget(name: "metafile", fuzz: fuzzMetafile),
    FuzzTarget(name: "metadata", fuzz: fuzzMetadata),
    FuzzTarget(name: "name-list", fuzz: fuzzNameList),
    FuzzTarget(name: "parity-head", fuzz: fuzzParityHead),
    FuzzTarget(name: "picture", fuzz: fuzzPicture),
    FuzzTarget(name: "property-list", fuzz: fuzzPropertyList),
    FuzzTarget(name: "report", fuzz: fuzzReport),
    FuzzTarget(name: "rtf", fuzz: fuzzRTF),
    FuzzTarget(name: "svg", fuzz: fuzzSVG),
    FuzzTarget(name: "tail", fuzz: fuzzTail),
    FuzzTarget(name: "text", fuzz: fuzzText),
    FuzzTarget(name: "utf8", fuzz: fuzzUTF8),
    FuzzTarget(name: "worker", fuzz: fuzzWorker),
    FuzzTarget(name: "zip-directory", fuzz: fuzzZipDirectory),
  ]
}

/// A condition that must hold for every input, and did not hold.
public struct FuzzFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The condition.
  public let description: String
}

/// Throws a failure if a condition does not hold.
func require(_ claim: Bool, _ description: String) throws(FuzzFailure) {
  if !claim { throw FuzzFailure(description: description) }
}
