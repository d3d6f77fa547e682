internal import IABytes
internal import IAFormats
internal import IAText

extension RTFParser {
  /// Applies a control word that states the borders, the shading or the page rules of a paragraph.
  ///
  /// - Returns: Whether the word is one of these.
  mutating func setFrame(_ word: RTFWord.Paragraph, _ value: Int32?) -> Bool {
    let isOn = value != 0
    switch word {
    case .keep: groups.current.paragraph.keepsTogether = isOn
    case .keepn: groups.current.paragraph.keepsWithNext = isOn
    case .widctlpar: groups.current.paragraph.widows = isOn ? .controlled : .allowed
    case .nowidctlpar: groups.current.paragraph.widows = .allowed
    case .brdrt: openBorder(.top)
    case .brdrl: openBorder(.left)
    case .brdrb: openBorder(.bottom)
    case .brdrr: openBorder(.right)
    case .box: openBorder(.all)
    case .cbpat: groups.current.paragraph.shading.background = max(value ?? 0, 0)
    case .cfpat: groups.current.paragraph.shading.pattern = max(value ?? 0, 0)
    case .shading: groups.current.paragraph.shading.share = min(max(value ?? 0, 0), 10_000)
    case .tldot: document.tables.tabs.nextLeader = .dots
    case .tlmdot: document.tables.tabs.nextLeader = .middleDots
    case .tlhyph: document.tables.tabs.nextLeader = .hyphens
    case .tlul: document.tables.tabs.nextLeader = .underscores
    case .tlth: document.tables.tabs.nextLeader = .thickLine
    case .tleq: document.tables.tabs.nextLeader = .equals
    default: return false
    }
    return true
  }

  private mutating func openBorder(_ sides: RTFFrame.Sides) {
    groups.current.paragraph.frame = document.tables.frames.open(
      sides, of: groups.current.paragraph.frame, limit: limits.tableEntries)
  }

  /// Applies a control word of a border to the open sides of the paragraph.
  ///
  /// - Returns: Whether the paragraph has open sides; a word about a row or cell closes them.
  mutating func setBorder(_ word: RTFWord.Table, _ value: Int32?) -> Bool {
    guard !document.tables.frames.openSides.isEmpty else { return false }
    var isBorder = true
    let index = document.tables.frames.changed(
      groups.current.paragraph.frame, limit: limits.tableEntries
    ) { isBorder = $0.apply(word, value) && isBorder }
    guard isBorder else {
      document.tables.frames.close()
      return false
    }
    groups.current.paragraph.frame = index
    if !RTFBorder.isExact(word), groups.current.destination == .text {
      report.add(.approximated, .paragraphBorder, word.rawValue, byteOffset: tokenizer.offset)
    }
    return true
  }
}
