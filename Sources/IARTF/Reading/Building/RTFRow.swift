internal import IAText

/// The definition of a row of a table.
struct RTFRow {
  /// The definition of a cell.
  struct Cell: Equatable {
    /// The right edge in twips.
    var edge: Int32 = 0
    /// Whether the cell is the first of several that become one cell of the row (`\clmgf`).
    var startsMerge = false
    /// Whether the cell is merged into the one to its left (`\clmrg`).
    var continuesMerge = false
    /// Whether the cell is the first of several that become one cell of the column (`\clvmgf`).
    var startsColumn = false
    /// Whether the cell is merged into the one above it (`\clvmrg`).
    var continuesColumn = false
    var shading = RTFShading()
    /// Whether the document states no width for the column (`\clftsWidth1`).
    var isAutomatic = false
    var verticalAlignment: Block.TableCell.VerticalAlignment?
    var borders = RTFBorders()
    var padding = RTFPadding()
  }

  var cells: [Cell] = []
  /// The definition of the next cell, completed by its edge.
  var next = Cell()
  var isHeader = false
  /// Whether the document states no width for the column of some cell.
  private(set) var hasAutomaticCells = false
  /// The statements of the row about its table.
  var format = RTFRowFormat()
  /// The border that the next control words set.
  private var target = Target.none

  /// The maximum number of cells of a row.
  static let maxCells = 1024

  /// Whether the next words can be those of a border of the row or of a cell.
  var hasOpenBorder: Bool { target != .none }

  /// Returns the definition of a cell, or a default one if the cell is not defined.
  func cell(_ index: Int) -> Cell {
    index < cells.count ? cells[index] : Cell(edge: (cells.last?.edge ?? 0) &+ 1440)
  }

  /// Returns whether a cell is merged into one to its left.
  func isMerged(_ index: Int) -> Bool {
    guard index > 0, index < cells.count, cells[index].continuesMerge else { return false }
    return cells[index - 1].startsMerge || cells[index - 1].continuesMerge
  }

  /// Applies a control word.
  ///
  /// - Parameter isOwn: Whether the suite wrote the document. Word states an alignment for each cell, and an automatic
  ///   width even if it knows the width; only in documents of the suite do these words state the author's choice.
  mutating func apply(_ word: RTFWord.Table, _ value: Int32?, isOwn: Bool) {
    switch word {
    case .trowd: self = RTFRow()
    case .cellx:
      next.edge = value ?? 0
      if cells.count < Self.maxCells { cells.append(next) }
      next = Cell()
      target = .none
    case .clmgf: next.startsMerge = true
    case .clmrg: next.continuesMerge = true
    case .clvmgf: next.startsColumn = true
    case .clvmrg: next.continuesColumn = true
    case .trhdr: isHeader = value != 0
    case .clcbpat: next.shading.background = max(value ?? 0, 0)
    case .clcfpat: next.shading.pattern = max(value ?? 0, 0)
    case .clshdng: next.shading.share = min(max(value ?? 0, 0), 10_000)
    case .clvertalt: next.verticalAlignment = isOwn ? .top : nil
    case .clvertalc: next.verticalAlignment = .center
    case .clvertalb: next.verticalAlignment = .bottom
    case .clftsWidth:
      next.isAutomatic = isOwn && value == 1
      hasAutomaticCells = hasAutomaticCells || next.isAutomatic
    case .brsp: break
    case .brdrs, .brdrw, .brdrcf, .brdrnone, .brdrnil, .brdrtbl, .brdrdb, .brdrth, .brdrdot,
      .brdrdash, .brdrhair, .brdrdashsm, .brdrdashd, .brdrdashdd, .brdrdashdotstr, .brdrtriple,
      .brdrsh, .brdrframe, .brdrtnthsg, .brdrthtnsg, .brdrtnthtnsg, .brdrtnthmg, .brdrthtnmg,
      .brdrtnthtnmg, .brdrtnthlg, .brdrthtnlg, .brdrtnthtnlg, .brdrwavy, .brdrwavydb, .brdremboss,
      .brdrengrave, .brdroutset, .brdrinset:
      changeBorder { _ = $0.apply(word, value) }
    default:
      if let border = Target(word) {
        target = border
      } else {
        applyFormat(word, value)
        applyPadding(word, value)
      }
    }
  }

  /// Applies a control word of sizes or position.
  private mutating func applyFormat(_ word: RTFWord.Table, _ value: Int32?) {
    switch word {
    case .trgaph: format.gap = min(max(value ?? 0, 0), 20_000)
    case .trrh: format.height = value ?? 0
    case .trql: format.alignment = nil
    case .trqc: format.alignment = .center
    case .trqr: format.alignment = .right
    case .trwWidth: format.width = value ?? 0
    case .trftsWidth: format.widthUnit = value ?? 0
    default: break
    }
  }

  /// Applies a control word for padding.
  ///
  /// For cells, programs exchange left and top: Word wrote `\clpadt` for the left side, and other programs do the same.
  private mutating func applyPadding(_ word: RTFWord.Table, _ value: Int32?) {
    switch word {
    case .trpaddt: format.padding.top.set(value)
    case .trpaddl: format.padding.left.set(value)
    case .trpaddb: format.padding.bottom.set(value)
    case .trpaddr: format.padding.right.set(value)
    case .trpaddft: format.padding.top.isTwips = value == 3
    case .trpaddfl: format.padding.left.isTwips = value == 3
    case .trpaddfb: format.padding.bottom.isTwips = value == 3
    case .trpaddfr: format.padding.right.isTwips = value == 3
    case .clpadt: next.padding.left.set(value)
    case .clpadl: next.padding.top.set(value)
    case .clpadb: next.padding.bottom.set(value)
    case .clpadr: next.padding.right.set(value)
    case .clpadft: next.padding.left.isTwips = value == 3
    case .clpadfl: next.padding.top.isTwips = value == 3
    case .clpadfb: next.padding.bottom.isTwips = value == 3
    case .clpadfr: next.padding.right.isTwips = value == 3
    default: break
    }
  }
}

extension RTFRow: Equatable {
  /// Returns whether both define equal rows.
  static func == (left: Self, right: Self) -> Bool {
    left.isHeader == right.isHeader && left.format == right.format && left.cells == right.cells
  }
}

extension RTFRow {
  /// A border that control words change.
  private enum Target {
    case none, rowTop, rowLeft, rowBottom, rowRight, horizontal, vertical, top, left, bottom, right

    /// Creates the target that a control word selects, if it does.
    init?(_ word: RTFWord.Table) {
      switch word {
      case .trbrdrt: self = .rowTop
      case .trbrdrl: self = .rowLeft
      case .trbrdrb: self = .rowBottom
      case .trbrdrr: self = .rowRight
      case .trbrdrh: self = .horizontal
      case .trbrdrv: self = .vertical
      case .clbrdrt: self = .top
      case .clbrdrl: self = .left
      case .clbrdrb: self = .bottom
      case .clbrdrr: self = .right
      default: return nil
      }
    }
  }

  private mutating func changeBorder(_ change: (inout RTFBorder) -> Void) {
    switch target {
    case .none: break
    case .rowTop: change(&format.borders.top)
    case .rowLeft: change(&format.borders.left)
    case .rowBottom: change(&format.borders.bottom)
    case .rowRight: change(&format.borders.right)
    case .horizontal: change(&format.horizontal)
    case .vertical: change(&format.vertical)
    case .top: change(&next.borders.top)
    case .left: change(&next.borders.left)
    case .bottom: change(&next.borders.bottom)
    case .right: change(&next.borders.right)
    }
  }
}
