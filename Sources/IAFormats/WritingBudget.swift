public import IABytes
public import IAText

/// The maximum size of an output, relative to the document that is written.
///
/// A few bytes of input can describe a table with millions of covered cells, or show one picture a
/// million times. Up to `freeByteCount` bytes, every output is allowed; beyond that, at most
/// `Limits.expansionRatio` bytes for each UTF-16 unit of the text and each byte of the attachments and
/// of the metadata.
public struct WritingBudget: Hashable, Sendable {
  /// The size in bytes that is allowed for every document.
  public static let freeByteCount = 16 << 20

  /// The maximum size in bytes.
  public let byteCount: Int
  private let ratio: Int

  /// Creates the budget of a document.
  ///
  /// - Complexity: O(*a*) for *a* attachments.
  public init(for document: IADocument, limits: Limits) {
    ratio = limits.expansionRatio
    var size = document.string.utf16Count + (document.metadata.title?.utf8.count ?? 0)
    for tag in document.metadata.custom { size += tag.name.utf8.count + tag.value.utf8.count }
    for digest in document.attachments.digests { size += document.attachments[digest]?.count ?? 0 }
    let (product, overflow) = size.multipliedReportingOverflow(by: ratio)
    byteCount = max(Self.freeByteCount, overflow ? .max : product)
  }

  /// Checks the size of an output.
  ///
  /// - Throws: `InputError` with the code `output.expansion` if it exceeds the budget.
  public func check(_ count: Int) throws(InputError) {
    guard count > byteCount else { return }
    throw InputError(
      .outputExpansion, at: 0,
      detail: "the output would have more than \(byteCount) bytes, which is \(ratio) for each unit "
        + "of the text and each byte of attachments and metadata")
  }
}

extension InputError.Code {
  /// The output would be far larger than the document.
  ///
  /// A table with cells that span thousands of rows, or a picture that is shown thousands of times.
  public static let outputExpansion = Self(rawValue: "output.expansion")
}
