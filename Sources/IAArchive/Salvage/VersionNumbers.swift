/// Computes the version numbers of documents, of which some are lost.
///
/// Documents with equal names are versions in the order of their positions. The last one is current unless it was
/// removed.
struct VersionNumbers {
  /// The positions of the documents by the bytes of their names, and whether each is superseded.
  private var places: [[UInt8]: [UInt64: Bool]] = [:]

  /// Creates the numbers for the names of lost documents, without their documents.
  init(ofNamesIn lost: [LostDocument]) {
    for document in lost where !document.name.isEmpty {
      places[Array(document.name.utf8)] = [:]
    }
  }

  /// Whether no lost document has a name.
  var isEmpty: Bool { places.isEmpty }

  /// Adds a document; one with another name than those of the lost documents is left out.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - position: A number that ascends in the archive.
  ///   - isSuperseded: Whether the archive states that the document was replaced or removed.
  mutating func add(_ name: String, at position: UInt64, isSuperseded: Bool) {
    places[Array(name.utf8)]?[position] = isSuperseded
  }

  /// Returns the number of a version, from 1; `nil` for a current document.
  ///
  /// - Complexity: O(*n*) in the number of versions of the document.
  func version(of name: String, at position: UInt64) -> Int? {
    guard let all = places[Array(name.utf8)], let isSuperseded = all[position] else { return nil }
    guard isSuperseded || all.keys.contains(where: { $0 > position }) else { return nil }
    return 1 + all.keys.count { $0 < position }
  }
}
