internal import IABytes
internal import IAFormats
internal import IAText

extension RTFParser {
  /// Obeys a word that stands for text.
  mutating func insert(_ word: RTFWord.Symbol, _ value: Int32?, _ start: Int) throws {
    switch word {
    case .u: insertUnicode(value ?? 0, start)
    case .uc: state.fallbackCount = max(value ?? 1, 0)
    case .bin: skipBinary(Int(value ?? 0), start)
    case .tab: unit(0x09)
    case .line, .lbr, .softline: unit(0x2028)
    case .lquote: unit(0x2018)
    case .rquote: unit(0x2019)
    case .ldblquote: unit(0x201C)
    case .rdblquote: unit(0x201D)
    case .bullet: unit(0x2022)
    case .emdash: unit(0x2014)
    case .endash: unit(0x2013)
    case .enspace: unit(0x2002)
    case .emspace: unit(0x2003)
    case .qmspace: unit(0x2005)
    case .zwj: unit(0x200D)
    case .zwnj: unit(0x200C)
    case .zwbo: unit(0x200B)
    case .zwnbo: unit(0x2060)
    case .ltrmark: unit(0x200E)
    case .rtlmark: unit(0x200F)
    case .chftn: insertNoteNumber()
    case .chpgn:
      if state.destination == .text { report.add(.dropped, "page-number", byteOffset: start) }
    case .chatn: break
    }
  }

  private mutating func insertNoteNumber() {
    guard state.destination == .text, stream.container == nil, !state.isMark else { return }
    waitingFootnote = true
    insertReference(footnoteCount + 1)
  }

  /// `\u`: a unit of UTF-16 as a signed number; larger numbers are taken for code points.
  private mutating func insertUnicode(_ value: Int32, _ start: Int) {
    fallback = 0
    switch value {
    case -32768...65535:
      let found = UInt16(truncatingIfNeeded: value)
      // Word writes the characters of fonts of symbols so.
      if state.charset == symbolCharset, 0xF020...0xF0FF ~= found, state.destination == .text {
        byte(UInt8(found & 0xFF))
      } else {
        unit(found)
      }
    case 65536...0x10FFFF:
      let offset = UInt32(value) - 0x10000
      unit(0xD800 + UInt16(offset >> 10))
      unit(0xDC00 + UInt16(offset & 0x3FF))
    default:
      report.add(.repaired, "unicode-number", "\(value)", byteOffset: start)
      unit(0xFFFD)
    }
    fallback = state.fallbackCount
  }

  /// Passes over bytes that are no RTF, and keeps those of pictures.
  private mutating func skipBinary(_ count: Int, _ start: Int) {
    let rest = bytes.count - at
    if count < 0 || count > rest {
      report.add(.repaired, "bin-length", "\(count) of \(rest)", byteOffset: start)
    }
    let taken = min(max(count, 0), rest)
    if state.destination == .picture, fallback == 0 {
      picture.data.append(raw: bytes[at..<at + taken])
    } else if state.destination == .objectData {
      objectBytes.append(raw: bytes[at..<at + taken])
    }
    if fallback > 0 { fallback -= 1 }
    at += taken
  }

  // MARK: Hidden data

  /// The bytes of a group of our own behind its control word.
  private func content(of group: RTFState) -> Range<Int> {
    var start = group.open
    // `{\*\iap `: up to the space behind the name.
    while start < at, bytes[start] != 0x20 { start += 1 }
    let end = isCutOff ? at : at - 1
    return min(start + 1, end)..<end
  }

  /// Reads a group of hidden data.
  mutating func endHidden(_ closed: RTFState) {
    let range = content(of: closed)
    let text = Array(bytes[range]).filter { $0 > 0x20 }
    switch closed.ending {
    case .record:
      let packed = try? Base64.decode(text.span)
      stream.record = packed.flatMap { try? HiddenParagraph(packed: $0) }
      if stream.record == nil {
        report.add(.dropped, "stale-hidden-data", "damaged", byteOffset: closed.open)
      }
      stream.recordStart = at
      stream.isUntouched = false
      stream.isCompared = false
    case .fingerprint: endFingerprint(String(decoding: text, as: UTF8.self), before: closed.open)
    case .order: stream.order = Int(String(decoding: text, as: UTF8.self))
    case .attachment:
      placeObject(Int(String(decoding: text, as: UTF8.self)) ?? -1)
    case .blob:
      if let blob = try? Base64.decode(text.span) {
        attachments.insert(blob)
      } else {
        report.add(.dropped, "attachment", "damaged", byteOffset: closed.open)
      }
    default: break
    }
  }

  private mutating func endFingerprint(_ text: String, before open: Int) {
    guard let wanted = UInt64(text, radix: 16) else { return }
    // Each is compared with the first fingerprint behind it alone: many would take square time.
    if stream.recordStart < 0 || stream.recordStart > open {
      if !infoRange.isEmpty, infoRange.upperBound <= open, !isInfoCompared {
        isInfoCompared = true
        isInfoUntouched =
          RTFFingerprint.of(bytes[infoRange]) == wanted
      }
      return
    }
    guard !stream.isCompared else { return }
    stream.isCompared = true
    let covered = bytes[stream.recordStart..<open]
    stream.isUntouched = RTFFingerprint.of(covered) == wanted
  }
}
