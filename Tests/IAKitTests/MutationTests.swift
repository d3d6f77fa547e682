import Foundation
import IABytes
import IAFormats
import IAKit
import IATestSupport
import IAText
import Testing

/// Archives with a few changed bytes; Foundation's reader crashed on one in ten of them.
///
/// `IA_MUTATIONS` sets their number; `Scripts/mutate-archives` runs a million.
@Suite struct MutationTests {
  private static let count =
    ProcessInfo.processInfo.environment["IA_MUTATIONS"].flatMap { Int($0) }
    ?? RandomInputs.count(ofAll: 20_000)

  @Test func `Mutated archives are read or refused, and documents are valid`() throws {
    let archives = try Corpus.paths(in: "iakit", suffix: ".plist").map(Corpus.bytes)
    try #require(archives.count >= 9)
    var random = SeededGenerator(seed: 791)
    var accepted = 0
    for number in 0..<Self.count {
      var bytes = archives[random.below(archives.count)]
      for _ in 0...random.below(4) { mutate(&bytes, &random) }
      do {
        let result = try ArchiveText.read(bytes, strict: number % 4 == 0)
        accepted += 1
        if number % 8 == 1 {
          #expect(result.document.string.defects() == [], "mutation \(number)")
        }
      } catch let error as InputError {
        #expect((0...bytes.count).contains(error.byteOffset), "mutation \(number): \(error)")
      }
    }
    // Some changes do no harm; without this check, a reader that refuses everything would pass.
    #expect(accepted > Self.count / 50)
    #expect(accepted < Self.count)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = random.below(bytes.count)
    switch random.below(8) {
    case 0: bytes.remove(at: place)
    case 1: bytes.insert(UInt8(random.below(256)), at: place)
    case 2: bytes.removeSubrange(place..<min(place + random.below(40), bytes.count))
    case 3: bytes[place] &+= 1
    case 4: bytes[place] = UInt8(random.below(256))
    case 5:
      // Exchanges two bytes, such as the numbers of two objects.
      let other = random.below(bytes.count)
      bytes.swapAt(place, other)
    default: bytes[place] ^= 1 << UInt8(random.below(8))
    }
  }
}
