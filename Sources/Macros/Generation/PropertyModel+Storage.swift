extension PropertyModel {
  /// The private property that holds the value.
  ///
  /// It does not repeat a default value, which is either the default of a parameter, or is set by
  /// the generated initializer, or is passed to the init accessor by the compiler. Only the
  /// implicit nil of an optional must be written, and a placeholder for a time or a version that
  /// the engine sets.
  var storageDeclaration: String {
    let type = isPlain ? type.text : slotType
    return "\(exclusivity)private var \(storage.source): \(type)\(implicitValue)"
  }

  /// The attribute of a trivial value or a slot, which needs no check for overlapping accesses: it
  /// is never changed in place, and is only copied or swapped. Such a check would slow each getter
  /// and setter, and with it a getter copies a whole value of which one field is used. It is
  /// marked safe for the same reason: in a module with strict memory safety, each access would be
  /// a warning that the user cannot silence.
  private var exclusivity: String {
    isPlain && !type.isTrivial ? "" : "@safe @exclusivity(unchecked)\n"
  }

  /// The type of the slot of a property that may be loaded later.
  var slotType: String { "\(Generated.module)._Slot<\(type.text)>" }

  private var implicitValue: String {
    guard defaultValue == nil else { return "" }
    if isEngines { return " = \(type.text)()" }
    if isDerived && type.isCollection { return " = .init([])" }
    guard type.isOptional else { return "" }
    return isPlain ? " = nil" : " = .init(nil)"
  }

  /// Returns a value of the property in the form in which the storage holds it.
  func stored(_ value: String) -> String {
    isPlain ? value : "\(Generated.module)._Slot(\(value))"
  }
}
