internal import IAText

/// A list of the document's table of lists.
struct RTFList {
  /// The properties of a marker that are not read.
  struct Marker {
    /// The names of the properties in reports.
    private(set) var properties: Set<String> = []

    /// Adds or removes a property.
    mutating func set(_ property: String, _ isPresent: Bool) {
      if isPresent { properties.insert(property) } else { properties.remove(property) }
    }
  }

  /// A level of a list.
  struct Level {
    /// The number format, as in `\levelnfc`.
    var format: Int32 = 0
    /// The number of the first item.
    var start: Int32 = 1
    /// The text of the marker, including the numbers of levels.
    var text: [UInt16] = []
    /// Whether the numbers of all levels are decimal (`\levellegal`).
    var isLegal = false
    /// Whether a tab follows the marker, not a space or nothing.
    var hasTab = true
    /// The properties of the marker that the file states and the document does not have.
    var marker = Marker()
    /// The indents of items that state none, in twips.
    var leadingIndent: Int32 = 0
    var firstIndent: Int32 = 0
  }
  /// The levels, at most nine.
  var levels: [Level] = []
}

/// An entry of the table of list overrides, to which `\ls` refers.
struct RTFListOverride {
  /// The id of the list.
  var list: Int32 = 0
  /// The first numbers of levels; `nil` for the number of the list.
  var starts: [Int32?] = []
  /// The definitions of levels that replace those of the list; `nil` for those that do not.
  var levels: [RTFList.Level?] = []
  /// The levels whose numbers start again at that of their definition.
  fileprivate(set) var restarted: Set<Int> = []

  /// Returns the first number of a level that starts again; `nil` for one that continues.
  ///
  /// - Parameter definition: The definition of the level.
  func start(of level: Int, _ definition: RTFList.Level) -> Int32? {
    let start = level < starts.count ? starts[level] : nil
    return start ?? (restarted.contains(level) ? definition.start : nil)
  }
}

/// A list of the older form (`\pn`), from before the list tables of Word 97.
struct RTFOldList: Equatable {
  /// The number format, as in `\levelnfc`.
  var format: Int32 = 0
  var start: Int32 = 1
  var isBullet = false
  var isContinuation = false
  /// The text before and after the number.
  var before: [UInt16] = []
  var after: [UInt16] = []
}

/// The destinations `\listtable`, `\listoverridetable` and `\pn`: the lists of the document.
struct RTFListTables {
  private var lists: [Int32: RTFList] = [:]
  private var overrides: [Int32: RTFListOverride] = [:]
  private var oldLists: [RTFOldList] = []
  /// The open list and its id.
  private var openList = RTFList()
  private var openListID: Int32 = 0
  private var openOverride = RTFListOverride()
  /// Whether levels are those of the open override.
  private var isInOverride = false
  /// The list that the last group of `\pn` defined.
  private(set) var lastOldList = RTFIndex<RTFOldList>.none

  /// Returns the override with a number, or `nil` if there is none.
  func override(_ number: Int32) -> RTFListOverride? { overrides[number] }

  /// Returns the levels of the list of an override, or `nil` if there is none.
  func levels(of override: RTFListOverride) -> [RTFList.Level]? {
    guard var levels = lists[override.list]?.levels else { return nil }
    for (index, level) in override.levels.enumerated() where index < levels.count {
      if let level { levels[index] = level }
    }
    return levels
  }

  /// Returns an old list, or `nil` for no index.
  ///
  /// A list inside the definition of another may have been merged into that one, so that an index
  /// may be beyond the last list.
  subscript(index: RTFIndex<RTFOldList>) -> RTFOldList? {
    guard let index = index.value, index < oldLists.count else { return nil }
    return oldLists[index]
  }

  /// Returns a level of the list of an override, or `nil` if there is none.
  func level(_ level: Int, ofOverride number: Int32) -> RTFList.Level? {
    guard let override = overrides[number], let levels = lists[override.list]?.levels,
      level < levels.count
    else { return nil }
    let own = level < override.levels.count ? override.levels[level] : nil
    return own ?? levels[level]
  }

  // MARK: Lists

  /// Starts a list.
  mutating func beginList() {
    openList = RTFList()
    openListID = 0
    isInOverride = false
  }

  /// Sets the id of the open list.
  mutating func setListID(_ id: Int32) { openListID = id }

  /// Ends the open list; it is ignored if there are already `limit` lists.
  mutating func endList(limit: Int) {
    if lists.count < limit { lists[openListID] = openList }
  }

  /// Starts a level of the open list, or the definition of the open level of an override; a tenth level
  /// changes the ninth.
  mutating func beginLevel() {
    if isInOverride {
      guard !openOverride.starts.isEmpty else { return }
      while openOverride.levels.count < openOverride.starts.count {
        openOverride.levels.append(nil)
      }
      openOverride.levels[openOverride.levels.count - 1] = RTFList.Level()
      return
    }
    if openList.levels.count < 9 { openList.levels.append(RTFList.Level()) }
  }

  /// Changes the open level.
  mutating func setLevel(_ change: (inout RTFList.Level) -> Void) {
    if isInOverride {
      if let last = openOverride.levels.indices.last, var level = openOverride.levels[last] {
        change(&level)
        openOverride.levels[last] = level
      }
      return
    }
    guard !openList.levels.isEmpty else { return }
    change(&openList.levels[openList.levels.count - 1])
  }

  /// Sets the text of the open level.
  ///
  /// - Parameter units: Its length, then text with the numbers of levels in it, then a semicolon.
  mutating func setLevelText(_ units: [UInt16]) {
    var units = units
    if units.last == 0x3B { units.removeLast() }
    setLevel { $0.text = Array(units.dropFirst().prefix(48)) }
  }

  // MARK: Overrides

  /// Starts an override.
  mutating func beginOverride() {
    openOverride = RTFListOverride()
    isInOverride = true
  }

  /// Starts the override of a level.
  mutating func beginOverrideLevel() {
    if openOverride.starts.count < 9 { openOverride.starts.append(nil) }
  }

  /// Sets the first number of the level whose override is open.
  mutating func setOverrideStart(_ number: Int32) {
    // Another override inside the group of the level leaves no level open.
    if let last = openOverride.starts.indices.last { openOverride.starts[last] = number }
  }

  /// Records that the numbers of the level whose override is open start again at that of its definition.
  mutating func restartOverrideLevel() {
    if let last = openOverride.starts.indices.last { openOverride.restarted.insert(last) }
  }

  /// Sets the list of the open override.
  mutating func setOverrideList(_ id: Int32) { openOverride.list = id }

  /// Stores the open override with a number.
  mutating func defineOverride(_ number: Int32) {
    let levels = openOverride.levels
    openOverride.restarted.formIntersection(levels.indices.filter { levels[$0] != nil })
    overrides[number] = openOverride
  }

  // MARK: Old lists

  /// Starts a list of `\pn`.
  mutating func beginOldList(limit: Int) {
    if oldLists.count < limit { oldLists.append(RTFOldList()) }
  }

  /// Applies a control word to the open list of `\pn`.
  mutating func setOldList(_ word: RTFWord.Paragraph, _ number: Int32) {
    guard !oldLists.isEmpty else { return }
    let last = oldLists.count - 1
    switch word {
    case .pnlvlblt: oldLists[last].isBullet = true
    case .pnlvlcont: oldLists[last].isContinuation = true
    case .pndec, .pnord, .pncard: oldLists[last].format = 0
    case .pnucrm: oldLists[last].format = 1
    case .pnlcrm: oldLists[last].format = 2
    case .pnucltr: oldLists[last].format = 3
    case .pnlcltr: oldLists[last].format = 4
    case .pnstart: oldLists[last].start = number
    default: break
    }
  }

  /// Sets the text before or after the number of the open list of `\pn`.
  mutating func setOldListText(_ part: WritableKeyPath<RTFOldList, [UInt16]>, _ units: [UInt16]) {
    guard !oldLists.isEmpty else { return }
    oldLists[oldLists.count - 1][keyPath: part] = Array(units.prefix(16))
  }

  /// Ends the open list of `\pn`; if it is equal to the previous one, both are one list.
  mutating func endOldList() {
    guard let last = oldLists.last else { return }
    var count = oldLists.count
    if count > 1, oldLists[count - 2] == last {
      oldLists.removeLast()
      count -= 1
    }
    lastOldList = RTFIndex(count - 1)
  }
}
