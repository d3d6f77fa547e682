package import IABytes
internal import IALegacy
package import IASyntax
package import IAText

/// The source system's dictionary as JSON.
extension JSONValue: LegacyValue {
  package var isArray: Bool { kind == .array }

  package var isDictionary: Bool { kind == .object }

  package func requireInteger() throws(InputError) -> Int {
    try requireInteger(in: .min ... .max)
  }

  package func smallIntegers(upTo maximum: UInt8) -> [UInt8]? {
    guard let integers = try? requireIntegers(),
      integers.allSatisfy({ $0 >= 0 && $0 <= maximum })
    else { return nil }
    return integers.map(UInt8.init)
  }

  package func url(_ reading: inout FieldReading) throws(InputError) -> String? {
    try optionalText(&reading)
  }

  package func animation(
    _ reading: inout FieldReading
  ) throws(InputError) -> AnimationParameters {
    try AnimationParameters(json: self, reading: &reading)
  }

  /// Whether JSON can represent objects of the source system; `false`, because their representation is unknown.
  package static var hasObjects: Bool { false }

  package func objectAttachment(
    _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment? { nil }
}
