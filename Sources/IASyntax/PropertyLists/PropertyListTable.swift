public import IABytes

/// A property list, binary or XML, checked and stored as one flat table.
///
/// Both forms give the same table: an XML dictionary with the single key `CF$UID` is a UID, as in
/// the binary form. Values that a binary list shares are shared here too. The reader never
/// recurses, follows no reference twice, reads no document type definition and supports no entities
/// except the five of XML. A cursor (`PropertyListValue`) cannot enter a cycle, and visiting
/// everything below it visits at most four times as many values as the list has objects and
/// references.
public final class PropertyListTable: Sendable {
  /// One value or key.
  struct Node {
    var kind: PropertyListValue.Kind
    /// The offset of the value in the input.
    var byteOffset: UInt32
    /// A range of `children`, `units` or `blobs`.
    var start: UInt32 = 0
    var count: UInt32 = 0
    /// The bits of a number, date, UID or Boolean value; for a string that is a key, its hash.
    var payload: UInt64 = 0
    /// Whether an integer is over `Int.max`.
    var isUnsigned = false
  }

  let nodes: [Node]
  /// The nodes of elements of arrays, and of alternating keys and values of dictionaries.
  let children: [UInt32]
  /// The texts of all strings.
  let units: [UInt16]
  /// The bytes of all data.
  let blobs: [UInt8]
  let rootIndex: Int

  /// Creates the table of a property list.
  ///
  /// - Parameters:
  ///   - bytes: The whole list, at most 4 GiB.
  ///   - limits: `inputBytes`, `depth` and `entries` (values and keys) apply.
  /// - Throws: `InputError` with one of the `plist.…` codes.
  /// - Complexity: O(*n*) time and space in the number of bytes.
  public init(_ bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    let maximum = min(limits.inputBytes, Int(UInt32.max) - 1)
    guard bytes.count <= maximum else {
      throw .exceeds(
        .plistLimit, limit: "inputBytes", maximum: maximum, seen: bytes.count, at: maximum)
    }
    let builder: PropertyListBuilder
    if bytes.starts(with: "bplist".utf8) {
      var parser = BinaryPropertyListParser(limits: limits)
      rootIndex = try parser.run(bytes.span)
      builder = parser.builder
    } else {
      var parser = XMLPropertyListParser(limits: limits)
      rootIndex = try parser.run(bytes.span)
      builder = parser.builder
    }
    nodes = builder.nodes
    children = builder.children
    units = builder.units
    blobs = builder.blobs
  }

  /// The number of values plus the number of children of containers.
  ///
  /// Clients that follow references of their own can limit their work relative to this number.
  public var entryCount: Int { nodes.count + children.count }

  /// The value of the whole list.
  public var root: PropertyListValue { PropertyListValue(table: self, index: rootIndex) }
}
