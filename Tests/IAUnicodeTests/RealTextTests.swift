import Foundation
import IATestSupport
import Testing

@testable import IAUnicode

/// Compares both engines on texts written by people.
@Suite struct RealTextTests {
  /// The number of bytes of each file that are compared; 1,000,000 if `IA_UNICODE_FUZZ` is set.
  static let prefix =
    ProcessInfo.processInfo.environment["IA_UNICODE_FUZZ"] == nil ? 8_000 : 1_000_000

  @Test(.enabled(if: ExternalCorpora.has("html"), "the external corpora are not there"))
  func `HTML files have the boundaries that ICU finds`() throws {
    try compare(ExternalCorpora.files(in: "html", suffix: ".html"))
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/cmark"), "the external corpora are not there"))
  func `Hostile Markdown has the boundaries that ICU finds`() throws {
    try compare(ExternalCorpora.files(in: "hostile/cmark"))
    try compare(ExternalCorpora.files(in: "hostile/blns"))
  }

  static let fortunes = "/usr/share/games/fortunes"

  @Test(.enabled(if: isExpected(fortunes), "fortunes are not installed"))
  func `Fortunes in four languages have the boundaries that ICU finds`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.fortunes).sorted()
    let texts = names.filter { $0.hasSuffix(".u8") || $0.hasPrefix("it") }
    #expect(texts.count > 100)
    try compare(texts.map { URL(filePath: "\(Self.fortunes)/\($0)") })
  }

  private static func isExpected(_ path: String) -> Bool {
    ProcessInfo.processInfo.environment["IA_REQUIRE_CORPORA"] == "1"
      || FileManager.default.fileExists(atPath: path)
  }

  private func compare(_ files: [URL]) throws {
    var comparison = Comparison()
    for file in files {
      // Bytes that are not UTF-8 become U+FFFD; the result is still a text for the comparison.
      guard let bytes = try? Data(contentsOf: file) else { continue }
      let text = Array(String(decoding: bytes.prefix(Self.prefix), as: UTF8.self).utf16)
      try comparison.check(text, file.lastPathComponent)
      if comparison.failures > 5 { return }
    }
  }
}
