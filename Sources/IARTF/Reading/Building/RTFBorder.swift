internal import IAText

/// A border as its control words define it: the form, the width, the colour and the space.
///
/// Borders of paragraphs, rows and cells have the same words.
struct RTFBorder: Hashable {
  /// The forms of the line.
  enum Form: UInt8 {
    /// No word names the side.
    case absent
    /// A word names the side, and none states its form.
    case named
    case none, solid, thick, double, dotted, dashed
  }

  var form = Form.absent
  /// The width of one line in twips; 0 if it is not stated.
  var width: Int32 = 0
  /// The number of the colour; 0 for that of the text.
  var color: Int32 = 0
  /// The space between the border and the text, in twips.
  var space: Int32 = 0

  /// The width of a border without a width, in twips.
  static let usualWidth: Int32 = 10
  /// The largest width of a line and space to the text, in twips.
  private static let maxLength: Int32 = 20_000

  /// Applies a control word.
  ///
  /// - Returns: Whether the word belongs to a border.
  mutating func apply(_ word: RTFWord.Table, _ value: Int32?) -> Bool {
    switch word {
    case .brdrw: width = min(max(value ?? 0, 1), Self.maxLength)
    case .brdrcf: color = max(value ?? 0, 0)
    case .brsp: space = min(max(value ?? 0, 0), Self.maxLength)
    case .brdrsh, .brdrframe:
      // A shadow, or the border of a frame: the form is that of another word.
      if form == .named { form = .solid }
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
    let line = Double(width == 0 ? Self.usualWidth : width) / 20
    switch form {
    case .absent, .named: return nil
    case .none: return Border.none
    case .solid: return Border(.solid, width: line, color: colors.color(color))
    case .thick:
      return Border(
        .solid, width: min(line * 2, Border.widths.upperBound), color: colors.color(color))
    case .double:
      // \brdrw is the width of each of the lines, which are as far apart.
      return Border(
        .double, width: min(line * 3, Border.widths.upperBound), color: colors.color(color))
    case .dotted: return Border(.dotted, width: line, color: colors.color(color))
    case .dashed: return Border(.dashed, width: line, color: colors.color(color))
    }
  }
}
