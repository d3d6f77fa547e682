internal import CCairo

/// A buffer that collects the output of Cairo.
final class ByteStream {
  private(set) var bytes: [UInt8] = []

  /// The function that Cairo calls; its closure is the stream, unretained.
  static let write: cairo_write_func_t = { closure, data, count in
    guard let closure = unsafe closure, let data = unsafe data else {
      return CAIRO_STATUS_WRITE_ERROR
    }
    let stream = unsafe Unmanaged<ByteStream>.fromOpaque(closure).takeUnretainedValue()
    unsafe stream.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }

  /// The closure argument for Cairo.
  var closure: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}

/// A source of bytes that Cairo reads.
final class ByteFeed {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The function that Cairo calls; its closure is the feed, unretained.
  static let read: cairo_read_func_t = { closure, data, count in
    guard let closure = unsafe closure, let data = unsafe data else {
      return CAIRO_STATUS_READ_ERROR
    }
    let feed = unsafe Unmanaged<ByteFeed>.fromOpaque(closure).takeUnretainedValue()
    let end = feed.position + Int(count)
    guard end <= feed.bytes.count else { return CAIRO_STATUS_READ_ERROR }
    for offset in 0..<Int(count) { unsafe data[offset] = feed.bytes[feed.position + offset] }
    feed.position = end
    return CAIRO_STATUS_SUCCESS
  }

  /// The closure argument for Cairo.
  var closure: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}
