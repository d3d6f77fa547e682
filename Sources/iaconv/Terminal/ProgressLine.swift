internal import IAConvert

/// Tells on a terminal what takes so long; says nothing in the first second, and nothing elsewhere.
final class ProgressLine {
  private let name: String
  private let isShown: Bool
  private let start = ProcessControl.seconds
  private var nextUpdate: Double
  private var isDirty = false

  init(for name: String, isQuiet: Bool) {
    self.name = HarmlessText.escape(name)
    isShown = !isQuiet && StandardError.isTerminal
    nextUpdate = start + 1
  }

  func update(_ phase: Conversion.Phase) {
    guard isShown else { return }
    let now = ProcessControl.seconds
    guard now >= nextUpdate else { return }
    nextUpdate = now + 0.2
    isDirty = true
    StandardError.write("\r\u{1B}[Kiaconv: \(name): \(Self.words(for: phase))")
  }

  /// Wipes the line.
  func finish() {
    if isDirty { StandardError.write("\r\u{1B}[K") }
    isDirty = false
  }

  private static func words(for phase: Conversion.Phase) -> String {
    switch phase {
    case .reading: "reading"
    case .parsing(let count): "parsing \(count >> 10) KiB"
    case .writing(let count): "written \(count >> 10) KiB"
    }
  }
}
