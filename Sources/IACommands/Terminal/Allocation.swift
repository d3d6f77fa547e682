internal import CAllocation
internal import IAFormats

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
    // Some six times the input, as is measured: text and intensities, tables, what is collected.
    ia_prepare_heap(6 * min(largest, 256 << 20))
  }
}
