internal import IABytes
internal import IASyntax

/// A keyed archive: a table of objects that refer to each other by number.
///
/// The table is not expanded. The class of each object is determined once, and references are followed one step at a
/// time. The followed references are counted, so that shared objects cannot cause more work than a multiple of the
/// input.
final class KeyedArchive {
  /// The properties of an object that are determined before it is read.
  enum Shape {
    /// The object that represents `nil`.
    case null
    /// A value without a class: a string, number, date, Boolean value, bytes, or a plain container.
    case plain
    /// An object of a class that is read.
    case object(ArchivedClass)
    /// An object of another class.
    case unknown(String)
  }

  private let objects: PropertyListElements
  private let shapes: [Shape]
  private let top: PropertyListMembers
  private var visitsLeft: Int
  private let visits: Int

  /// The amount of work that is always allowed, in values and units of text.
  private static let freeVisits = 1 << 24
  /// The key of the root object in most archives.
  private static let root = "root"

  /// Returns whether a property list is a keyed archive.
  static func isArchive(_ list: PropertyListValue) -> Bool {
    list.kind == .dictionary && list["$archiver"] != nil && list["$objects"] != nil
  }

  /// Creates an archive from the table of objects in a property list.
  ///
  /// - Throws: `InputError` if a required part of an archive is missing.
  /// - Complexity: O(values of the list).
  init(_ list: PropertyListValue, limits: Limits) throws(InputError) {
    let archiver = try Self.member("$archiver", of: list)
    let version = try Self.member("$version", of: list)
    guard archiver.text?.hasSuffix("KeyedArchiver") == true else {
      throw InputError(.kitArchive, at: archiver.byteOffset, detail: "not a keyed archiver")
    }
    guard version.integer == 100_000 else {
      throw InputError(.kitArchive, at: version.byteOffset, detail: "version")
    }
    objects = try Self.member("$objects", of: list).requireElements()
    top = try Self.member("$top", of: list).requireMembers()
    visits = 4 * list.table.entryCount + Self.freeVisits
    visitsLeft = visits
    shapes = try Self.shapes(of: objects, limits)
  }

  /// Returns the root object of the archive.
  func root() throws(InputError) -> KitValue {
    for key in [Self.root, "iaStringDictArchive"] {
      if let member = top.first(where: { $0.key.isText(key) }) { return try value(member.value) }
    }
    guard top.count == 1, let only = top.first else {
      throw InputError(.kitArchive, at: objects.first?.byteOffset ?? 0, detail: "no root")
    }
    return try value(only.value)
  }

  /// Returns a value, or the object to which it refers if it is a reference.
  func value(_ node: PropertyListValue) throws(InputError) -> KitValue {
    guard node.kind == .uid else { return KitValue(node: node, archive: self, shape: .plain) }
    guard let number = node.uid, number < objects.count else {
      throw InputError(.kitReference, at: node.byteOffset, detail: "\(objects.count) objects")
    }
    let object = objects[number]
    guard object.kind != .uid else {
      throw InputError(
        .kitReference, at: node.byteOffset, detail: "a reference to a reference",
        other: object.byteOffset)
    }
    return KitValue(node: object, archive: self, shape: shapes[number])
  }

  /// Adds an amount of work.
  ///
  /// - Throws: `iakit.expansion` if the total exceeds the limit.
  func spend(_ count: Int, at byteOffset: Int) throws(InputError) {
    visitsLeft -= count + 1
    guard visitsLeft >= 0 else {
      throw .exceeds(
        .kitExpansion, limit: "visits", maximum: visits, seen: visits - visitsLeft, at: byteOffset)
    }
  }

  private static func member(
    _ key: String, of list: PropertyListValue
  ) throws(InputError) -> PropertyListValue {
    guard let value = list[key] else {
      throw InputError(.kitArchive, at: list.byteOffset, detail: "no member \"\(key)\"")
    }
    return value
  }
}

extension KeyedArchive {
  /// Determines the class of each object.
  private static func shapes(
    of objects: PropertyListElements, _ limits: Limits
  ) throws(InputError) -> [Shape] {
    var shapes: [Shape] = []
    shapes.reserveCapacity(objects.count)
    // The class definitions by number, so that each is examined once; most archives have about ten.
    var known: [Int: Shape] = [:]
    for (number, object) in objects.enumerated() {
      guard object.kind == .dictionary else {
        let isNull = number == 0 && object.isText("$null")
        shapes.append(isNull ? .null : .plain)
        continue
      }
      guard object.count <= limits.attributes else {
        throw .exceeds(
          .kitMember, limit: "attributes", maximum: limits.attributes, seen: object.count,
          at: object.byteOffset)
      }
      guard let reference = object["$class"] else {
        shapes.append(.plain)
        continue
      }
      guard let index = reference.uid, index < objects.count else {
        throw InputError(.kitReference, at: reference.byteOffset, detail: "$class")
      }
      if let shape = known[index] {
        shapes.append(shape)
      } else {
        let shape = try shape(of: objects[index])
        known[index] = shape
        shapes.append(shape)
      }
    }
    return shapes
  }

  /// Returns the shape of the objects that a class definition describes.
  ///
  /// The class itself is used if it is supported, otherwise its nearest supported base class.
  private static func shape(of definition: PropertyListValue) throws(InputError) -> Shape {
    guard let name = definition["$classname"]?.text else {
      throw InputError(.kitClass, at: definition.byteOffset, detail: "no member \"$classname\"")
    }
    if let known = ArchivedClass(name: name) { return .object(known) }
    var isFirst = true
    for ancestor in definition["$classes"]?.elements.map({ Array($0.prefix(64)) }) ?? [] {
      guard let ancestorName = ancestor.text else {
        throw InputError(.kitClass, at: ancestor.byteOffset, detail: "$classes")
      }
      if isFirst, ancestorName != name {
        throw InputError(.kitClass, at: ancestor.byteOffset, detail: "$classes of another class")
      }
      isFirst = false
      if let known = ArchivedClass(name: ancestorName) { return .object(known) }
    }
    return .unknown(name)
  }
}
