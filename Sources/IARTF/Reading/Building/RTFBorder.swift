internal import IAText

/// A border as its control words define it: the form, the width, the colour and the space.
///
/// Borders of paragraphs, rows and cells have the same words.
struct RTFBorder: Hashable {
  /// The forms of the line.
  enum Form: UInt8 {
    /// No control word selects the side.
    case absent
    /// A control word selects the side, but none states its form.
    case named
    case none, solid, thick, double, dotted, dashed
  }

  var form = Form.absent
  /// The width of one line in twips.
  var width = Self.usualWidth
  /// The number of the colour; 0 for that of the text.
  var color: Int32 = 0
  /// The space between the border and the text, in twips.
  var space: Int32 = 0

  /// The width of a border without a width, in twips.
  static let usualWidth: Int32 = 10
  /// The range of line widths in twips.
  ///
  /// The specification allows up to 75, but programs write and draw wider lines.
  static let widths: ClosedRange<Int32> = 1...20_000
  /// The largest space to the text, in twips.
  private static let maxSpace: Int32 = 20_000

  /// Whether a form is stated.
  var isStated: Bool { form.rawValue > Form.named.rawValue }
  /// Whether there is a line.
  var isVisible: Bool { form.rawValue > Form.none.rawValue }
  /// Whether the border is simple enough to be the common border of a table: solid, without a colour.
  var isCommon: Bool { form == .solid && color == 0 }

  /// Applies a control word.
  ///
  /// - Returns: Whether the word belongs to a border.
  mutating func apply(_ word: RTFWord.Table, _ value: Int32?) -> Bool {
    switch word {
    case .brdrw:
      width = min(max(value ?? 0, Self.widths.lowerBound), Self.widths.upperBound)
    case .brdrcf: color = max(value ?? 0, 0)
    case .brsp: space = min(max(value ?? 0, 0), Self.maxSpace)
    case .brdrsh, .brdrframe:
      // The word states a shadow, or the border of a frame. Another word may state the form of the line.
      if !isStated { form = .solid }
    default:
      guard let stated = Self.form(of: word) else { return false }
      form = stated
    }
    return true
  }

  /// Returns whether a word states a form that the model has.
  static func isExact(_ word: RTFWord.Table) -> Bool {
    switch word {
    case .brdrs, .brdrth, .brdrdb, .brdrdot, .brdrdash, .brdrhair, .brdrnone, .brdrnil, .brdrtbl,
      .brdrw, .brdrcf, .brsp:
      true
    default: false
    }
  }

  /// Returns whether a word states a form that becomes the closest one that the model has.
  static func isApproximated(_ word: RTFWord.Table) -> Bool {
    switch word {
    case .brdrsh, .brdrframe: true
    default: form(of: word) != nil && !isExact(word)
    }
  }

  private static func form(of word: RTFWord.Table) -> Form? {
    switch word {
    case .brdrs, .brdrhair, .brdrwavy, .brdremboss, .brdrengrave, .brdroutset, .brdrinset: .solid
    case .brdrth: .thick
    case .brdrdot: .dotted
    case .brdrdash, .brdrdashsm, .brdrdashd, .brdrdashdd, .brdrdashdotstr: .dashed
    case .brdrnone, .brdrnil, .brdrtbl: Form.none
    case .brdrdb, .brdrtriple, .brdrwavydb, .brdrtnthsg, .brdrthtnsg, .brdrtnthtnsg, .brdrtnthmg,
      .brdrthtnmg, .brdrtnthtnmg, .brdrtnthlg, .brdrthtnlg, .brdrtnthtnlg:
      .double
    default: nil
    }
  }

  /// Returns the border; `nil` if no form is stated.
  func border(_ colors: RTFColorTable) -> Border? {
    let line = Double(width) / 20
    switch form {
    case .absent, .named: return nil
    case .none: return Border.none
    case .solid: return Border(.solid, width: line, color: colors.color(color))
    case .thick:
      return Border(
        .solid, width: min(line * 2, Border.widths.upperBound), color: colors.color(color))
    case .double:
      // `\brdrw` is the width of each of the two lines and of the space between them.
      return Border(
        .double, width: min(line * 3, Border.widths.upperBound), color: colors.color(color))
    case .dotted: return Border(.dotted, width: line, color: colors.color(color))
    case .dashed: return Border(.dashed, width: line, color: colors.color(color))
    }
  }
}
