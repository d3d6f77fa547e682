internal import IABytes

/// Decodes texts from streams of tokens.
struct TokenDecoder: Sendable {
  private let tables: TokenTables
  private let classCount: Int

  init(_ model: VocabularyModel) {
    tables = TokenTables(model)
    classCount = model.classCount
  }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - start: 0 for a text, 1 for other columns.
  ///   - bytes: The bytes of the stream; bytes after it may be read, but are not interpreted.
  ///   - bit: The start of the text, from the start of `bytes`; moved beyond its `end`.
  ///   - end: The end of the stream, in bits.
  ///   - budget: The budget for the decompressed size.
  ///   - units: The array to which the text is appended.
  /// - Throws: `bytes.truncated` if the text does not end, `ia.limit`.
  /// - Complexity: O(*n*).
  func decode(
    start: Int, from bytes: Span<UInt8>, _ bit: inout Int, until end: Int,
    _ budget: inout OutputBudget, to units: inout [UInt16]
  ) throws(InputError) {
    var context = classCount + start
    var isDone = false
    // Most texts take about four bits for each unit, so that the first pass usually decodes the whole text.
    var room = 64 + (end - bit) / 3
    while !isDone {
      let before = units.count
      units.append(addingCapacity: room + VocabularyModel.maximumUnitCount) { output in
        isDone = decode(bytes, &bit, until: end, &context, room: room, &output)
      }
      try budget.spend(2 * (units.count - before), at: bit / 8)
      if !isDone, bit > end { throw InputError(.bytesTruncated, at: end / 8) }
      room = 4096
    }
    guard bit <= end else { throw InputError(.bytesTruncated, at: end / 8) }
  }

  /// Decodes until the text ends, the stream ends, or the output is full; returns whether the text ended.
  private func decode(
    _ bytes: Span<UInt8>, _ position: inout Int, until end: Int, _ context: inout Int, room: Int,
    _ output: inout OutputSpan<UInt16>
  ) -> Bool {
    unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      unsafe bytes.withUnsafeBytes { input in
        tables.withPointers { tables in
          guard let target = buffer.baseAddress,
            buffer.count - initialized >= room + VocabularyModel.maximumUnitCount
          else { return false }
          var bits = BitWindow(at: position)
          var row = context
          var place = initialized
          let last = initialized + room
          defer {
            position = bits.position
            context = row
            initialized = place
          }
          while place < last, bits.position <= end {
            // A step uses at most 10 + 15 + 16 bits.
            unsafe bits.fill(from: input)
            // In bounds: the index has seven bits, and the tables have each context and class.
            var found = Int(unsafe tables.classLooks[row &<< 7 | Int(bits.word & 0x7F)])
            if found & 0x8000 != 0 {
              let rest = TokenTables.classRestLength
              let stretch = Int(unsafe tables.classRestStarts[row]) &+ (found & 0x7FFF) &<< rest
              found = Int(
                unsafe tables.classRests[
                  stretch &+ Int(bits.word &>> 7) & ((1 &<< rest) &- 1)])
            }
            bits.drop(found & 0xF)
            row = found &>> 4
            var entry = unsafe tables.tokens[row &<< 7 | Int(bits.word & 0x7F)]
            if entry &>> 4 & 0x1F == TokenTables.restMark {
              let mask = (1 as UInt64) &<< UInt64(entry & 0xF) &- 1
              let rest = Int(bits.word &>> UInt64(TokenTables.tokenLookLength) & mask)
              entry = unsafe tables.tokens[Int(entry &>> 9) &+ rest]
            }
            bits.drop(Int(entry & 0xF))
            let count = entry &>> 4 & 0x1F
            if count == 0 { return true }
            if count == TokenTables.escapeMark {
              unsafe target[place] = UInt16(truncatingIfNeeded: bits.word)
              bits.drop(16)
              place &+= 1
              continue
            }
            // Both sides have a capacity of 16 units.
            unsafe UnsafeMutableRawPointer(target + place).copyMemory(
              from: tables.units + Int(entry &>> 9),
              byteCount: 2 * VocabularyModel.maximumUnitCount)
            place &+= Int(count)
          }
          return false
        }
      }
    }
  }
}

/// The next bits of an input, the lowest first.
private struct BitWindow {
  private(set) var word: UInt64 = 0
  /// The number of valid bits of the word; higher bits may be valid, too.
  private var count = 0
  /// The offset of the byte after those that the word contains.
  private var byte: Int

  init(at position: Int) {
    byte = position &>> 3
    drop(position & 7)
  }

  /// The position of the next bit.
  @inline(__always) var position: Int { 8 &* byte &- count }

  /// Removes the lowest bits.
  @inline(__always) mutating func drop(_ dropped: Int) {
    word &>>= UInt64(truncatingIfNeeded: dropped)
    count &-= dropped
  }

  /// Ensures that at least 56 bits are buffered; beyond the input's end they are zeros.
  @inline(__always) mutating func fill(from input: UnsafeRawBufferPointer) {
    guard count >= 0, byte &+ 8 <= input.count else { return unsafe fillSlowly(from: input) }
    let next = unsafe input.loadUnaligned(fromByteOffset: byte, as: UInt64.self)
    word |= UInt64(littleEndian: next) &<< UInt64(truncatingIfNeeded: count)
    byte &+= (63 &- count) &>> 3
    count |= 56
  }

  private mutating func fillSlowly(from input: UnsafeRawBufferPointer) {
    let position = position
    let first = position >> 3
    word = 0
    for offset in 0..<8 where first + offset < input.count {
      word |= unsafe UInt64(input[first + offset]) << UInt64(8 * offset)
    }
    word >>= UInt64(position & 7)
    byte = first + 8
    count = 64 - (position & 7)
  }
}

extension TokenTables {
  /// Pointers to the tables, valid while the arrays that own them are accessed.
  @safe struct Pointers {
    let classLooks: UnsafePointer<UInt16>
    let classRests: UnsafePointer<UInt16>
    let classRestStarts: UnsafePointer<UInt32>
    let tokens: UnsafePointer<UInt32>
    let units: UnsafePointer<UInt16>
  }

  @inline(__always)
  func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
    unsafe classLooks.withUnsafeBufferPointer { classLooks in
      unsafe classRests.withUnsafeBufferPointer { classRests in
        unsafe classRestStarts.withUnsafeBufferPointer { classRestStarts in
          unsafe tokens.withUnsafeBufferPointer { tokens in
            unsafe units.withUnsafeBufferPointer { units in
              // Only the rest tables can be empty, and they are then not accessed.
              unsafe body(
                Pointers(
                  classLooks: classLooks.baseAddress.unsafelyUnwrapped,
                  classRests: classRests.baseAddress ?? classLooks.baseAddress.unsafelyUnwrapped,
                  classRestStarts: classRestStarts.baseAddress.unsafelyUnwrapped,
                  tokens: tokens.baseAddress.unsafelyUnwrapped,
                  units: units.baseAddress.unsafelyUnwrapped))
            }
          }
        }
      }
    }
  }
}
