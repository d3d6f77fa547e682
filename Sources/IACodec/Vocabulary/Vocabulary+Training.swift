public import IAText

extension Vocabulary {
  /// Creates a vocabulary from documents that resemble those to be encoded.
  ///
  /// Equal documents give equal vocabularies. About ten thousand messages are sufficient, if they cover all languages
  /// and kinds of text to be expected. Training takes some seconds for each million units.
  ///
  /// - Parameters:
  ///   - documents: The training documents.
  ///   - byteCount: The maximum size of the file in bytes.
  /// - Returns: `nil` if the documents have no text, or no vocabulary of this size was found.
  public static func trained(
    on documents: some Sequence<IADocument>, byteCount: Int = 112_640
  ) -> Vocabulary? {
    var text = TrainingText()
    var texts = AttributeTexts()
    for document in documents {
      let string = document.string
      text.append(string.units(in: string.utf16Range), start: 0)
      let extras = CompactEncoder.extras(of: document, &texts)
      if !extras.isEmpty { text.append(extras.map { UInt16($0) }, start: 1) }
    }
    return trained(on: text, byteCount: byteCount)
  }

  static func trained(on text: TrainingText, byteCount: Int) -> Vocabulary? {
    guard !text.units.isEmpty else { return nil }
    var trainer = VocabularyTrainer(text)
    let classCount = Self.classCount(byteCount: byteCount)
    // A string takes about four bytes, including its class and its codes.
    var stringCount = min(byteCount / 4, VocabularyModel.maximumCount)
    for _ in 0..<6 {
      let vocabulary = Vocabulary(
        trainer.train(stringCount: stringCount, classCount: classCount))
      let found = vocabulary.bytes.count
      if found <= byteCount { return vocabulary }
      stringCount = min(stringCount, vocabulary.stringCount) * byteCount / found * 99 / 100
      guard stringCount > 0 else { return nil }
    }
    return nil
  }

  /// Returns a suitable number of classes for a vocabulary of a size: the table of transitions grows with the square of
  /// their number.
  private static func classCount(byteCount: Int) -> Int {
    var root = 0
    while (root + 1) * (root + 1) <= byteCount { root += 1 }
    return min(max(root * 4 / 7, 2), 255)
  }
}
