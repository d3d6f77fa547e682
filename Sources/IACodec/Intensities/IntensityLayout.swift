internal import IAText

/// The layout of the intensities of a range of text, which one byte before them states.
struct IntensityLayout: Hashable, Sendable {
  enum Mode: UInt8 {
    /// One intensity for all units: the default, or that in one byte.
    case constant
    /// One intensity for each word.
    case word
    /// One intensity for each unit.
    case unit
    /// Runs, each with a count and an intensity.
    case runs
  }

  var mode: Mode
  /// The number of the Huffman table; for a constant, 1 if a byte contains its value.
  var parameter: UInt8

  /// Every unit has the default intensity; no further bytes follow.
  static let standard = IntensityLayout(mode: .constant, parameter: 0)

  init(mode: Mode, parameter: UInt8 = 0) {
    self.mode = mode
    self.parameter = parameter
  }

  /// Creates a layout from its byte, or `nil` for an undefined value.
  init?(byte: UInt8) {
    guard byte < 32, let mode = Mode(rawValue: byte & 3) else { return nil }
    self.init(mode: mode, parameter: byte >> 2)
    switch mode {
    case .constant where parameter > 1, .runs where parameter > 0: return nil
    default: break
    }
  }

  /// Whether the first of the bytes is the intensity of the first unit, if there are units.
  var beginsWithValue: Bool {
    switch mode {
    case .constant: parameter == 1
    case .word, .unit: true
    case .runs: false
    }
  }

  /// Mode in bits 0 and 1, parameter in bits 2 to 4.
  var byte: UInt8 { mode.rawValue | parameter << 2 }
}
