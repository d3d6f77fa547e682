internal import IAConvert
internal import IAFiles

/// The standard error, for messages; a message that cannot be written is discarded.
enum StandardError {
  static func write(_ text: String) { try? DescriptorSink(2).write(Array(text.utf8)) }

  static var isTerminal: Bool { ProcessControl.isTerminal(2) }
}

/// The standard output.
enum StandardOutput {
  /// Writes text, and returns the failure, or `nil` after success and if the reader has closed the pipe.
  static func write(_ text: String) -> Failure? {
    do {
      try DescriptorSink(1).write(Array(text.utf8))
      return nil
    } catch {
      let failure = Failure(error, path: "-")
      return failure.isClosedPipe ? nil : failure
    }
  }

  /// Writes text, and throws the failure of `write`.
  static func print(_ text: String) throws {
    if let failure = write(text) { throw failure }
  }

  static var isTerminal: Bool { ProcessControl.isTerminal(1) }
}
