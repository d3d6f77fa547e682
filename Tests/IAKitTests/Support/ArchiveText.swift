import Foundation
import IABytes
import IAFiles
import IAFormats
import IAKit
import IAText

/// Keyed archives as XML, built from the given objects.
enum ArchiveText {
  /// Returns an archive of objects, numbered from 1; by default the first is the root.
  static func archive(_ objects: [String], root: String = uid(1), more: String = "") -> [UInt8] {
    let list = (["<string>$null</string>"] + objects).joined(separator: "\n")
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$version</key><integer>100000</integer>
      <key>$top</key><dict><key>root</key>\(root)</dict>
      <key>$objects</key><array>
      \(list)
      </array>\(more)
      </dict></plist>
      """.utf8)
  }

  static func uid(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  /// Returns an object with fields and the number of its class.
  static func object(_ fields: [(String, String)], class number: Int) -> String {
    let all = fields + [("$class", uid(number))]
    return "<dict>" + all.map { "<key>\($0.0)</key>\($0.1)" }.joined() + "</dict>"
  }

  static func list(_ numbers: [Int]) -> String {
    "<array>" + numbers.map(uid).joined() + "</array>"
  }

  /// Returns the definition of a class.
  static func type(_ name: String, _ chain: [String]? = nil) -> String {
    let names = (chain ?? [name, "NSObject"]).map { "<string>\($0)</string>" }.joined()
    return "<dict><key>$classname</key><string>\(name)</string>"
      + "<key>$classes</key><array>\(names)</array></dict>"
  }

  static func text(_ text: String) -> String { "<string>\(text)</string>" }

  /// Reads an archive.
  static func read(
    _ bytes: [UInt8], strict: Bool = false, limits: Limits = .standard
  ) throws -> ReadResult {
    try KitReader().read(
      BytesSource(bytes), options: ReadOptions(limits: limits, isStrict: strict))
  }
}
