internal import CAllocation
internal import IAConvert

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The settings of the process's memory allocator (decision 0033).
///
/// A conversion of a large document allocates and frees many megabytes. Requesting them repeatedly
/// from the kernel, in pages of 4 KiB, costs a tenth of the time. The settings belong to the
/// program, not to the libraries.
enum Allocation {
  /// Documents from this size on are large.
  private static let largeInput = 1 << 20

  /// Prepares the heap for the largest of the documents; small documents change nothing.
  static func prepare(for inputs: [String]) {
    let largest = inputs.map { ProcessControl.fileSize(of: $0) }.max() ?? 0
    guard largest >= largeInput else { return }
    // Measurements show that at most six times the input is needed, and that all pages of its bytes
    // and of the data after them are used. Huge pages for the rest would contain memory that free
    // lists keep.
    let size = min(largest, 256 << 20)
    ia_prepare_heap(6 * size, 2 * size + size / 4)
  }

  /// Ends the process with `memory.limit` when it has used more memory than a number of bytes.
  ///
  /// A file that is being written has no name yet and goes with the process; the staging folder of
  /// an output that is a folder stays, as after any kill.
  ///
  /// - Parameter path: The document that is converted; `nil` for several.
  static func limit(to byteCount: Int, path: String?) throws(Failure) {
    let failure = Failure(
      .badInput, path: path, code: "memory.limit",
      "more than \(byteCount) bytes of memory; --max-memory allows more")
    // Never freed: it is needed to the end.
    let message = unsafe strdup("iaconv: \(failure.line)\n")
    guard unsafe ia_watch_memory(byteCount, failure.status.rawValue, message) == 0 else {
      throw Failure(.software, code: "memory.watch", "no thread to watch the memory")
    }
  }
}
