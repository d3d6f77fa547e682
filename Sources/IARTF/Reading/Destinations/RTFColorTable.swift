internal import IAText

/// The destinations `\colortbl` and `\expandedcolortbl`: the colours of the document.
struct RTFColorTable {
  /// A component of a colour.
  enum Component { case red, green, blue }

  /// The colours; `nil` for the default colour.
  private var entries: [Color?] = []
  /// The colours of Cocoa's table, including opacity.
  private var expanded: [Color?] = []
  /// The components of the next entry; `nil` before the first component.
  private var next: (red: Int32, green: Int32, blue: Int32)?
  /// The components of the next entry of Cocoa's table.
  private var components: [Int32] = []

  /// Returns the colour of a number, or `nil` for the default colour.
  func color(_ number: Int32) -> Color? {
    guard number > 0, Int(number) < entries.count else { return nil }
    return (Int(number) < expanded.count ? expanded[Int(number)] : nil) ?? entries[Int(number)]
  }

  /// Sets a component of the next entry.
  mutating func set(_ component: Component, _ value: Int32) {
    var color = next ?? (0, 0, 0)
    switch component {
    case .red: color.red = value
    case .green: color.green = value
    case .blue: color.blue = value
    }
    next = color
  }

  /// Ends an entry.
  ///
  /// - Returns: Whether the entry is within the limit.
  mutating func endEntry(limit: Int) -> Bool {
    guard entries.count < limit else { return false }
    entries.append(
      next.map { color in
        func channel(_ value: Int32) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        return Color(
          red: channel(color.red), green: channel(color.green), blue: channel(color.blue))
      })
    next = nil
    return true
  }

  /// Starts the components of an entry of Cocoa's table.
  mutating func beginComponents() { components = [] }

  /// Appends a component, from 0 to 100 000, to the next entry of Cocoa's table.
  mutating func appendComponent(_ value: Int32) { components.append(value) }

  /// Ends an entry of Cocoa's table; the last of two or four components is the opacity.
  ///
  /// The other components are those of `\colortbl`.
  mutating func endExpandedEntry(limit: Int) {
    let index = expanded.count
    guard index < limit else { return }
    var color = index < entries.count ? entries[index] : nil
    if components.count == 4 || components.count == 2, let last = components.last {
      let value = min(max(Int(last), 0), 100_000)
      color?.alpha = UInt8((value * 255 + 50_000) / 100_000)
    }
    expanded.append(color)
    components = []
  }
}
