internal import IABytes

/// Determines whether a paragraph needs directional isolation, from its code units.
struct TextDirection {
  /// Whether the text has right-to-left characters or directional formatting characters.
  private(set) var needsIsolation = false
  /// Whether the text overrides directions, or leaves an embedding or isolate open.
  private(set) var isSuspicious = false

  private var openEmbeddings = 0
  private var openIsolates = 0

  /// Scans the next units; units below U+0590 are skipped quickly.
  mutating func scan(_ units: UnsafeBufferPointer<UInt16>) {
    guard let base = units.baseAddress else { return }
    let input = unsafe UnsafeRawPointer(base)
    var at = 0
    while at < units.count {
      if at + 8 <= units.count,
        unsafe UnitLanes.areBelowHebrew(
          input.loadUnaligned(fromByteOffset: at * 2, as: UInt64.self),
          input.loadUnaligned(fromByteOffset: at * 2 + 8, as: UInt64.self))
      {
        at += 8
        continue
      }
      let end = min(at + 8, units.count)
      while at < end {
        if unsafe units[at] >= 0x590 { unsafe note(units[at]) }
        at += 1
      }
    }
  }

  /// Ends the paragraph; open embeddings or isolates make it suspicious.
  mutating func finish() {
    if openEmbeddings > 0 || openIsolates > 0 { isSuspicious = true }
  }

  private mutating func note(_ unit: UInt16) {
    switch unit {
    case 0x200F, 0x061C: needsIsolation = true
    case 0x202A, 0x202B: openEmbeddings += 1
    case 0x202D, 0x202E:
      openEmbeddings += 1
      isSuspicious = true
    case 0x202C: openEmbeddings = max(0, openEmbeddings - 1)
    case 0x2066...0x2068: openIsolates += 1
    case 0x2069: openIsolates = max(0, openIsolates - 1)
    // Hebrew to Arabic Extended-A, presentation forms, and the high surrogates of U+10800…10FFF and
    // U+1E800…1EFFF.
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0xD802...0xD803, 0xD83A...0xD83B:
      needsIsolation = true
    default: return
    }
    if (0x202A...0x202E).contains(unit) || (0x2066...0x2069).contains(unit) {
      needsIsolation = true
    }
  }
}
