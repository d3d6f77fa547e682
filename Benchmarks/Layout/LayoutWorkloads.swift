import Foundation
import Harness
import IAFonts
import IALayout
import IARender
import IAText
import Inputs

/// What is measured, each workload as the peers have it.
struct LayoutWorkloads {
  let fonts: FontCollection
  private let proseWidth = 300.0
  private let messageWidth = 280.0

  init() throws { fonts = try .system() }

  func run(_ name: String) async throws {
    switch name {
    case "prose", "attributes", "mixed", "thai": try layOut(name, scheme: nil)
    case "glyphs": try sinkGlyphs()
    case "intensities": try layOut(name, scheme: .hue())
    case "width": try changeWidth()
    case "messages", "messages-emoji": try size(name)
    case "keystroke": try type()
    case "threads": await layOutOnThreads()
    case "long-paragraph": try typeInLongParagraph()
    case "page": try drawPage()
    default: fail("this program does not do that", code: 64)
    }
  }

  private func typesetter(
    of text: LayoutTexts = .prose, _ scheme: RenderScheme? = nil
  ) -> Typesetter {
    var options = LayoutOptions()
    options.fontFamilies = text.fontFamilies
    options.fontSize = 16
    options.scheme = scheme
    let typesetter = Typesetter(fonts: fonts, options: options)
    // The peers' fonts are open too before anything is timed.
    _ = typesetter.size(of: IAString("warm up"), width: 300)
    return typesetter
  }

  private func manager(_ string: IAString, _ typesetter: Typesetter) -> LayoutManager {
    let manager = LayoutManager(
      typesetter, containers: [TextContainer(width: proseWidth, lineFragmentPadding: 0)])
    manager.setString(string)
    return manager
  }

  /// Each time with a cache that knows no word.
  private func layOut(_ name: String, scheme: RenderScheme?) throws {
    guard let text = LayoutTexts(rawValue: name) else { return }
    let string = try text.string()
    report(name, times: 5, prepare: { _ in typesetter(of: text, scheme) }) { typesetter, _ in
      let manager = manager(opaque(string), typesetter)
      manager.ensureLayout()
      return manager.typesetter.statistics.brokenLines
    }
  }

  /// First layouts of the prose whose glyphs are all passed to a sum.
  private func sinkGlyphs() throws {
    let string = try LayoutTexts.prose.string()
    report("glyphs", times: 5, prepare: { _ in typesetter() }) { typesetter, _ in
      let manager = manager(opaque(string), typesetter)
      manager.ensureLayout()
      var sink = GlyphSum()
      manager.draw(in: manager.usedRect(), to: &sink)
      return sink.count + (sink.sum < 0 ? 1 : 0)
    }
  }

  /// Prints the lines of a workload: paragraph, first byte, end; then the height.
  func printLines(_ name: String) throws {
    guard let text = LayoutTexts(rawValue: name) else {
      fail("this program does not do that", code: 64)
    }
    let isMessages = text == .messages || text == .messagesEmoji
    var string = try text.string()
    // The end of the last paragraph starts no further one, as in the files of the peers.
    let count = string.utf16Count
    if string.units(in: count - 1..<count) == [0x0A] {
      string.replace(count - 1..<count, with: IAString())
    }
    let manager = LayoutManager(
      typesetter(of: text, text == .intensities ? .hue() : nil),
      containers: [
        TextContainer(width: isMessages ? messageWidth : proseWidth, lineFragmentPadding: 0)
      ])
    manager.setString(string)
    manager.ensureLayout()
    var output = ""
    var (paragraph, byte) = (0, 0)
    for line in manager.lineFragments() {
      let units = string.units(in: line.utf16Range)
      let bytes = String(
        decoding: units.last == 0x0A ? units.dropLast() : units[...], as: UTF16.self
      ).utf8.count
      output += "\(paragraph) \(byte) \(byte + bytes)\n"
      byte += bytes
      if units.last == 0x0A { (paragraph, byte) = (paragraph + 1, 0) }
    }
    print("\(output)height \(manager.usedRect().maxY)")
  }

  /// The prose on one and on two threads by turns: wall-clock milliseconds, the best of fifteen.
  private func layOutOnThreads() async {
    guard let string = try? LayoutTexts.prose.string() else { return }
    var milliseconds: [[Double]] = [[], []]
    for round in 0..<30 {
      let manager = manager(opaque(string), typesetter())
      let clock = ContinuousClock()
      let start = clock.now
      if round % 2 == 0 { manager.ensureLayout() } else { await manager.ensureLayout(tasks: 2) }
      let passed = (clock.now - start) / .milliseconds(1)
      milliseconds[round % 2].append(passed)
    }
    let best = milliseconds.map { $0.min() ?? 0 }
    print("threads", best[0], best[1], best[0] / best[1])
  }

  private func changeWidth() throws {
    let manager = manager(try LayoutTexts.prose.string(), typesetter())
    manager.ensureLayout()
    report("width", times: 5, prepare: { _ in }) { _, index in
      manager.containers = [
        TextContainer(width: proseWidth - 20 - Double(index), lineFragmentPadding: 0)
      ]
      return Int(manager.usedRect().height)
    }
  }

  private func size(_ name: String) throws {
    guard let text = LayoutTexts(rawValue: name) else { return }
    let messages = try text.messages().map { IAString($0) }
    report(name, times: 5, prepare: { _ in typesetter() }) { typesetter, _ in
      messages.reduce(0) {
        let size = typesetter.size(of: $1, width: messageWidth, lineFragmentPadding: 0)
        return $0 + Int(size.height)
      }
    }
  }

  /// In the middle of a paragraph of a megabyte without a terminator.
  private func typeInLongParagraph() throws {
    let prose = try LayoutTexts.prose.string()
    let units = prose.units(in: prose.utf16Range).map { $0 == 0x0A ? 0x20 : $0 }
    let storage = TextStorage(IAString(units: units))
    let manager = manager(IAString(), typesetter())
    storage.addManager(manager)
    manager.ensureLayout()
    let letters = ["a", "b", " ", "d", "e", "f", " ", "h"]
    let place = units.count / 2
    report("long-paragraph", times: 200, prepare: { _ in }) { _, index in
      storage.replace(place + index..<place + index, with: letters[index & 7])
      return Int(manager.lineFragment(at: place + 1)?.rect.y ?? 0)
    }
  }

  /// In the middle of a paragraph of some length, the document's bookkeeping included.
  private func type() throws {
    let string = try LayoutTexts.prose.string()
    var place = string.utf16Count / 2
    while string.paragraphRange(at: place).count < 400 {
      place = string.paragraphRange(at: place).upperBound
    }
    let paragraph = string.paragraphRange(at: place)
    place = paragraph.lowerBound + paragraph.count / 2
    let storage = TextStorage(string)
    let manager = manager(IAString(), typesetter())
    storage.addManager(manager)
    manager.ensureLayout()
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"]
    report("keystroke", times: 200, prepare: { _ in }) { _, index in
      storage.replace(place..<place, with: letters[index & 7])
      return Int(manager.lineFragment(at: place + 1)?.rect.y ?? 0)
    }
  }
}

extension LayoutWorkloads {
  /// A page that is laid out, drawn at two pixels a point, the first time with no letter drawn before.
  private func drawPage() throws {
    let prose = try LayoutTexts.prose.string()
    let start = prose.paragraphs(in: 0..<100_000)[200].utf16Range.lowerBound
    var text = prose.substring(start..<start + 12_000)
    text.set(\.fontSize, to: 16, in: text.utf16Range)
    let renderer = Renderer(fonts: fonts)
    let source = Renderer.Source(IADocument(text), looks: Looks(scheme: nil))
    let margins = Insets(top: 0, left: 11, bottom: 0, right: 11)
    let pages = try renderer.pages(
      of: source, size: Size(width: 390, height: 844), margins: margins)
    guard let page = pages.first else { return }
    let canvas = try Canvas(PixelSize(width: 780, height: 1688), renderer)
    report("page", times: 60, prepare: { _ in }) { _, _ in
      do {
        try canvas.draw(opaque(page), scale: 2)
        return 1
      } catch {
        fail("\(error)", code: 70)
      }
    }
  }
}

/// Times a body some times, and prints the median, the first time, what it counted, the peak of memory.
func report<Prepared>(
  _ workload: String, times: Int, prepare: (Int) -> Prepared, _ body: (Prepared, Int) -> Int
) {
  var milliseconds: [Double] = []
  var count = 0
  for index in 0..<times {
    let prepared = prepare(index)
    var watch = Stopwatch()
    count = watch.time { body(prepared, index) }
    milliseconds.append(Double(watch.nanoseconds) / 1e6)
  }
  let first = milliseconds[0]
  let median = milliseconds.sorted()[times / 2]
  print(workload, median, first, count, Double(peakBytes()) / Double(1 << 20))
}

/// Says what is wrong and ends the process.
func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(code)
}

/// A sink that adds up what layouts pass to it.
struct GlyphSum: DrawingSink {
  /// The number of glyphs.
  var count = 0
  /// The sum of glyph numbers and places.
  var sum = 0.0

  mutating func draw(_ run: borrowing GlyphRun) {
    count += run.glyphs.count
    for index in run.glyphs.indices { sum += Double(run.glyphs[index]) + run.x[index] }
  }

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}
  mutating func stroke(_ stroke: Stroke) {}
  mutating func draw(_ attachment: AttachmentBox) {}
}
