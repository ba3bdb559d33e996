/// What queries ask of their session: the plans of other classes that they reach.
struct PlanSource {
  /// The plan of a class, whose table is in order.
  let plan: (EntityDescription) throws -> EntityPlan
  /// A class and all its subclasses that rows may belong to, the class itself first. An abstract class is
  /// not among them; one at least is.
  let family: (EntityDescription) throws -> [EntityDescription]
  let registry: CodecRegistry

  /// A plan that has the properties of a class: its own, or that of a subclass if it has none.
  func planOfFamily(_ entity: EntityDescription) throws -> EntityPlan {
    try plan(entity.isAbstract ? family(entity)[0] : entity)
  }
}
