public import IABytes
internal import IAFiles
public import IAText

/// The schemes of a conversion and the requested scheme.
public struct SchemeChoice: Hashable, Sendable {
  /// All schemes that documents can name; a scheme that was read from a file is first.
  public var schemes: [RenderScheme]
  /// The name of the requested scheme; `nil` to use the scheme of each document.
  public var name: String?

  /// Creates the choice of a scheme by its name or from a JSON file.
  ///
  /// - Parameters:
  ///   - argument: A name, `Weight` or `WeightScheme` in any case, or a path that contains a slash
  ///     or ends in `.json`; `nil` for no choice.
  ///   - edition: The rules of the built-in schemes.
  ///   - limits: The largest size of the file.
  /// - Throws: `Failure`.
  public init(
    _ argument: String?, edition: RenderScheme.Edition, limits: Limits = .standard
  ) throws(Failure) {
    schemes = RenderScheme.builtIn(edition)
    guard let argument else { return }
    if FilePaths.hasSlash(argument) || argument.hasSuffix(".json") {
      do {
        let scheme = try RenderScheme(
          json: FileSource(path: argument).bytes(limits: limits), limits: limits)
        schemes.insert(scheme, at: 0)
        name = scheme.name
      } catch {
        throw Failure(error, path: argument)
      }
    } else {
      let requested = argument.lowercased()
      let found = schemes.first { scheme in
        let own = scheme.name.lowercased()
        return own == requested || own == requested + "scheme"
      }
      guard let found else {
        let names = schemes.map { Self.shortName(of: $0) }.joined(separator: ", ")
        throw Failure(
          .usage, code: "usage.scheme",
          "there is no scheme \"\(argument)\"; use one of \(names), or the path of a JSON file")
      }
      name = found.name
    }
  }

  /// Returns the name of a scheme without `Scheme` at its end.
  public static func shortName(of scheme: RenderScheme) -> String {
    scheme.name.hasSuffix("Scheme") ? String(scheme.name.dropLast(6)) : scheme.name
  }
}
