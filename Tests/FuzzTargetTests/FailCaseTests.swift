import Foundation
import IAFuzzTargets
import IATestSupport
import Testing

@Suite struct FailCaseTests {
  private static let folder = ExternalCorpora.packageRoot.appending(path: "Fuzzing/FailCases")

  @Test func `All inputs that once failed are handled now`() throws {
    for target in FuzzTarget.all {
      let folder = Self.folder.appending(path: target.name)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        #expect(throws: Never.self, "\(target.name)/\(name)") { try target.fuzz(bytes) }
      }
    }
  }

  @Test func `Every folder of fail cases belongs to a target and every target has a dictionary`()
    throws
  {
    let names = Set(FuzzTarget.all.map(\.name))
    #expect(names.count == FuzzTarget.all.count)
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(folders) == names)
    for name in names {
      let path = "Fuzzing/Dictionaries/\(name).dict"
      let file = ExternalCorpora.packageRoot.appending(path: path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `Random dictionary words satisfy the conditions of each target`(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let file = ExternalCorpora.packageRoot.appending(path: "Fuzzing/Dictionaries/\(name).dict")
    let words = FuzzDictionary.words(in: try String(contentsOf: file, encoding: .utf8))
    #expect(words.count > 10)
    var random = SeededGenerator(seed: 20)
    for _ in 0..<RandomInputs.count(ofAll: target.testedInputs) {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(20) { bytes += words[random.below(words.count)] }
      #expect(throws: Never.self, "\(bytes)") { try target.fuzz(bytes) }
    }
  }
}

/// The words of a libFuzzer dictionary: quoted, with `\x` escapes, one per line.
private enum FuzzDictionary {
  static func words(in text: String) -> [[UInt8]] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      guard let first = line.firstIndex(of: "\""), let last = line.lastIndex(of: "\""), first < last
      else { return nil }
      return unescaped(Array(line[line.index(after: first)..<last].utf8))
    }
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var word: [UInt8] = []
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        word.append(text[index])
        index += 1
        continue
      }
      if text[index + 1] == UInt8(ascii: "x"), index + 3 < text.count {
        let digits = String(decoding: text[index + 2..<index + 4], as: UTF8.self)
        word.append(UInt8(digits, radix: 16) ?? 0)
        index += 4
      } else {
        word.append(text[index + 1])
        index += 2
      }
    }
    return word
  }
}
