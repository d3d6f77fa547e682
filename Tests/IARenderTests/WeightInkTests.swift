import Foundation
import IAFonts
import IALayout
import IAText
import Testing

@testable import IARender

/// The nine steps of the weight scheme differ in ink: each has at least 4 % more than the one
/// before.
@Suite struct WeightInkTests {
  private static let folder = "/usr/share/fonts/truetype"
  private static let samples = [
    "Weighted text", "\u{416}\u{443}\u{43A}\u{438} \u{43C}\u{438}\u{440}",
    "\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947} \u{926}\u{941}\u{928}\u{93F}\u{92F}\u{93E}",
    "\u{645}\u{631}\u{62D}\u{628}\u{627} \u{628}\u{627}\u{644}\u{639}\u{627}\u{644}\u{645}",
    "\u{E2A}\u{E27}\u{E31}\u{E2A}\u{E14}\u{E35}\u{E0A}\u{E32}\u{E27}\u{E42}\u{E25}\u{E01}",
    "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}",
    // The Gothic script has one face.
    "\u{10330}\u{10331}\u{10332}\u{10333}\u{10334}",
  ]

  /// Returns a text in one step of the scheme.
  private static func source(_ text: String, step: Int, family: String?) -> Renderer.Source {
    let scheme = RenderScheme.weight()
    var string = IAString(text)
    string.setIntensity(scheme.lowestIntensity(of: step), in: string.utf16Range)
    return Renderer.Source(
      IADocument(string), looks: Looks(scheme: scheme, fontFamily: family))
  }

  /// Returns the sum of the darkness of a picture's pixels, white 0 and black 1.
  private static func ink(_ bitmap: Bitmap) -> Double {
    var sum = 0
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width { sum += 255 - Int(bitmap[x, y] & 0xFF) }
    }
    return Double(sum) / 255
  }

  private static func expectSteps(_ inks: [Double], _ text: String) {
    for (step, (lighter, heavier)) in zip(inks, inks.dropFirst()).enumerated() {
      let gain = heavier / lighter - 1
      #expect(gain >= 0.04, "\(text), step \(step + 1): \(gain)")
    }
  }

  private func inks(_ text: String, _ fonts: FontCollection, family: String?) throws -> [Double] {
    let renderer = Renderer(fonts: fonts)
    return try (0..<9).map { step in
      let page = try renderer.page(
        of: Self.source(text, step: step, family: family), width: 400, margins: Drawings.margins)
      return Self.ink(try renderer.bitmap(page, scale: 2))
    }
  }

  @Test(.enabled(if: isThere("noto"), "no fonts-noto-core"), arguments: samples)
  func `Each weight has more ink than the one before with static fonts`(text: String) throws {
    let fonts = try FontCollection.folder("\(Self.folder)/noto")
    Self.expectSteps(try inks(text, fonts, family: nil), text)
  }

  @Test(.enabled(if: isThere("inter-vf"), "no fonts-inter-variable"))
  func `Each weight has more ink than the one before with a variable font`() throws {
    let fonts = try FontCollection.folder("\(Self.folder)/inter-vf")
    let text = "Weighted text"
    Self.expectSteps(try inks(text, fonts, family: "Inter"), text)
    Self.expectSteps(try inksOfPDF(text, fonts, family: "Inter"), text)
  }

  @Test(.enabled(if: isThere("noto") && pdftoppm != nil, "no fonts or no pdftoppm"))
  func `Each weight has more ink than the one before in a PDF`() throws {
    let fonts = try FontCollection.folder("\(Self.folder)/noto")
    for text in Self.samples.prefix(4) {
      Self.expectSteps(try inksOfPDF(text, fonts, family: nil), text)
    }
  }

  @Test(.enabled(if: isThere("noto"), "no fonts-noto-core"))
  func `Bold text is one step heavier at every step but the last`() throws {
    let renderer = Renderer(fonts: try FontCollection.folder("\(Self.folder)/noto"))
    func ink(step: Int, bold: Bool) throws -> Double {
      var source = Self.source("Weighted text", step: step, family: nil)
      if bold { source.document.string.set(\.bold, to: true, in: 0..<13) }
      let page = try renderer.page(of: source, width: 400, margins: Drawings.margins)
      return Self.ink(try renderer.bitmap(page, scale: 2))
    }
    for step in 0..<8 {
      #expect(try ink(step: step, bold: true) == ink(step: step + 1, bold: false))
    }
    #expect(try ink(step: 8, bold: true) == ink(step: 8, bold: false))
  }

  @Test(.enabled(if: isThere("noto"), "no fonts-noto-core"))
  func `Steps that share a face have the same advances`() throws {
    let renderer = Renderer(fonts: try FontCollection.folder("\(Self.folder)/noto"))
    func width(_ step: Int) throws -> Double {
      renderer.laidOut(Self.source("Weighted text", step: step, family: nil), width: 400)
        .manager.usedRect().width
    }
    let widths = try (0..<9).map(width)
    #expect(Set(widths[0..<5]).count == 1)
    #expect(Set(widths[5..<9]).count == 1)
    #expect(
      renderer.missingWeights.values.reduce(Set()) { $0.union($1) } == [
        100, 200, 300, 500, 600, 800, 900,
      ])
  }

  // MARK: Tools

  private static func isThere(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(self.folder)/\(folder)")
  }

  private static let pdftoppm = ["/usr/bin/pdftoppm", "/opt/homebrew/bin/pdftoppm"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Returns the ink of each step in one PDF, as `pdftoppm` draws it.
  private func inksOfPDF(
    _ text: String, _ fonts: FontCollection, family: String?
  ) throws -> [Double] {
    let renderer = Renderer(fonts: fonts)
    let pages = try (0..<9).map { step in
      try renderer.page(
        of: Self.source(text, step: step, family: family), width: 400, margins: Drawings.margins)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.pdf")
    try Data(try renderer.pdf(pages)).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.pdftoppm))
    process.arguments = ["-r", "144", "-gray", file.path, folder.appending(path: "page").path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try (1...9).map { number in
      let data = try Data(contentsOf: folder.appending(path: "page-\(number).pgm"))
      // The header of a PGM file has three lines.
      var start = 0
      var lines = 0
      while lines < 3 {
        if data[start] == 0x0A { lines += 1 }
        start += 1
      }
      return data[start...].reduce(0.0) { $0 + Double(255 - Int($1)) / 255 }
    }
  }
}
