internal import IAText

/// The definition of a row of a table.
struct RTFRow: Equatable {
  /// The definition of a cell.
  struct Cell: Equatable {
    /// The right edge in twips.
    var edge: Int32 = 0
    var startsMerge = false
    var continuesMerge = false
    var startsColumn = false
    var continuesColumn = false
    /// The number of a colour; 0 for none.
    var shading: Int32 = 0
  }

  var cells: [Cell] = []
  /// The definition of the next cell, completed by its edge.
  var next = Cell()
  var isHeader = false
  /// The width of the borders in twips; 0 for none.
  var borderWidth: Int32 = 0
  /// The number of cell sides with a border; a border of the row counts for the maximum number of
  /// cells.
  var borderSides: Int32 = 0
  private var sidesAtBorder: Int32 = 1
  /// Whether the next control words for borders are those of a row or cell.
  var isAtBorder = false

  /// The default border width of word processors, in twips.
  static let commonBorder: Int32 = 10

  /// The maximum number of cells of a row.
  static let maxCells = 1024

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
  mutating func apply(_ word: RTFWord.Table, _ value: Int32?) {
    switch word {
    case .trowd: self = RTFRow()
    case .cellx:
      next.edge = value ?? 0
      if cells.count < Self.maxCells { cells.append(next) }
      next = Cell()
      isAtBorder = false
    case .clmgf: next.startsMerge = true
    case .clmrg: next.continuesMerge = true
    case .clvmgf: next.startsColumn = true
    case .clvmrg: next.continuesColumn = true
    case .trhdr: isHeader = value != 0
    case .clcbpat: next.shading = value ?? 0
    case .clcfpat, .clshdng, .brdrcf, .brsp: break
    case .trbrdrt, .trbrdrl, .trbrdrb, .trbrdrr, .trbrdrh, .trbrdrv:
      isAtBorder = true
      sidesAtBorder = Int32(Self.maxCells)
    case .clbrdrt, .clbrdrl, .clbrdrb, .clbrdrr:
      isAtBorder = true
      sidesAtBorder = 1
    case .brdrnone, .brdrnil, .brdrtbl: isAtBorder = false
    case .brdrw: if isAtBorder, let value, borderWidth > 0 { borderWidth = min(max(value, 1), 255) }
    default:
      guard isAtBorder else { return }
      borderSides &+= sidesAtBorder
      if borderWidth == 0 { borderWidth = Self.commonBorder }
    }
  }
}
