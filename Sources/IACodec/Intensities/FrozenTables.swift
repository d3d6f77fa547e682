/// The frozen tables of the format, for comparison with the specification.
package enum FrozenTables {
  /// The code lengths of each table, one hexadecimal digit a symbol.
  package static var lengths: [String] { HuffmanLengths.tables }
}
