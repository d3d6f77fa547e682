package import IABytes
package import IAText

extension ConversionReport {
  /// Adds the faults that a lenient reading tolerated.
  ///
  /// - Parameters:
  ///   - reading: The reading with the faults.
  ///   - dropped: The codes of faults whose value was dropped, in addition to that of unknown
  ///     members. Other faults count as repaired.
  package mutating func add(_ reading: FieldReading, dropped: Set<InputError.Code> = []) {
    for fault in reading.tolerated {
      add(
        Self.effect(of: fault.code, dropped), Self.feature(of: fault.code), Self.detail(of: fault),
        byteOffset: fault.byteOffset)
    }
    for (code, count) in reading.toleratedCounts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for _ in FieldReading.toleratedPerCode..<max(count, FieldReading.toleratedPerCode) {
        add(Self.effect(of: code, dropped), Self.feature(of: code))
      }
    }
  }

  private static func effect(
    of code: InputError.Code, _ dropped: Set<InputError.Code>
  ) -> ConversionNote.Effect {
    switch code {
    case .fieldUnknown: .dropped
    default: dropped.contains(code) ? .dropped : .repaired
    }
  }

  /// Returns the feature that a code names after its module prefix, or `invalidValue` if it names none.
  private static func feature(of code: InputError.Code) -> DocumentFeature {
    if code == .fieldUnknown { return .unknownMember }
    let name = code.rawValue.split(separator: ".").last.map(String.init)
    return name.flatMap(DocumentFeature.init) ?? .invalidValue
  }

  /// Returns the detail of a fault; it starts with the code if the feature does not identify the fault.
  private static func detail(of fault: InputError) -> String {
    guard feature(of: fault.code) == .invalidValue else { return fault.detail }
    let code = fault.code.rawValue
    return fault.detail.isEmpty ? code : "\(code): \(fault.detail)"
  }
}
