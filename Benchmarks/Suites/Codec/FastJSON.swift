import CFastJSON
import Harness

/// Messages as JSON that simdjson decodes to text and intensities, as they are and as frames of zstd with a dictionary.
final class FastJSON {
  /// A message that simdjson does not read.
  struct Unread: Error {}

  private let parser = fast_json_open()
  private let zstd: PeerZstd
  private let texts: [[UInt8]]
  private let frames: [[UInt8]]
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let text: UnsafeMutableBufferPointer<CChar>
  private let intensities: UnsafeMutableBufferPointer<UInt8>

  /// Compresses messages with a dictionary made from others.
  ///
  /// - Throws: `Unread` if the parser cannot be created.
  init(_ messages: [[UInt8]], training: [[UInt8]]) throws {
    zstd = PeerZstd(dictionary: PeerZstd.dictionary(from: training, byteCount: 112_640))
    let padding = [UInt8](repeating: 0, count: fast_json_padding())
    texts = messages.map { $0 + padding }
    frames = messages.map { [zstd] in zstd.compress($0) }
    let longest = messages.map(\.count).max() ?? 0
    input = .allocate(capacity: longest + padding.count)
    input.initialize(repeating: 0)
    text = .allocate(capacity: longest)
    intensities = .allocate(capacity: longest)
    guard parser != nil else { throw Unread() }
  }

  deinit {
    fast_json_close(parser)
    input.deallocate()
    text.deallocate()
    intensities.deallocate()
  }

  /// Decodes all messages and returns their number.
  func decode(compressed: Bool, _ watch: inout Stopwatch) throws -> Int {
    var count = 0
    try watch.time {
      if compressed {
        for frame in frames {
          let size = zstd.decompress(frame, into: input)
          count += try message(input.baseAddress, size)
        }
      } else {
        for json in texts {
          count += try json.withUnsafeBufferPointer {
            try message($0.baseAddress, json.count - Int(fast_json_padding()))
          }
        }
      }
    }
    _ = opaque(count)
    return frames.count
  }

  private func message(_ json: UnsafePointer<UInt8>?, _ size: Int) throws -> Int {
    var length = 0
    let found = json?.withMemoryRebound(to: CChar.self, capacity: size) {
      fast_json_message(
        parser, $0, size, text.baseAddress, text.count, &length, intensities.baseAddress,
        intensities.count)
    }
    guard let found, found >= 0 else { throw Unread() }
    return found
  }
}
