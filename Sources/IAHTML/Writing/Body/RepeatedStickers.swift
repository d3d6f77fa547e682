internal import IASyntax
internal import IAText

/// Stickers that a page shows often, which it then holds twice and not each time.
///
/// The first of them has its bytes as any picture has, and a class; the style sheet gives all
/// others of the class the same content. A browser that does not know that property shows their
/// alternative text, which they keep.
struct RepeatedStickers {
  /// One such sticker.
  struct Rule {
    var className: String
    var picture: BodyWriter.Picture
  }

  /// The minimum number of occurrences of such a sticker.
  static let fewest = 3

  /// The stickers, in the order in which each occurs first.
  private(set) var rules: [Rule] = []
  private var names: [SHA256Digest: String] = [:]
  private var shown: Set<SHA256Digest> = []

  /// Creates an empty set.
  init() {}

  /// Creates the set from the pictures of all stickers of a document.
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

  /// Returns the class of a sticker, or `nil` for one that occurs seldom.
  func className(of picture: BodyWriter.Picture) -> String? { names[picture.digest] }

  /// Returns whether a picture is written for the first time.
  mutating func isFirst(_ picture: BodyWriter.Picture) -> Bool {
    shown.insert(picture.digest).inserted
  }
}
