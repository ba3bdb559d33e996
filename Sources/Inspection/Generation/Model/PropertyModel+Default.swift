import PersistentObjects
import PersistentObjectsEngine

extension PropertyModel {
  /// The reason why the property's codec cannot read its default value; nil if it can, if there is
  /// no default, or if the codec is not a standard one.
  var defaultMisfit: String? {
    guard !type.isCollection, let value = defaultValue?.value, value != .null,
      let codec = codec ?? CodecModel(of: type.unwrapped), codec.type == nil,
      let known = CodecExpression.known(codec)
    else { return nil }
    do {
      _ = try known.value(of: value)
      if codec.name != "integer" || isInRange(value) { return nil }
      return "its default value is out of the range of \(type.unwrapped)"
    } catch {
      return """
        its default value is not a stored \(type.unwrapped): \(PersistenceError.clause(of: error))
        """
    }
  }

  /// Whether an integer is one of the type's.
  private func isInRange(_ value: StoredValue) -> Bool {
    guard case .named(let name) = type.unwrapped, case .integer(let integer) = value,
      let range = DefaultExpression.integers[name]
    else { return true }
    return range.contains(integer)
  }
}
