import PersistentObjects

extension StoreModel {
  /// Returns a class and its superclasses, the most general one first.
  ///
  /// Throws `invalidModel` if a superclass is missing or classes inherit from each other.
  func lineage(of classModel: ClassModel) throws -> [ClassModel] {
    var lineage = [classModel]
    while let name = lineage[0].superclass {
      guard let superclass = self.classModel(named: name) else {
        throw invalid("its superclass \(name) is not in the model", classModel)
      }
      if lineage.contains(where: { $0.table == superclass.table }) {
        throw invalid("it inherits from itself", classModel)
      }
      lineage.insert(superclass, at: 0)
    }
    return lineage
  }

  /// Returns whether a class may have subclasses.
  func isOpen(_ classModel: ClassModel) -> Bool {
    !(classModel.isFinal ?? !classes.contains { $0.inherits(from: classModel) })
  }

  private func invalid(_ message: String, _ classModel: ClassModel) -> PersistenceError {
    PersistenceError(.invalidModel, message, context: .init(className: classModel.name))
  }
}

extension ClassModel {
  /// Returns whether the superclass, which is given by its name or its table, is a class.
  func inherits(from classModel: ClassModel) -> Bool {
    superclass == classModel.name || superclass == classModel.table
  }
}
