import PersistentObjects

extension StoreModel {
  /// Returns a class and its superclasses, the most general one first. The model of a file lacks
  /// superclasses that have no table; the subclass then has their properties.
  ///
  /// Throws `invalidModel` if classes inherit from each other.
  package func lineage(of classModel: ClassModel) throws -> [ClassModel] {
    var lineage = [classModel]
    while let superclass = lineage[0].superclass.flatMap(self.classModel) {
      if lineage.contains(where: { $0.table == superclass.table }) {
        throw invalid("it inherits from itself", classModel)
      }
      lineage.insert(superclass, at: 0)
    }
    return lineage
  }

  /// Returns the table of a class's superclass, which names that class if the model lacks it.
  package func superclassTable(of classModel: ClassModel) -> String? {
    classModel.superclass.map { self.classModel(named: $0)?.table ?? $0 }
  }

  /// Returns whether a class may have subclasses.
  package func isOpen(_ classModel: ClassModel) -> Bool {
    !(classModel.isFinal ?? !classes.contains { $0.inherits(from: classModel) })
  }

  private func invalid(_ message: String, _ classModel: ClassModel) -> PersistenceError {
    PersistenceError(.invalidModel, message, context: .init(className: classModel.name))
  }
}

extension ClassModel {
  /// Returns whether the superclass, which is given by its name or its table, is a class.
  package func inherits(from classModel: ClassModel) -> Bool {
    superclass == classModel.name || superclass == classModel.table
  }
}
