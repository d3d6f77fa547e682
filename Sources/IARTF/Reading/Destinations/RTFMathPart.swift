/// The control words for the parts of an Office equation (RTF 1.9.1, section "Math"), and for their properties.
enum RTFMathPart: String, CaseIterable {
  case moMath, moMathPara, mr, me, mf, mnum, mden, mrad, mdeg, mnary, md, mfunc, mfName
  case msSup, msSub, msSubSup, msPre, msup, msub, mm, mmr, macc, mbar, mbox, mborderBox, meqArr
  case mlimLow, mlimUpp, mlim, mgroupChr, mphant
  // Groups of properties, then their values.
  case mfPr, mradPr, mnaryPr, mdPr, maccPr, mbarPr, mgroupChrPr
  case mtype, mdegHide, mchr, mbegChr, mendChr, msepChr, mpos
  // Words about the text of a run.
  case mnor, msty

  /// Whether the part is a control word about the text that follows, and not a group.
  var isWord: Bool { self == .mnor || self == .msty }

  /// Whether the structure of the part is kept in TeX, as it is or as a part of another structure.
  var isKept: Bool { self != .mborderBox && self != .mgroupChr && self != .mphant }

  /// Whether the part is an argument of the structure around it.
  var isArgument: Bool {
    switch self {
    case .me, .mnum, .mden, .mdeg, .msup, .msub, .mlim, .mmr: true
    default: false
    }
  }

  /// Whether the part shows nothing by itself: a group of properties, or a property.
  var isProperty: Bool {
    switch self {
    case .mfPr, .mradPr, .mnaryPr, .mdPr, .maccPr, .mbarPr, .mgroupChrPr: true
    default: isValue
    }
  }

  /// Whether the text of the part is the value of a property.
  var isValue: Bool {
    switch self {
    case .mtype, .mdegHide, .mchr, .mbegChr, .mendChr, .msepChr, .mpos: true
    default: false
    }
  }

  /// The characters of accents by the combining ones that Office has.
  static let accents = [
    "\u{300}": "`", "\u{301}": "´", "\u{302}": "^", "\u{303}": "~", "\u{304}": "¯", "\u{305}": "‾",
    "\u{306}": "˘",
    "\u{307}": "˙", "\u{308}": "¨", "\u{30C}": "ˇ", "\u{20D7}": "→", "\u{23DE}": "⏞",
  ]
}
