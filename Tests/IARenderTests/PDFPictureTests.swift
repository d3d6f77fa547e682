import Foundation
import IALayout
import IAText
import Testing

@testable import IARender

@Suite struct PDFPictureTests {
  /// Returns a JPEG with a segment of metadata after its start.
  private func adding(_ text: String, marker: UInt8, to jpeg: [UInt8]) -> [UInt8] {
    let content = Array(text.utf8)
    let length = content.count + 2
    return Array(jpeg.prefix(2)) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
      + content + jpeg.dropFirst(2)
  }

  private func pdf(_ pictures: [[UInt8]]) throws -> [UInt8] {
    var document = IADocument(IAString("a"))
    for (index, picture) in pictures.enumerated() {
      document.append(picture, as: .image, name: "\(index).jpg")
    }
    let renderer = try Drawings.renderer()
    return try renderer.pdf([try Drawings.page(document, renderer)])
  }

  @Test func `A JPEG is in a PDF without its metadata`() throws {
    let secret = "Exif\0\0 GPS 52.5200"
    for jpeg in [SamplePictures.jpeg, SamplePictures.jpegProgressive] {
      let segments = try #require(JPEGSegments(jpeg))
      #expect(segments.bytes.starts(with: [0xFF, 0xD8]))
      #expect(segments.bytes.suffix(2) == [0xFF, 0xD9])
      for marker: UInt8 in [0xE1, 0xE2, 0xED, 0xFE] {
        let added = adding(secret, marker: marker, to: jpeg) + Array("after the end".utf8)
        #expect(JPEGSegments(added)?.bytes == segments.bytes)
      }
      let file = try pdf([adding(secret, marker: 0xFE, to: jpeg)])
      #expect(file.firstRange(of: Array("/Filter /DCTDecode".utf8)) != nil)
      #expect(file.firstRange(of: segments.bytes) != nil)
      #expect(file.firstRange(of: Array("GPS".utf8)) == nil)
    }
  }

  @Test func `A JPEG that is turned, damaged or of four colours is stored as pixels`() throws {
    #expect(JPEGSegments(SamplePictures.jpegCMYK) == nil)
    let whole = SamplePictures.jpeg
    #expect(JPEGSegments(Array(whole.dropLast(12))) == nil)
    for jpeg in [SamplePictures.jpegTurned, SamplePictures.jpegCMYK, Array(whole.dropLast(12))] {
      let file = try pdf([jpeg])
      #expect(file.firstRange(of: Array("/Subtype /Image".utf8)) != nil)
      #expect(file.firstRange(of: Array("/DCTDecode".utf8)) == nil)
    }
    for count in 0..<whole.count { _ = JPEGSegments(Array(whole.prefix(count))) }
  }

  @Test func `Segments of changed files are refused, or are those of a file again`() throws {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var accepted = 0
    for jpeg in [SamplePictures.jpeg, SamplePictures.jpegProgressive, SamplePictures.jpegTurned] {
      for _ in 0..<3_000 {
        var changed = jpeg
        for _ in 0...random(below: 4) {
          let head = random(below: 2) == 0 ? min(changed.count, 200) : changed.count
          changed[random(below: head)] = [0, 0xFF, 0xC0, 0xD9, 0xDA][random(below: 5)]
        }
        if random(below: 4) == 0 { changed.removeLast(random(below: changed.count - 2)) }
        guard let segments = JPEGSegments(changed) else { continue }
        accepted += 1
        #expect(segments.bytes.count <= changed.count)
        #expect(JPEGSegments(segments.bytes)?.bytes == segments.bytes)
      }
    }
    #expect((100..<9_000).contains(accepted))
  }

  @Test func `A picture that is shown several times is stored once`() throws {
    let one = try pdf([SamplePictures.jpeg])
    let several = try pdf([SamplePictures.jpeg, SamplePictures.webP, SamplePictures.jpeg])
    func count(_ file: [UInt8]) -> Int { file.ranges(of: Array("/Subtype /Image".utf8)).count }
    #expect(count(one) == 1)
    let masks = several.ranges(of: Array("/SMask ".utf8)).count
    #expect(count(several) == 2 + masks)
  }
}
