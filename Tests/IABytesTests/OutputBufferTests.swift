import IABytes
import IATestSupport
import Testing

@Suite struct OutputBufferTests {
  @Test func `Taken bytes equal the appended bytes, in any order of calls`() {
    var random = SeededGenerator(seed: 33)
    var table = MarkupTable()
    let entries = (0..<80).map { length in
      (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    let numbers = entries.map { table.add($0) }
    var buffer = OutputBuffer(capacity: 0)
    var expected: [UInt8] = []
    for step in 0..<5000 {
      switch random.next() % 6 {
      case 0:
        let entry = Int(random.next() % UInt64(entries.count))
        buffer.append(numbers[entry], of: table)
        expected += entries[entry]
      case 1:
        buffer.append(UInt8(truncatingIfNeeded: step))
        expected.append(UInt8(truncatingIfNeeded: step))
      case 2:
        buffer.append("</span>")
        expected += Array("</span>".utf8)
      case 3:
        buffer.append(utf8: "naïve \(step)")
        expected += Array("naïve \(step)".utf8)
      case 4:
        let bytes = entries[Int(random.next() % UInt64(entries.count))]
        bytes.withUnsafeBufferPointer { buffer.append(base64: $0) }
        expected += Array(Base64.encode(bytes.span).utf8)
      default:
        buffer.append(atMost: 40) { output in
          for index in 0..<3 { output[index] = 0x2A }
          return 3
        }
        expected += [0x2A, 0x2A, 0x2A]
      }
      #expect(buffer.count == expected.count)
      if step % 997 == 0 {
        #expect(buffer.take() == expected)
        expected = []
      }
    }
    buffer.withBytes(from: buffer.count / 2) { rest in
      #expect(Array(rest) == Array(expected[(expected.count / 2)...]))
    }
    #expect(buffer.take() == expected)
    #expect(buffer.count == 0)
    for (number, entry) in zip(numbers, entries) {
      buffer.append(number, of: table)
      #expect(buffer.take() == entry)
    }
  }
}
