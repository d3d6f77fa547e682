internal import IAFiles

/// Converts lines to bytes; only this type creates control sequences.
struct ANSIOutput {
  private var bytes: [UInt8] = []
  private let theme: ANSITheme

  init(theme: ANSITheme) { self.theme = theme }

  mutating func append(_ line: ANSILine) {
    var current = ANSIStyle()
    for span in line.spans {
      change(from: current, to: span.style)
      current = span.style
      bytes.append(contentsOf: span.text.utf8)
    }
    change(from: current, to: ANSIStyle())
    bytes.append(0x0A)
  }

  private mutating func change(from old: ANSIStyle, to new: ANSIStyle) {
    guard old != new, theme.depth != .dumb else { return }
    if old.link != new.link { bytes.append(contentsOf: "\u{1B}]8;;\(new.link ?? "")\u{1B}\\".utf8) }
    let before = old.parameters(theme.depth)
    let after = new.parameters(theme.depth)
    guard before != after else { return }
    let parameters = (before.isEmpty ? [] : ["0"]) + after
    bytes.append(contentsOf: "\u{1B}[\(parameters.joined(separator: ";"))m".utf8)
  }

  mutating func flush(to sink: inout some DocumentSink) throws {
    if bytes.count >= 1 << 16 { try finish(to: &sink) }
  }

  mutating func finish(to sink: inout some DocumentSink) throws {
    guard !bytes.isEmpty else { return }
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
