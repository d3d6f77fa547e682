/// The parts of an equation whose text is read.
///
/// Equations become text: numerators and denominators with a slash between them, exponents after a
/// circumflex, indexes after a low line.
enum RTFMathPart: String, CaseIterable {
  case moMath, moMathPara, mr, me, mf, mnum, mden, mrad, mdeg, mnary, md, mfunc, mfName
  case msSup, msSub, msSubSup, msPre, msup, msub, mm, mmr, macc, mbar, mbox, mborderBox, meqArr
  case mlimLow, mlimUpp, mlim, mgroupChr, mphant

  /// The text before the part.
  var prefix: String {
    switch self {
    case .mden: "/"
    case .msup: "^"
    case .msub, .mlim: "_"
    case .mrad: "\u{221A}"
    case .md: "("
    default: ""
    }
  }

  /// The text after the part.
  var suffix: String { self == .md ? ")" : "" }
}
