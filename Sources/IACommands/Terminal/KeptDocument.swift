internal import IAText

/// A document that stays in memory until the process exits.
///
/// A large document is many small pieces, which the kernel reclaims at once, sooner than the process
/// could free them one by one. Only a command that ends with its conversion may do that.
final class KeptDocument: Sendable {
  private let document: IADocument

  private init(_ document: IADocument) { self.document = document }

  /// Keeps the document alive until the process exits.
  static func keep(_ document: IADocument) {
    _ = unsafe Unmanaged.passRetained(KeptDocument(document))
  }
}
