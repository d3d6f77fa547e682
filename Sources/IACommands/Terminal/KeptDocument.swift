internal import IAText

/// A document that stays in memory until the process exits.
///
/// A large document consists of many small allocations. When the process exits, the kernel reclaims their memory faster
/// than the process could free each of them. Only a command that exits after its conversion may use this.
final class KeptDocument: Sendable {
  private let document: IADocument

  private init(_ document: IADocument) { self.document = document }

  /// Keeps the document alive until the process exits.
  static func keep(_ document: IADocument) {
    _ = unsafe Unmanaged.passRetained(KeptDocument(document))
  }
}
