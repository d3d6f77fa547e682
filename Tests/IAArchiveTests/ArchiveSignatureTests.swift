import IAArchive
import IABytes
import IASyntax
import IATestSupport
import IAText
import Testing

@Suite struct ArchiveSignatureTests {
  @Test func `A signature is valid for one key and one state`() throws {
    let storage = MemoryStorage(
      try ArchiveFixture.archive([ArchiveFixture.messages(5, seed: 31)]))
    let archive = try ArchiveReader(storage)
    let keys = ArchiveSignature.makeKeys()
    let signed = try ArchiveSignature(signing: archive, privateKey: keys.privateKey)
    let signature = try ArchiveSignature(signed.bytes)
    #expect(signature == signed)
    #expect(signature.keyID == SHA256Digest(of: keys.publicKey))
    #expect(try signature.check(archive, publicKey: keys.publicKey) == .valid)
    let other = ArchiveSignature.makeKeys()
    #expect(try signature.check(archive, publicKey: other.publicKey) == .otherKey)
    let writer = try ArchiveWriter(storage)
    try writer.append(IADocument(), name: "new")
    _ = try writer.finish()
    let grown = try ArchiveReader(storage)
    #expect(try signature.check(grown, publicKey: keys.publicKey) == .earlierGeneration(1))
    let another = try ArchiveReader(
      MemoryStorage(ArchiveFixture.archive([ArchiveFixture.messages(5, seed: 32)])))
    #expect(try signature.check(another, publicKey: keys.publicKey) == .otherArchive)
  }

  @Test func `A changed signature is reported as forged or is ignored`() throws {
    let archive = try ArchiveReader(MemoryStorage(try ArchiveFixture.archive([[]])))
    let keys = ArchiveSignature.makeKeys()
    let bytes = try ArchiveSignature(signing: archive, privateKey: keys.privateKey).bytes
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      guard let signature = try? ArchiveSignature(changed) else { continue }
      let verdict = try signature.check(archive, publicKey: keys.publicKey)
      #expect(verdict == .forged || verdict == .otherKey, "byte \(place): \(verdict)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for weak in ["none", "hmac-sha1", "ed448"] {
      let downgraded = text.replacing("ed25519", with: weak)
      #expect(throws: InputError.self) { try ArchiveSignature(Array(downgraded.utf8)) }
    }
  }
}
