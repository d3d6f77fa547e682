import Foundation
import IARender

/// The difference of two pictures, computed from the colours of squares of 4 × 4 pixels, because
/// another version of a library may smooth edges of letters slightly differently.
struct PictureComparison: CustomStringConvertible {
  /// The mean difference of the colours of squares, 0…255.
  var mean = 0.0
  /// The fraction of squares that differ by more than 24 of 255.
  var differing = 0.0
  /// Whether the sizes are equal.
  var hasEqualSize: Bool

  static let square = 4

  init(_ left: Bitmap, _ right: Bitmap) {
    hasEqualSize = left.size == right.size
    guard hasEqualSize else { return }
    var (sum, far, count) = (0.0, 0, 0)
    for y in stride(from: 0, to: left.size.height, by: Self.square) {
      for x in stride(from: 0, to: left.size.width, by: Self.square) {
        let difference = Self.difference(left, right, x, y)
        sum += difference
        if difference > 24 { far += 1 }
        count += 1
      }
    }
    mean = sum / Double(max(count, 1))
    differing = Double(far) / Double(max(count, 1))
  }

  /// Whether the difference is too small to be seen.
  var isAlike: Bool { hasEqualSize && mean < 0.5 && differing < 0.002 }

  var description: String {
    hasEqualSize
      ? "differ by \(mean) on average, \(differing * 100) % of the squares by much" : "other size"
  }

  /// Returns the largest difference of the means of a channel.
  private static func difference(_ left: Bitmap, _ right: Bitmap, _ x: Int, _ y: Int) -> Double {
    [UInt32(0), 8, 16].map { shift in
      abs(mean(left, x, y, shift) - mean(right, x, y, shift))
    }.max() ?? 0
  }

  private static func mean(_ picture: Bitmap, _ x: Int, _ y: Int, _ shift: UInt32) -> Double {
    var sum = 0
    for row in y..<y + square {
      for column in x..<x + square { sum += Int(picture[column, row] >> shift & 0xFF) }
    }
    return Double(sum) / Double(square * square)
  }
}

/// The versions of the font packages with which the golden pictures were created.
enum PinnedFonts {
  private static let versions = [
    "fonts-noto-core": "20201225-1", "fonts-dejavu-core": "2.37-6",
    "fonts-noto-color-emoji": "2.042",
  ]

  /// The reason why the golden pictures cannot be compared, or `nil` if they can.
  static let reason: String? = {
    for (package, version) in versions.sorted(by: { $0.key < $1.key }) {
      guard let found = installedVersion(of: package), found.hasPrefix(version) else {
        return "needs \(package) \(version)"
      }
    }
    return nil
  }()

  private static func installedVersion(of package: String) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/dpkg-query")
    process.arguments = ["-W", "-f", "${Version}", package]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
