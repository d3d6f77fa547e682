/// The version of the suite.
public enum SuiteVersion {
  /// The program with its version, as `iaconv --version` prints it and journals record it.
  public static let program = "iaconv 0.1.0"
}
