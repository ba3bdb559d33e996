import PersistentObjects

/// Opens a file through this package.
struct EngineOpening {
  private let store: Store
  private let classes: [any SmallObject.Type]

  init(path: String, _ classes: [any SmallObject.Type]) throws {
    // Converting an array as a whole would look up each class at run time.
    store = try Store(path: path, classes: classes.map { $0 })
    self.classes = classes
  }

  func close() { store.close() }

  func run(_ work: String) throws -> Int {
    switch work {
    case "makeFile": try makeFile()
    case "firstObject": try sum(of: Array(classes.prefix(1)))
    case "eachClass": try sum(of: classes)
    default: throw UsageError()
    }
  }

  private func makeFile() throws -> Int {
    try store.blocking.transaction { session in
      var sum = 0
      for (index, type) in classes.enumerated() {
        let object = type.init()
        object.number = index + 1
        try session.insert(object)
        sum += object.number
      }
      try session.save()
      return sum
    }
  }

  private func sum(of classes: [any SmallObject.Type]) throws -> Int {
    try store.blocking.session { session in
      try classes.reduce(0) { try $0 + number($1, session) }
    }
  }

  private func number<Object: SmallObject>(_: Object.Type, _ session: Session) throws -> Int {
    try Object.findByPK(1, in: session)?.number ?? 0
  }
}
