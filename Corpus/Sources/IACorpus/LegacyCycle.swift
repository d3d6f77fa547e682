public import IAText

extension CorpusDocument {
  /// The text that the source system's own speed test appended to, step by step.
  ///
  /// In step *n* the text is `n / 10`, its intensity `n % 101`, its size 18. Every five steps
  /// a new cycle begins: in cycle *c* text is bold where *c* leaves 1 by 3, italic 2 by 4,
  /// underlined 3 by 5, struck through 4 by 7.
  ///
  /// - Parameter count: How many steps; the original took 201.
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
