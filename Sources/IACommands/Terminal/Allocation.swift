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
/// A conversion of a large document allocates and frees many megabytes. Requesting them repeatedly from the kernel, in
/// pages of 4 KiB, takes a tenth of the time of the conversion. The settings are in the program, because libraries must
/// not change the allocator of a process.
enum Allocation {
  /// The minimum size in bytes of a large document.
  private static let largeInput = 1 << 20

  /// Prepares the heap for the largest of the documents; has no effect if all documents are small.
  static func prepare(for inputs: [String]) {
    let largest = inputs.map { ProcessControl.fileSize(of: $0) }.max() ?? 0
    guard largest >= largeInput else { return }
    // According to measurements, a conversion needs at most six times the size of the input. It uses all pages of the
    // bytes of the input and of the data after them, so that these get huge pages. Huge pages for the rest would also
    // hold memory that is only in free lists.
    let size = min(largest, 256 << 20)
    ia_prepare_heap(6 * size, 2 * size + size / 4)
  }

  /// Ends the process with `memory.limit` when it has used more memory than a number of bytes.
  ///
  /// A file that is being written has no name yet, so that the system deletes it with the process. If the output is a
  /// folder, its staging folder remains, as after any kill.
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
