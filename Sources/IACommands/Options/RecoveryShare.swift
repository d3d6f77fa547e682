internal import ArgumentParser

/// A share of recovery data on the command line: `10` or `10%`, from 0 to 100.
struct RecoveryShare: ExpressibleByArgument {
  /// The bytes of recovery rows for a hundred bytes.
  var percent: Int

  /// The share of new archives without the option.
  static let standard = RecoveryShare(percent: 10)

  init(percent: Int) { self.percent = percent }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Int(digits), 0...100 ~= percent, digits.first != "+" else { return nil }
    self.percent = percent
  }

  var defaultValueDescription: String { "\(percent)%" }
}
