import Foundation
import IAFiles
import IAFormats
import IAPlainText
import IAStickers
import IATestSupport
import IAText
import Testing

/// Runs the fenced examples of `Specs/text-backed.md`.
@Suite struct TextSpecTests {
  private static let url = ExternalCorpora.packageRoot.appending(path: "Specs/text-backed.md")

  /// A fenced block: the words after the opening fence, and its lines.
  private struct Fence {
    var info: [String]
    var lines: [String]
    var number: Int
  }

  private func fences() throws -> [Fence] {
    var found: [Fence] = []
    var open: Fence?
    let text = try String(contentsOf: Self.url, encoding: .utf8)
    for (number, line) in text.components(separatedBy: "\n").enumerated() {
      if let fence = open {
        if line == "```" {
          found.append(fence)
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        let info = line.dropFirst(3).split(separator: " ").map(String.init)
        open = Fence(info: info, lines: [], number: number + 1)
      }
    }
    #expect(open == nil)
    return found
  }

  @Test func everyExampleReadsAndIsWrittenAsTheSpecificationSays() throws {
    var count = 0
    for fence in try fences() where fence.info.first == "example" {
      count += 1
      let arrow = try #require(fence.lines.firstIndex { $0 == "⇄" || $0 == "→" })
      let text = fence.lines[..<arrow].joined(separator: "\n")
      let shown = fence.lines[(arrow + 1)...].joined(separator: "\n")
      let words = fence.info.dropFirst()
      let profile = words.first == "marked" ? "marked" : "verbatim"
      let names = words.filter { $0 != "marked" }
      let pack = StickerPack(name: "p", stickers: names.map { .init(name: $0, imageName: "") })
      let packs = names.isEmpty ? [] : [pack]
      let document = try PlainTextReader().read(
        BytesSource(text), options: ReadOptions(stickerPacks: packs, profile: profile)
      ).document
      #expect(show(document.string) == shown, "line \(fence.number)")
      var sink = BytesSink()
      let report = try PlainTextWriter().write(
        document, to: &sink, options: WriteOptions(profile: profile, stickerPacks: packs))
      #expect(report.isLossless, "line \(fence.number)")
      let written = sink.text
      if fence.lines[arrow] == "⇄" { #expect(written == text, "line \(fence.number)") }
      let back = try PlainTextReader().read(
        BytesSource(written), options: ReadOptions(stickerPacks: packs, profile: profile))
      #expect(back.document == document, "line \(fence.number)")
    }
    #expect(count >= 10)
  }

  @Test func allFormsOfPacksSayTheSame() throws {
    var packs: [[StickerPack]] = []
    for fence in try fences() where fence.info.last == "packs" {
      let text = fence.lines.joined(separator: "\n")
      let result = try StickerPackReader().read(BytesSource(text))
      #expect(result.report.isLossless)
      packs.append(result.packs)
      if fence.lines.first == "{" {
        #expect(
          String(decoding: StickerPackWriter.json(of: result.packs), as: UTF8.self) == text + "\n")
      }
    }
    #expect(packs.count == 3)
    #expect(packs.allSatisfy { $0 == packs.first })
  }

  /// Returns a text with stickers and changes of intensity in angle brackets.
  private func show(_ string: IAString) -> String {
    var shown: [UInt16] = []
    var intensity = DisplayOptions.defaultIntensity
    for offset in 0..<string.utf16Count {
      if string.intensity(at: offset) != intensity {
        intensity = string.intensity(at: offset)
        shown += Array("⟨\(intensity)⟩".utf16)
      }
      if let name = string.attachment(at: offset)?.altText {
        shown += Array("⟨\(name)⟩".utf16)
      } else {
        shown.append(string.unit(at: offset))
      }
    }
    return String(decoding: shown, as: UTF16.self)
  }
}
