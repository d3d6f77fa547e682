public import IABytes
internal import IAFormats
public import IAText

/// The schemes of a conversion, and the one that was asked for.
public struct SchemeChoice: Hashable, Sendable {
  /// All schemes that documents may name; one from a file is first.
  public var schemes: [RenderScheme]
  /// The name of the scheme asked for; `nil` to do as each document says.
  public var name: String?

  /// Looks up a scheme by its name, or reads one from a JSON file.
  ///
  /// - Parameters:
  ///   - argument: A name, `Weight` or `WeightScheme` in letters of either case, or a path that
  ///     ends in `.json` or has a slash; `nil` for none.
  ///   - edition: The rules of the built-in schemes.
  ///   - limits: How much the file may ask for.
  /// - Throws: `Failure`.
  public init(
    _ argument: String?, edition: RenderScheme.Edition, limits: Limits = .standard
  ) throws(Failure) {
    schemes = RenderScheme.builtIn(edition)
    guard let argument else { return }
    if argument.contains("/") || argument.hasSuffix(".json") {
      do {
        let scheme = try RenderScheme(
          json: FileSource(path: argument).bytes(limits: limits), limits: limits)
        schemes.insert(scheme, at: 0)
        name = scheme.name
      } catch {
        throw Failure(error, path: argument)
      }
    } else {
      let wanted = argument.lowercased()
      let found = schemes.first { scheme in
        let own = scheme.name.lowercased()
        return own == wanted || own == wanted + "scheme"
      }
      guard let found else {
        let names = schemes.map { Self.shortName(of: $0) }.joined(separator: ", ")
        throw Failure(
          .usage, code: "usage.scheme",
          "no scheme \"\(argument)\"; there is \(names), or the path of a JSON file")
      }
      name = found.name
    }
  }

  /// Returns the name of a scheme without the word at its end.
  public static func shortName(of scheme: RenderScheme) -> String {
    scheme.name.hasSuffix("Scheme") ? String(scheme.name.dropLast(6)) : scheme.name
  }
}
