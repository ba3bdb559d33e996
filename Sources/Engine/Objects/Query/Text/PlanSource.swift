import PersistentObjectsCodec
import PersistentObjectsDriver

/// The plans of other classes, which queries get from their session.
struct PlanSource {
  /// Returns the plan of a class whose table is up to date.
  let plan: (EntityDescription) throws -> EntityPlan
  /// Returns a class and all its subclasses that rows may belong to: at least one, with the class
  /// itself first. An abstract class is not included.
  let family: (EntityDescription) throws -> [EntityDescription]
  let registry: CodecRegistry
  let dialect: any Dialect

  /// Returns a plan with the properties of a class: its own plan, or that of a subclass if it has
  /// none.
  func planOfFamily(_ entity: EntityDescription) throws -> EntityPlan {
    try plan(entity.isAbstract ? family(entity)[0] : entity)
  }
}
