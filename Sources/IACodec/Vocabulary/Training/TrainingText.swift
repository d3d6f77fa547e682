/// The concatenated training texts.
struct TrainingText {
  private(set) var units: [UInt16] = []
  /// The end of each text.
  private(set) var ends: [Int] = []
  /// The start context of each text: 0 for a text, 1 for other columns.
  private(set) var starts: [Int] = []

  mutating func append(_ string: some Collection<UInt16>, start: Int) {
    units.append(contentsOf: string)
    ends.append(units.count)
    starts.append(start)
  }

  /// Returns the range of a text.
  func range(of text: Int) -> Range<Int> { (text == 0 ? 0 : ends[text - 1])..<ends[text] }
}
