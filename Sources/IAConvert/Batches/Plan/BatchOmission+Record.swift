internal import IAFiles

extension BatchOmission {
  /// Creates an omission from its record.
  init(record: [UInt8]) {
    let parts = record.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    path = parts.first.map { PathBytes.string(from: $0) } ?? ""
    renamed = parts.count > 1 ? PathBytes.string(from: parts[1]) : nil
    reason = Reason.allCases.first { $0.code == record.first } ?? .unreadable
  }

  /// The bytes that represent the omission.
  var record: [UInt8] {
    var record = [reason.code] + PathBytes.bytes(of: path)
    if let renamed { record += [0] + PathBytes.bytes(of: renamed) }
    return record
  }
}

extension BatchOmission.Reason {
  /// The byte that represents the reason in a record.
  var code: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}
