public import Foundation

extension Results {
  /// A file that is not one of results.
  public struct Unreadable: Error, CustomStringConvertible {
    /// The path and the reason.
    public var description: String
    /// The exit code: 66 for a file that cannot be opened, 65 for another content.
    public var exitCode: Int32 = 65

    /// Creates an error with the exit code 65.
    init(description: String) { self.description = description }

    /// Creates an error with the exit code 66, for a file that cannot be opened.
    init(_ path: String, _ error: any Error) {
      description = FaultMessages.unread(path, error)
      exitCode = 66
    }
  }

  /// Reads a file of limited size.
  ///
  /// - Throws: `Unreadable` with the path and the reason.
  static func data(_ path: String, atMost maximumBytes: Int) throws -> Data {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Unreadable(description: "\(path): is a folder")
    }
    let found: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      found = try file.read(upToCount: maximumBytes + 1) ?? Data()
    } catch { throw Unreadable(path, error) }
    guard found.count <= maximumBytes else {
      throw Unreadable(description: "\(path): more than \(maximumBytes) bytes")
    }
    return found
  }

  /// The largest file that is read, in bytes.
  private static let maximumBytes = 512 << 20

  /// Reads results of version 1 or 2.
  ///
  /// - Throws: `Unreadable` with the path and the reason.
  public static func read(_ path: String) throws -> Results {
    try decoded(try data(path, atMost: maximumBytes), name: path)
  }

  /// Decodes results of version 1 or 2.
  ///
  /// - Throws: `Unreadable` with the name and the reason.
  public static func decoded(_ data: Data, name: String) throws -> Results {
    let found: Results
    do { found = try JSONDecoder().decode(Results.self, from: data) } catch {
      throw Unreadable(
        description: "\(name): no results of ia-bench: \(FaultMessages.reason(error))")
    }
    guard found.schema == "ia-bench" else {
      throw Unreadable(description: "\(name): schema \(found.schema), not ia-bench")
    }
    guard 1...2 ~= found.version else {
      throw Unreadable(description: "\(name): version \(found.version); 1 and 2 are read")
    }
    return found
  }

  /// Returns a table of the ratios of these results to others, those of the same names.
  ///
  /// A difference is claimed only where the 95 % interval of the ratio does not contain 1.
  public func comparison(with other: Results) -> String {
    let rows = comparisonRows(with: other)
    if rows.isEmpty { return "the files have no figure in common\n" }
    return Self.aligned([["figure", "ratio", "95 %", ""]] + rows, numbers: 1...2)
      .joined(separator: "\n") + "\n"
  }

  /// Returns the name, the ratio, the interval and the claim of each figure that both results have.
  func comparisonRows(with other: Results) -> [[String]] {
    var rows: [[String]] = []
    func add(_ name: String, _ ratio: Bootstrap.Ratio?) {
      guard let ratio else { return rows.append([name, "", "", "no samples: no interval"]) }
      rows.append([
        name, Self.digits(ratio.value), "\(Self.digits(ratio.low))…\(Self.digits(ratio.high))",
        ratio.claim,
      ])
    }
    for one in measurements {
      guard
        let its = other.measurements.first(where: {
          $0.suite == one.suite && $0.comparison == one.comparison && $0.kernel == one.kernel
        })
      else { continue }
      let name = "\(one.suite)/\(one.comparison)/\(one.kernel)"
      guard let above = one.samples, let below = its.samples else {
        add(name, nil)
        continue
      }
      add(name, Bootstrap.ratio(above, below) { Bootstrap.quantile($0, 0.5) })
    }
    for one in frames ?? [] {
      guard
        let its = (other.frames ?? []).first(where: {
          $0.workload == one.workload && $0.phase == one.phase && $0.views == one.views
            && $0.rows == one.rows && $0.engine == one.engine
        })
      else { continue }
      for (quantile, name) in [(0.5, "p50"), (0.99, "p99")] {
        add(
          "scroll/\(one.workload), \(one.views) views, \(one.rows) rows, \(one.phase), \(name)",
          Bootstrap.ratio(one.cpu.map(Double.init), its.cpu.map(Double.init), block: 12) {
            Bootstrap.quantile($0, quantile)
          })
      }
    }
    return rows
  }

  private static func digits(_ value: Double) -> String { String(format: "%.3f", value) }
}
