import IAFormats
import IASyntax
import Testing

@Suite struct MediaFileNameTests {
  private let digest = SHA256Digest(of: [1, 2, 3])

  @Test(
    arguments: [
      ("image/png", nil, ".png"), ("image/png", "a.jpeg", ".png"),
      ("application/x", "a.TXT", ".txt"),
      (nil, "a.b/c", ""), (nil, "a.toolongsuffix", ""), (nil, nil, ""),
    ] as [(String?, String?, String)])
  func `A name is a part of the hash and a suffix`(
    mediaType: String?, attachmentName: String?, suffix: String
  ) {
    let name = MediaFileName.name(
      digest: digest, mediaType: mediaType, attachmentName: attachmentName)
    #expect(name == digest.description.prefix(16) + suffix)
    #expect(MediaFileName.isGiven(name, to: digest))
  }

  @Test func `Names of other content were not given`() {
    #expect(!MediaFileName.isGiven("photo.png", to: digest))
    #expect(!MediaFileName.isGiven(digest.description.prefix(16) + "photo.png", to: digest))
    #expect(MediaFileName.isGiven(digest.description.prefix(16) + "-2.png", to: digest))
  }
}
