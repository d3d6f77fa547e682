/// The frozen tables of the format, for those who compare them with the specification.
package enum FrozenTables {
  /// The code lengths of each table, one hexadecimal digit a symbol.
  package static var lengths: [String] { HuffmanLengths.tables }
}
