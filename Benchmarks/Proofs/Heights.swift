import Harness
import IACorpus
import IAFonts
import IALayout
import IAText
import Inputs

/// How near the estimated height of a text is to the true one, once a screen of it was laid out.
struct Heights {
  private let fonts: FontCollection

  init() throws { fonts = try .system() }

  func run() throws {
    let bible = try Prose.units()
    var texts: [(String, IAString)] = [
      ("bible", IAString(units: bible)),
      ("bible, 100 KB of the middle", IAString(units: Array(bible[2_000_000..<2_100_000]))),
    ]
    for language in Messages.Language.allCases {
      let messages = try Messages.all(in: language)
      texts.append(("fortunes, \(language.rawValue)", IAString(messages.joined(separator: "\n"))))
      texts.append(
        (
          "fortunes, \(language.rawValue), a line each",
          IAString(messages.map { $0.replacing("\n", with: " ") }.joined(separator: "\n"))
        ))
    }
    var worst = 0.0
    for (name, string) in texts {
      for width in [300.0, 600] { worst = max(worst, measure(name, string, width)) }
    }
    print("prose and messages, worst: \(percent(worst))")
    for (name, string) in [
      ("long report", try CorpusDocument.named("long-report")?.string ?? IAString()),
      ("styled words", try LayoutTexts.attributes.string()),
      ("mixed scripts", try LayoutTexts.mixed.string()),
    ] {
      for width in [300.0, 600] { _ = measure(name, string, width) }
    }
    if worst > 0.02 { fail("estimates are off by more than 2 %") }
  }

  private func measure(_ name: String, _ string: IAString, _ width: Double) -> Double {
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    let typesetter = Typesetter(fonts: fonts, options: options)
    let manager = LayoutManager(typesetter, containers: [TextContainer(width: width)])
    var watch = Stopwatch()
    watch.time { manager.setString(string) }
    _ = manager.lineFragments(in: Rectangle(x: 0, y: 0, width: width, height: 844))
    let estimated = manager.usedRect().height
    let paragraphs = typesetter.statistics.itemisedParagraphs
    manager.ensureLayout()
    let exact = manager.usedRect().height
    let error = estimated / exact - 1
    print(
      "\(name), width \(Int(width)): \(percent(error)) of \(Int(exact)) points, "
        + "\(paragraphs) paragraphs laid out, "
        + "opened in \(watch.nanoseconds / 1000) µs")
    return abs(error)
  }

  private func percent(_ value: Double) -> String {
    "\((value * 10_000).rounded() / 100) %"
  }
}
