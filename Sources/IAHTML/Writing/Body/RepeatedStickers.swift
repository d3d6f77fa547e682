internal import IASyntax
internal import IAText

/// The stickers that a page shows at least `fewest` times, so that it contains their pictures only
/// twice.
///
/// The first element of each has the picture and a class; the style sheet gives the other elements
/// of that class the same content. Browsers that do not support `content` for pictures show the
/// alternative text.
struct RepeatedStickers {
  struct Rule {
    var className: String
    var picture: BodyWriter.Picture
  }

  /// The minimum number of occurrences.
  static let fewest = 3

  /// The stickers in the order of their first occurrences.
  private(set) var rules: [Rule] = []
  private var names: [SHA256Digest: String] = [:]
  private var shown: Set<SHA256Digest> = []

  init() {}

  /// Creates a set from the pictures of all stickers of a document, in text order.
  init(_ pictures: some Sequence<BodyWriter.Picture>) {
    var counts: [SHA256Digest: Int] = [:]
    var order: [BodyWriter.Picture] = []
    for picture in pictures {
      counts[picture.digest, default: 0] += 1
      if counts[picture.digest] == 1 { order.append(picture) }
    }
    for picture in order where counts[picture.digest, default: 0] >= Self.fewest {
      let name = "ia-k\(rules.count + 1)"
      names[picture.digest] = name
      rules.append(Rule(className: name, picture: picture))
    }
  }

  /// Returns the class of a repeated sticker; `nil` for other pictures.
  func className(of picture: BodyWriter.Picture) -> String? { names[picture.digest] }

  /// Returns whether a picture is written for the first time, and records it.
  mutating func isFirst(_ picture: BodyWriter.Picture) -> Bool {
    shown.insert(picture.digest).inserted
  }
}
