internal import Foundation

/// What `ia-bench film` writes beside its pictures, for the page of `ia-bench report`.
public struct Film: Codable, Sendable {
  /// A frame.
  public struct Frame: Codable, Sendable {
    /// The number of the frame.
    public var number: Int
    /// The milliseconds of CPU time by phase, in order: `exposed`, `contiguous`.
    public var phases: [String: Double]
    /// The counts of the frame, by name.
    public var work: [String: Int]
    /// The file of its picture, in the folder of the film; `nil` for frames that are not among the worst ones.
    public var picture: String?

    /// Creates a frame.
    public init(number: Int, phases: [String: Double], work: [String: Int], picture: String?) {
      self.number = number
      self.phases = phases
      self.work = work
      self.picture = picture
    }
  }

  /// The name of the format.
  public var schema = "ia-bench-film"
  /// The version of the format.
  public var version = 1
  /// The workload, such as `fling, 8 views, 1000000 rows`.
  public var workload: String
  /// The frames per second of the virtual clock.
  public var hertz: Int
  /// The file of the animation, in the folder of the film.
  public var animation: String
  /// The frames in order.
  public var frames: [Frame]

  /// Creates a film.
  public init(workload: String, hertz: Int, animation: String, frames: [Frame]) {
    self.workload = workload
    self.hertz = hertz
    self.animation = animation
    self.frames = frames
  }

  /// The name of the file in the folder of a film.
  public static let fileName = "film.json"
  private static let limits = (description: 16 << 20, picture: 8 << 20, frames: 100_000)

  /// Reads the description of a film.
  ///
  /// - Throws: `Results.Unreadable` with the file and the reason.
  public static func read(_ folder: String) throws -> Film {
    let path = "\(folder)/\(fileName)"
    let data = try Results.data(path, atMost: limits.description)
    let film: Film
    do { film = try JSONDecoder().decode(Film.self, from: data) } catch {
      throw Results.Unreadable(
        description: "\(path): no film of ia-bench: \(FaultMessages.reason(error))")
    }
    guard film.schema == "ia-bench-film", film.version == 1, film.frames.count <= limits.frames,
      film.hertz > 0
    else {
      throw Results.Unreadable(
        description: "\(path): \(film.schema) version \(film.version), not ia-bench-film version 1")
    }
    return film
  }

  /// Returns a picture of the film as an address that contains it, or `nil` if it is no PNG file of the folder.
  func picture(_ name: String, in folder: String) -> String? {
    guard !name.contains("/"), name.hasSuffix(".png"),
      let data = try? Results.data("\(folder)/\(name)", atMost: Self.limits.picture),
      data.starts(with: [0x89, 0x50, 0x4E, 0x47])
    else { return nil }
    return "data:image/png;base64,\(data.base64EncodedString())"
  }

  /// The frames with a picture, the longest ones first.
  var worst: [Frame] {
    frames.filter { $0.picture != nil }
      .sorted { ($0.phases["exposed"] ?? 0) > ($1.phases["exposed"] ?? 0) }
  }
}
