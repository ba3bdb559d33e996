package import PersistentObjectsNames

extension StandardNaming {
  /// Returns the name of a type for a name in SQL or of a codec: `OldOrder` for `old_order`,
  /// `HexColor` for `hex-color`.
  package static func typeName(of name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let joined = words.map { String($0).capitalizedFirst }.joined()
    return SwiftName.identifier(like: joined, fallback: "Stored")
  }
}
