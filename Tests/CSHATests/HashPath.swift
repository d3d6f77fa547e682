import CSHA
import Testing

/// A hash function of the C target.
enum HashFunction: CaseIterable {
  case sha256, sha512

  var blockByteCount: Int { self == .sha256 ? 64 : 128 }
}

/// A hash function and one of its implementations.
struct HashPath: CustomTestStringConvertible {
  var function: HashFunction
  var path: ia_sha_path

  /// All implementations of both functions that this processor can run.
  static let available: [HashPath] = HashFunction.allCases.flatMap { function in
    [ia_sha_portable, ia_sha_vectors, ia_sha_instructions].filter { path in
      (function == .sha256 ? ia_sha256_has(path) : ia_sha512_has(path)) == 1
    }.map { HashPath(function: function, path: $0) }
  }

  var testDescription: String { "\(function), path \(path.rawValue)" }

  /// Returns the digest of consecutive parts as lower-case hexadecimal digits.
  func digest(_ parts: some Sequence<ArraySlice<UInt8>>) -> String {
    switch function {
    case .sha256:
      var hash = ia_sha256()
      ia_sha256_start(&hash, path)
      for part in parts {
        part.withUnsafeBytes { ia_sha256_update(&hash, $0.baseAddress, $0.count) }
      }
      var words = [UInt64](repeating: 0, count: 4)
      ia_sha256_finish(&hash, &words)
      return Self.hex(words)
    case .sha512:
      var hash = ia_sha512()
      ia_sha512_start(&hash, path)
      for part in parts {
        part.withUnsafeBytes { ia_sha512_update(&hash, $0.baseAddress, $0.count) }
      }
      var words = [UInt64](repeating: 0, count: 8)
      ia_sha512_finish(&hash, &words)
      return Self.hex(words)
    }
  }

  func digest(_ bytes: [UInt8]) -> String { digest(CollectionOfOne(bytes[...])) }

  private static func hex(_ words: [UInt64]) -> String {
    words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
