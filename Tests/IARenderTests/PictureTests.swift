import Foundation
import IABytes
import IATestSupport
import IAText
import Testing

@testable import IARender

@Suite struct PictureTests {
  /// Returns the colours at the centres of the sample's quarters.
  private func quarters(_ picture: Picture) -> [String] {
    let bitmap = picture.bitmap
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    return [(1, 1), (3, 1), (1, 3), (3, 3)].map { column, row in
      let pixel = bitmap[width * column / 4, height * row / 4]
      func level(_ shift: UInt32) -> String {
        pixel >> shift & 0xFF > 200 ? "1" : pixel >> shift & 0xFF < 56 ? "0" : "?"
      }
      return level(24) + level(16) + level(8) + level(0)
    }
  }

  private static let (red, green, blue) = ("1100", "1010", "1001")

  @Test(
    arguments: [
      SamplePictures.jpeg, SamplePictures.jpegProgressive, SamplePictures.webP,
      SamplePictures.webPFilm,
    ])
  func `Pictures of every kind are decoded`(bytes: [UInt8]) throws {
    let picture = try Picture.decode(bytes)
    #expect(picture.size == PixelSize(width: 16, height: 8))
    #expect(quarters(picture) == [Self.blue, Self.red, Self.red, Self.green])
    #expect(!picture.isIncomplete)
  }

  @Test func `Inks of a printer become colours`() throws {
    let picture = try Picture.decode(SamplePictures.jpegCMYK)
    #expect(quarters(picture) == [Self.blue, Self.red, Self.red, Self.green])
  }

  @Test func `The picture of a turned camera is turned back`() throws {
    let picture = try Picture.decode(SamplePictures.jpegTurned)
    #expect(picture.size == PixelSize(width: 8, height: 16))
    #expect(quarters(picture) == [Self.red, Self.blue, Self.green, Self.red])
  }

  @Test func `An animation's frame outside its canvas is refused`() throws {
    // The position of the first frame, in units of two pixels.
    for offset in [0x38, 0x3B] {
      var film = SamplePictures.webPFilm
      film[offset] = 5
      #expect(throws: InputError.self) { try Picture.decode(film) }
    }
  }

  @Test func `An interlaced GIF with a hole is decoded`() throws {
    let picture = try Picture.decode(SamplePictures.gifInterlaced)
    #expect(quarters(picture) == [Self.blue, Self.red, Self.red, "0000"])
  }

  @Test func `PNG is decoded and written again`() throws {
    let bitmap = try Picture.decode(SamplePictures.jpeg).bitmap
    let png = try ImageSurface(bitmap).png()
    #expect(try Picture.decode(png).bitmap == bitmap)
    #expect(PNGChunks.read(png)?.map(\.name).first == "IHDR")
  }

  @Test func `A large JPEG is decoded at a fraction of its size`() throws {
    let picture = try Picture.decode(
      SamplePictures.jpeg, fitting: PixelSize(width: 4, height: 4))
    #expect(picture.size == PixelSize(width: 8, height: 4))
  }

  @Test func `A truncated picture is drawn up to its end`() throws {
    let picture = try Picture.decode(Array(SamplePictures.jpeg.dropLast(12)))
    #expect(picture.isIncomplete)
  }

  @Test func `A size over the budget is refused before decoding`() {
    var limits = Limits.standard
    limits.pixels = 127
    for bytes in [SamplePictures.jpeg, SamplePictures.webP, SamplePictures.gifInterlaced] {
      #expect(throws: InputError.self) { try Picture.decode(bytes, limits: limits) }
      limits.pixels = 127
    }
    limits.pixels = 128
    #expect(throws: Never.self) { try Picture.decode(SamplePictures.jpeg, limits: limits) }
  }

  @Test func `No prefix and no changed byte of a picture is harmful`() {
    let samples = [
      SamplePictures.jpeg, SamplePictures.jpegTurned, SamplePictures.jpegProgressive,
      SamplePictures.webP, SamplePictures.webPFilm, SamplePictures.gifInterlaced,
    ]
    var limits = Limits.standard
    limits.pixels = 1 << 20
    var random = SeededGenerator(seed: 5)
    for sample in samples {
      for count in stride(from: 0, to: sample.count, by: 7) {
        _ = try? Picture.decode(Array(sample.prefix(count)), limits: limits)
      }
      for _ in 0..<100 {
        var changed = sample
        for _ in 0..<3 {
          changed[Int.random(in: 0..<changed.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        _ = try? Picture.decode(changed, limits: limits)
      }
    }
  }

  @Test(
    .enabled(if: ExternalCorpora.has("hostile")),
    arguments: ["hostile/image-png", "hostile/libpng"])
  func `Hostile pictures end with a picture or an error`(set: String) throws {
    var decoded = 0
    var codes: Set<String> = []
    var document = IADocument(IAString("all of them: "))
    for (number, file) in ExternalCorpora.files(in: set).enumerated() {
      let bytes = Array(try Data(contentsOf: file))
      var isKept = number.isMultiple(of: 20)
      let seconds = ThreadClock.seconds(runs: 1) {
        do throws(InputError) {
          _ = try Picture.decode(bytes)
          decoded += 1
        } catch {
          if codes.insert(error.code.rawValue).inserted { isKept = true }
        }
      }
      #expect(seconds < 5, "\(file.lastPathComponent)")
      if isKept { document.append(bytes, as: .image, name: "\(number)") }
    }
    // In one drawing, files that are not pictures are frames, each with its reason.
    let renderer = try Drawings.renderer()
    let page = try Drawings.page(document, renderer)
    _ = try renderer.bitmap(page, scale: 0.5)
    let reasons = Set(renderer.undrawnAttachments.map(\.reason))
    #expect(codes.isSubset(of: reasons) && reasons.allSatisfy { $0.hasPrefix("picture.") })
    #expect(decoded > 0)
    #expect(codes.allSatisfy { $0.hasPrefix("picture.") })
  }
}
