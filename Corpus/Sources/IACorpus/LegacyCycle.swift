public import IAText

extension CorpusDocument {
  /// Returns the text that the speed test of the source system built step by step.
  ///
  /// In step *n* the text is `n / 10`, its intensity `n % 101`, its size 18. A cycle has five
  /// steps. In cycle *c* text is bold if `c % 3 == 1`, italic if `c % 4 == 2`, underlined if `c % 5
  /// == 3`, and struck through if `c % 7 == 4`.
  ///
  /// - Parameter count: The number of steps; the original test had 201.
  public static func legacyCycle(count: Int) -> IADocument {
    var builder = IAStringBuilder()
    for step in 0..<count {
      let cycle = step / 5
      var attributes = InlineAttributes()
      attributes.fontSize = 18
      attributes.bold = cycle % 3 == 1
      attributes.italic = cycle % 4 == 2
      attributes.underline = cycle % 5 == 3 ? .init() : nil
      attributes.strikethrough = cycle % 7 == 4 ? .single : nil
      builder.append(
        "\(step / 10)", intensity: UInt8(step % 101), attributes: builder.intern(attributes))
    }
    let options = DisplayOptions(
      renderScheme: "WeightScheme", smoothing: .character, animates: true)
    return IADocument(builder.finish(options: options))
  }
}
