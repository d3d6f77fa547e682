internal import CAllocation
internal import IAConvert

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How the memory of this process is had from the system (Documentation/Decisions/0033).
///
/// A conversion of a large document takes and gives back a good many megabytes. Asking the kernel
/// for them again and again, and for pages of 4 KiB, costs a tenth of the whole time. That is a
/// matter of the program, not of the libraries.
enum Allocation {
  /// Documents from this size on are large.
  private static let largeInput = 1 << 20

  /// Prepares for documents by the size of the largest of them; small ones change nothing.
  static func prepare(for inputs: [String]) {
    let largest = inputs.map { ProcessControl.fileSize(of: $0) }.max() ?? 0
    guard largest >= largeInput else { return }
    // As measured: six times the input is needed at most, and its bytes and what follows them are
    // all touched. Huge pages for the rest would hold what lists keep free.
    let size = min(largest, 256 << 20)
    ia_prepare_heap(6 * size, 2 * size + size / 4)
  }

  /// Ends the process with `memory.limit` once it has had more memory than so many bytes.
  ///
  /// A file that is being written has no name yet and goes with the process; the staging folder of
  /// an output that is a folder stays, as after any kill.
  ///
  /// - Parameter path: The document that is converted; nil for several.
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
