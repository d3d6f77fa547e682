/// The treatment of a name in HTML or CSS that the reader does not use.
package enum HTMLTreatment: Equatable {
  /// The name does not change the text or the appearance of the document.
  case neutral(reason: String)
  /// The name is reported under the name of a feature.
  case reported(feature: DocumentFeature)
}

/// Names of one topic that are treated alike.
package struct HTMLNameGroup {
  package let treatment: HTMLTreatment
  private let words: String

  /// Creates a group of names that do not change the text or the appearance of the document.
  package static func neutral(_ reason: String, _ words: String) -> Self {
    Self(treatment: .neutral(reason: reason), words: words)
  }

  /// Creates a group of names that are reported as a feature.
  package static func reported(_ feature: DocumentFeature, _ words: String) -> Self {
    Self(treatment: .reported(feature: feature), words: words)
  }

  /// The names of the group.
  package var names: [String] { words.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// Returns the treatments of all names of groups.
  package static func table(_ groups: [HTMLNameGroup]) -> [String: HTMLTreatment] {
    var table: [String: HTMLTreatment] = [:]
    for group in groups {
      for name in group.names { table[name] = group.treatment }
    }
    return table
  }
}
