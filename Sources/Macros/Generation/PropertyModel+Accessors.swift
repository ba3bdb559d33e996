extension PropertyModel {
  /// Returns the accessors that replace the stored property's own.
  ///
  /// - Parameters:
  ///   - index: the expression for the property's index among all of its object's properties.
  ///   - initializes: whether initializers of the program may set the property. Without an init
  ///     accessor, the compiler drops the default value of the declaration.
  func accessors(_ index: String, initializes: Bool) -> [String] {
    if column.isVersion { return [initAccessor, getter(index), refusedSetter] }
    let setter = mayRefer ? relatingSetter(index) : setter(index)
    let accessors = (initializes ? [initAccessor] : []) + [getter(index), setter]
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
        return \(Generated.module)._current(&\(storage.source))
      }
      """
  }

  /// The setter of a version. The compiler refuses to call it; a writable key path can call it,
  /// which changes nothing.
  private var refusedSetter: String {
    """
    @available(*, unavailable, message: "the engine counts the version with each save")
    set {
    }
    """
  }

  private func setter(_ index: String) -> String {
    """
    set {
      \(noteChange(index))
      \(replacing)
    }
    """
  }

  private func relatingSetter(_ index: String) -> String {
    """
    set {
      let related = \(relatedBefore(index))
      \(noteChange(index))
      \(replacing)
      \(relate(index))
    }
    """
  }

  /// Returns the accessor for changes in place, which saves a copy of the value.
  private func modifier(_ index: String) -> String {
    guard !isPlain else {
      return """
        _modify {
          \(Generated.object).willChangeInPlace(self, at: \(index))
          defer { \(Generated.object).didChangeInPlace() }
          yield &\(storage.source)
        }
        """
    }
    return """
      _modify {
        \(loadIfNeeded(index))\(mayRefer ? "\n  let related = \(relatedBefore(index))" : "")
        \(noteChange(index))
        var lent = \(Generated.object).lend(&\(storage.source))
        defer {
          \(Generated.object).takeBack(&lent, into: &\(storage.source))\(
            mayRefer ? "\n    \(relate(index))" : "")
        }
        \(Generated.module)._materialize(&lent)
        yield &lent.loaded
      }
      """
  }

  // A property that may refer to objects reports those that it referred to before and after a
  // change.

  private func relatedBefore(_ index: String) -> String {
    "\(Generated.object).related(self, \(index))"
  }

  private func relate(_ index: String) -> String {
    "if let related { \(Generated.object).relate(self, \(index), related) }"
  }

  private func loadIfNeeded(_ index: String) -> String {
    "if \(storage.source).isFault { \(Generated.object).load(self, \(index)) }"
  }

  private func noteChange(_ index: String) -> String {
    "\(Generated.object).willChange(self, at: \(index))"
  }

  /// The statement that stores a new value. An old value that may hold objects is released only
  /// after the access to the property has ended: the `deinit` of such an object may run any code,
  /// even code that reads the property.
  private var replacing: String {
    guard isPlain else { return "\(storage.source).replace(newValue)" }
    return type.mayRefer
      ? "_ = \(Generated.module)._exchange(&\(storage.source), with: newValue)"
      : "\(storage.source) = newValue"
  }
}
