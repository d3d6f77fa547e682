internal import ArgumentParser

/// The size of recovery data relative to the archive, as a command-line argument: `10` or `10%`, from 0 to 100.
struct RecoveryShare: ExpressibleByArgument {
  /// The number of bytes of recovery data for each hundred bytes of the archive.
  var percent: Int

  /// The default for new archives.
  static let standard = RecoveryShare(percent: 10)

  init(percent: Int) { self.percent = percent }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Int(digits), 0...100 ~= percent, digits.first != "+" else { return nil }
    self.percent = percent
  }

  var defaultValueDescription: String { "\(percent)%" }
}
