internal import IAText

/// A row of a table as it is defined.
struct RTFRow: Equatable {
  /// What is said about a cell.
  struct Cell: Equatable {
    /// The right edge in twips.
    var edge: Int32 = 0
    var startsMerge = false
    var continuesMerge = false
    var startsColumn = false
    var continuesColumn = false
    /// An index into the table of colours; 0 for none.
    var shading: Int32 = 0
  }

  var cells: [Cell] = []
  /// What was said about the next cell, before its edge.
  var next = Cell()
  var isHeader = false
  /// The width of the borders in twips; 0 where nothing is said, for then there are none.
  var borderWidth: Int32 = 0
  /// How many sides of its cells have a border; one of the row is one of all cells it may have.
  var borderSides: Int32 = 0
  private var sidesAtBorder: Int32 = 1
  /// Whether the border words that come are those of a row or cell.
  var isAtBorder = false

  /// The width of the borders that word processors draw round a table of their own accord.
  static let commonBorder: Int32 = 10

  /// The most cells of a row that are kept apart.
  static let mostCells = 1024

  /// What a cell is known to be; an ordinary one beyond those that are defined.
  func cell(_ index: Int) -> Cell {
    index < cells.count ? cells[index] : Cell(edge: (cells.last?.edge ?? 0) &+ 1440)
  }

  /// Whether a cell is merged into one to its left.
  func isMerged(_ index: Int) -> Bool {
    guard index > 0, index < cells.count, cells[index].continuesMerge else { return false }
    return cells[index - 1].startsMerge || cells[index - 1].continuesMerge
  }

  /// Obeys a word.
  mutating func apply(_ word: RTFWord.Table, _ value: Int32?) {
    switch word {
    case .trowd: self = RTFRow()
    case .cellx:
      next.edge = value ?? 0
      if cells.count < Self.mostCells { cells.append(next) }
      next = Cell()
      isAtBorder = false
    case .clmgf: next.startsMerge = true
    case .clmrg: next.continuesMerge = true
    case .clvmgf: next.startsColumn = true
    case .clvmrg: next.continuesColumn = true
    case .trhdr: isHeader = value != 0
    case .clcbpat: next.shading = value ?? 0
    case .clcfpat, .clshdng: break
    case .trbrdrt, .trbrdrl, .trbrdrb, .trbrdrr, .trbrdrh, .trbrdrv:
      isAtBorder = true
      sidesAtBorder = Int32(Self.mostCells)
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
