import IABytes
import IAEmbedding
import Testing

@Suite struct EmbeddedSourceTests {
  @Test func `Other files have no embedded source`() {
    for text in ["", "Hello", "%PDF-1.4\n%", "<svg>"] {
      let error = #expect(throws: InputError.self) {
        try EmbeddedSource(Array(text.utf8), limits: .standard)
      }
      #expect(error?.code == .embeddedMissing, "\(text)")
    }
  }
}
