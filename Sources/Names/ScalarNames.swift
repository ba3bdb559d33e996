/// The types that the macros know by their spelling. All of them have standard codecs.
package enum ScalarNames {
  /// The types whose values are stored and copied without reference counting.
  package static let trivial: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double", "Bool", "Date", "UUID",
  ]

  /// The types that Foundation declares, and not Swift's own library.
  package static let foundation: Set = ["Data", "Date", "Decimal", "URL", "UUID"]

  /// All types.
  package static let all = trivial.union(foundation).union(["String"])
}
