internal import IABytes
internal import IAFormats
internal import IAHiddenData
internal import IAText

extension RTFParser {
  // MARK: Hidden data

  /// Starts a destination of hidden data, or skips its group.
  mutating func beginHidden(_ word: RTFWord.Destination, isText: Bool) {
    let isInEquation = groups.current.destination == .capture && destinations.equation.isOpen
    groups.current.destination = .skip
    guard isText || word == .iaf || word == .iatex && isInEquation, !hidden.isIgnored else {
      return
    }
    // Inside a note or a field, the word must not replace what its group ends.
    guard case .none = groups.current.ending else { return }
    switch word {
    case .iap: groups.current.ending = .record
    case .iaf: groups.current.ending = .fingerprint
    case .iao: groups.current.ending = .order
    case .iaobj: groups.current.ending = .attachment
    case .iablob: groups.current.ending = .blob
    case .iatex: if isInEquation { groups.current.ending = .tex }
    default: document.noteAbsence()
    }
  }

  /// Decodes the hidden data of a group that ends.
  mutating func endHidden(_ closed: RTFGroup, _ bytes: Span<UInt8>) {
    let end = tokenizer.isCutOff ? tokenizer.offset : tokenizer.offset - 1
    let content = RTFHiddenGroup.content(from: closed.start, to: end, in: bytes)
    switch closed.ending {
    case .record:
      let packed = try? Base64.decode(content.span)
      let hidden = packed.flatMap { try? HiddenParagraph(packed: $0) }
      if hidden == nil {
        report.add(.dropped, .damagedHiddenData, "record", byteOffset: closed.start)
      }
      document.stream.record = .init(hidden: hidden, byteOffset: tokenizer.offset)
    case .fingerprint:
      if let wanted = UInt64(String(decoding: content, as: UTF8.self), radix: 16) {
        compare(wanted, before: closed.start, bytes)
      }
    case .order: document.stream.order = Int(String(decoding: content, as: UTF8.self))
    case .attachment:
      if let number = Int(String(decoding: content, as: UTF8.self)) { placeObject(number, bytes) }
    case .blob:
      if let blob = try? Base64.decode(content.span) {
        document.attachments.insert(blob)
      } else {
        report.add(.dropped, .attachment, "damaged", byteOffset: closed.start)
      }
    case .tex:
      if let tex = try? Base64.decode(content.span) {
        destinations.equation.state(String(decoding: tex, as: UTF8.self))
      }
    default: break
    }
  }

  /// Compares the paragraph, or the information, before an offset with a fingerprint.
  ///
  /// Each is compared only with the first fingerprint after it, so that many fingerprints do not
  /// take quadratic time.
  private mutating func compare(_ wanted: UInt64, before offset: Int, _ bytes: Span<UInt8>) {
    guard let record = document.stream.record, record.byteOffset <= offset else {
      return destinations.information.compare(wanted, before: offset, in: bytes)
    }
    guard !record.isCompared else { return }
    let covered = bytes.extracting(record.byteOffset..<offset)
    document.stream.record?.isCompared = true
    document.stream.record?.isUntouched = RTFHiddenGroup.fingerprint(of: covered) == wanted
  }
}
