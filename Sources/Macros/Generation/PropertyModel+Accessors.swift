extension PropertyModel {
  /// The accessors that replace the stored property's own.
  ///
  /// - Parameter index: the expression for the property's index.
  func accessors(index: String) -> [String] {
    let accessors = [initAccessor, getter(index), setter(index)]
    return type.isTrivial ? accessors : accessors + [modifier(index)]
  }

  private var initAccessor: String {
    """
    @storageRestrictions(initializes: \(storage.source))
    init(initialValue) {
      \(storage.source) = \(stored("initialValue"))
    }
    """
  }

  private func getter(_ index: String) -> String {
    guard !isPlain else { return "get { \(storage.source) }" }
    return """
      get {
        \(loadIfNeeded(index))
        return \(Generated.module)._current(\(storage.source))
      }
      """
  }

  private func setter(_ index: String) -> String {
    """
    set {
      \(noteChange(index))
      \(storage.source) = \(stored("newValue"))
    }
    """
  }

  /// The accessor for changes in place, which saves a copy of the value.
  private func modifier(_ index: String) -> String {
    guard !isPlain else {
      return """
        _modify {
          \(noteChange(index))
          yield &\(storage.source)
        }
        """
    }
    return """
      _modify {
        \(loadIfNeeded(index))
        \(noteChange(index))
        \(Generated.module)._materialize(&\(storage.source))
        yield &\(storage.source).loaded
      }
      """
  }

  private func loadIfNeeded(_ index: String) -> String {
    "if \(storage.source).isFault { \(Generated.object).load(self, \(index)) }"
  }

  private func noteChange(_ index: String) -> String {
    let restore = "{ $0.\(storage.source) = $1 }"
    return "\(Generated.object).willChange(self, \(index), \(storage.source)) \(restore)"
  }
}
