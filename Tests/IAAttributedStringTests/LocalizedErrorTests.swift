import Foundation
import IAAttributedString
import IABytes
import IAFiles
import IAFormats
import Testing

@Suite struct LocalizedErrorTests {
  @Test func `Foundation shows the code, the location, the facts and the advice`() {
    let error: any Error = InputError(.init(rawValue: "rtf.test"), at: 812, detail: "2 groups")
    #expect(error.localizedDescription == "offset 812: rtf.test: 2 groups")
    let large = InputError.exceeds(
      .inputSize, limit: "inputBytes", maximum: 10, seen: 12, at: 10)
    #expect(large.failureReason == "input.size")
    #expect(
      large.recoverySuggestion
        == "If the input is trusted, raise `Limits.inputBytes` to at least 12.")
    let cut = InputError(.init(rawValue: "json.truncated"), at: 3)
    #expect(cut.recoverySuggestion?.contains("incomplete") == true)
    #expect(InputError(.init(rawValue: "json.syntax"), at: 3).recoverySuggestion == nil)
  }

  @Test func `Errors of files, formats and profiles give advice`() {
    let missing: any Error = FileError(.open, .system(2), path: "a/b.rtf")
    #expect(missing.localizedDescription.hasPrefix("a/b.rtf: "))
    #expect((missing as? any LocalizedError)?.recoverySuggestion == "Check the path.")
    let profile = UnknownProfile(name: "x", known: ["styled", "cocoa"])
    #expect(profile.errorDescription == "the format has no profile \"x\"")
    #expect(profile.recoverySuggestion == "Use one of styled, cocoa.")
    let formats: [FormatError] = [
      .unknownFormat("x", known: ["rtf"]), .notReadable("pdf", readable: ["rtf"]),
      .notWritable("iakit", writable: ["rtf"]), .unknownSuffix("x", writable: ["rtf"]),
      .unknownSuffix(nil, writable: ["rtf"]), .drawnElsewhere("png"), .undetected,
      .otherProgram("an EPUB book"),
      .onlyWritten("pdf"), .mismatch("rtf"),
    ]
    #expect(Set(formats.compactMap(\.errorDescription)).count == formats.count)
    #expect(formats.allSatisfy { $0.recoverySuggestion?.hasSuffix(".") == true })
    for reason in [FileError.Reason.isFolder, .notRegular, .changedDuringRead, .locked] {
      #expect(FileError(.open, reason, path: "a").recoverySuggestion?.hasSuffix(".") == true)
    }
  }
}
