internal import IABytes
internal import IAText

/// Writes a column of attribute runs, page by page.
///
/// The content of a page has a table of the texts that no page before has, and then runs, each with a count and the
/// number of a text.
///
/// Number 0 represents no attributes. Other texts are numbered from 1 in the order of first use, over all pages.
struct RunColumnWriter {
  private let texts: [[UInt8]]
  private let runs: [StringColumns.Run]
  private var numbers: [Int]
  private var lastNumber = 0
  private var run = 0
  private var used = 0

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - values: The text of each entry of the table that `runs` refer to.
  ///   - runs: Runs that cover the whole string.
  init(_ values: [[UInt8]], _ runs: [StringColumns.Run]) {
    // Most columns have no text.
    guard values.contains(where: { $0 != AttributeText.empty }) else {
      (texts, self.runs, numbers) = ([], [], [])
      return
    }
    // Different values may have the same text.
    var indices: [[UInt8]: Int] = [:]
    var texts = [AttributeText.empty]
    var mapped: [Int] = []
    mapped.reserveCapacity(values.count)
    for text in values {
      if text == AttributeText.empty {
        mapped.append(0)
      } else if let known = indices[text] {
        mapped.append(known)
      } else {
        // Nothing follows the last text, so that it needs no entry.
        if mapped.count < values.count - 1 { indices[text] = texts.count }
        mapped.append(texts.count)
        texts.append(text)
      }
    }
    self.texts = texts
    var merged: [StringColumns.Run] = []
    merged.reserveCapacity(runs.count)
    for run in runs {
      let index = mapped[run.index]
      if let last = merged.last, last.index == index {
        merged[merged.count - 1].count += run.count
      } else {
        merged.append(.init(count: run.count, index: index))
      }
    }
    self.runs = merged
    numbers = Array(repeating: 0, count: texts.count)
  }

  /// Returns the content for the next `count` units, or `nil` if they have no attributes.
  mutating func content(count: Int) -> [UInt8]? {
    guard !runs.isEmpty else { return nil }
    var part = ByteWriter()
    var new: [Int] = []
    var left = count
    var isPlain = true
    while left > 0 {
      let here = runs[run]
      let taken = min(left, here.count - used)
      if here.index > 0 {
        isPlain = false
        if numbers[here.index] == 0 {
          lastNumber += 1
          numbers[here.index] = lastNumber
          new.append(here.index)
        }
      }
      part.varint(taken)
      part.varint(numbers[here.index])
      left -= taken
      used += taken
      if used == here.count { (run, used) = (run + 1, 0) }
    }
    guard !isPlain else { return nil }
    var content = ByteWriter()
    content.table(new.map { texts[$0] })
    content.append(part.bytes)
    return content.bytes
  }
}

extension ByteWriter {
  /// Appends the number of texts, and each text after its length.
  mutating func table(_ texts: [[UInt8]]) {
    varint(texts.count)
    for text in texts {
      varint(text.count)
      append(text)
    }
  }
}
