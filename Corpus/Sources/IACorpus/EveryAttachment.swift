import IAText

extension CorpusDocument {
  /// Returns a document with a picture, a video, a location, a file, external pictures in all
  /// states, and stickers.
  static func everyAttachment() throws -> IADocument {
    var document = IADocument(
      IAString("A harbour in the evening: "),
      metadata: DocumentMetadata(title: "Every kind of attachment"))
    var picture = document.attachment(
      holding: try CorpusFiles.bytes(of: "pictures/harbour.png"), as: .image, name: "harbour.png",
      altText: "Two boats on a bay, the sun behind the hills")
    picture.displayWidth = 320
    picture.displayHeight = 213.5
    document.string.append(picture, intensity: 80)
    document.string.append("\nThe same picture again: ")
    document.string.append(picture, intensity: 20)

    document.string.append("\nA film: ")
    let poster = try CorpusFiles.bytes(of: "pictures/poster.png")
    var film = Attachment(
      .video, content: .url("https://example.org/films/rings.mp4"), state: .missing,
      mediaType: "video/mp4", name: "rings.mp4", altText: "Rings on dark water")
    film.preview = document.attachments.insert(poster)
    film.pixelWidth = 1280
    film.pixelHeight = 720
    document.string.append(film)

    document.string.append("\nA place: ")
    var place = Attachment(.location, altText: "The harbour wall")
    place.location = Attachment.Location(
      latitude: 59.436_962, longitude: 24.753_574, radius: 25, placename: "Sadama värav",
      mapSpan: 1500, address: [.init("City", "Tallinn"), .init("Street", "Sadama 7")])
    document.string.append(place)

    document.string.append("\nA file: ")
    let table = Array("hour;lamps\n20;3\n21;5\n22;\"8; all\"\n".utf8)
    var file = document.attachment(
      holding: table, as: .file, name: "lamps \"2024\" & more.csv", altText: "Lamps by hour")
    file.mediaType = "text/csv"
    document.string.append(file)

    for state in Attachment.State.allCases {
      document.string.append("\nElsewhere, \(state.rawValue): ")
      document.string.append(
        Attachment(
          .image, content: .url("https://example.org/\(state.rawValue).jpg?a=1&b=2"),
          state: state, mediaType: "image/jpeg"))
    }
    document.string.append("\nStickers: ")
    for name in stickerNames { document.string.append(.sticker(name), intensity: 60) }
    document.string.append("\n")
    return document
  }
}
