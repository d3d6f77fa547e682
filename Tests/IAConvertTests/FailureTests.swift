import IABytes
import IAConvert
import IAFiles
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct FailureTests {
  private func status(
    _ operation: FileError.Operation, _ reason: FileError.Reason
  ) -> IAConvert.ExitStatus {
    Failure(FileError(operation, reason, path: "a"), path: nil).status
  }

  @Test func `Each kind of file error has its status`() {
    #expect(status(.open, .system(ENOENT)) == .noInput)
    #expect(status(.open, .isFolder) == .noInput)
    #expect(status(.open, .notRegular) == .noInput)
    #expect(status(.open, .system(EACCES)) == .permission)
    #expect(status(.read, .isFolder) == .noInput)
    #expect(status(.read, .system(EIO)) == .inputOutput)
    #expect(status(.read, .changedDuringRead) == .inputOutput)
    #expect(status(.create, .system(ENOENT)) == .cannotCreate)
    #expect(status(.create, .system(EROFS)) == .cannotCreate)
    #expect(status(.create, .isFolder) == .cannotCreate)
    #expect(status(.create, .system(EACCES)) == .permission)
    #expect(status(.create, .system(ENOSPC)) == .inputOutput)
    for operation in [FileError.Operation.write, .sync, .rename] {
      #expect(status(operation, .system(ENOSPC)) == .inputOutput)
      #expect(status(operation, .system(EIO)) == .inputOutput)
      #expect(status(operation, .system(EPERM)) == .permission)
    }
  }

  @Test func `Only a write to a closed pipe is ignored`() {
    let closed = FileError(.write, .system(EPIPE), path: "-")
    #expect(Failure(closed, path: nil).isClosedPipe)
    #expect(!Failure(FileError(.read, .system(EPIPE), path: "-"), path: nil).isClosedPipe)
  }

  @Test func `Bad input is reported with its offset, code and limit`() {
    let error = InputError(InputError.Code(rawValue: "a.fault"), at: 7, detail: "odd", other: 3)
    let failure = Failure(error, path: "x")
    #expect(failure.status == .badInput)
    #expect(failure.line == "x: offset 7: a.fault: odd (see offset 3)")
    let limit = InputError.exceeds(.inputSize, limit: "inputBytes", maximum: 4, seen: 5, at: 4)
    #expect(Failure(limit, path: "x").limit?.maximum == 4)
    #expect(
      Failure(limit, path: "x").line == "x: offset 4: input.size: inputBytes is 5, at most 4")
  }

  @Test func `An unknown error is reported as a defect of the program`() {
    struct Surprise: Error {}
    #expect(Failure(Surprise(), path: "x").status == .software)
  }

  @Test func `The statuses equal those of the documentation`() {
    #expect(
      IAConvert.ExitStatus.allCases.map(\.rawValue) == [
        0, 1, 2, 3, 64, 65, 66, 70, 73, 74, 75, 77, 130, 143,
      ])
  }

  @Test func `A line contains no terminal control characters`() {
    let hostile = "\u{1B}]0;x\u{7}\u{9B}31m\r\n\t\u{202E}\u{2066}\u{200F}\u{2028}\u{E0041}\\"
    let path = hostile + PathBytes.string(from: [0xFF, 0x80])
    let escaped = HarmlessText.escape(path)
    #expect(escaped.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
    #expect(escaped.hasSuffix("\\xFF\\x80"))
    #expect(HarmlessText.escape("größe 日本 😀") == "größe 日本 😀")
    let failure = Failure(InputError(.inputSize, at: 0, detail: hostile), path: path)
    #expect(failure.line.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
  }

  @Test func `Different texts have different escaped forms`() {
    let texts = [
      "a\nb", "a\\nb", "a\\\nb", PathBytes.string(from: [0xFF]), "\\xFF", "\u{202E}", "\\u{202E}",
    ]
    #expect(Set(texts.map { HarmlessText.escape($0) }).count == texts.count)
  }
}
