/// What queries ask of their session: the plans of other classes that they reach.
struct PlanSource {
  /// The plan of a class, whose table is in order.
  let plan: (EntityDescription) throws -> EntityPlan
  /// A class and all its subclasses that rows may belong to, the class itself first.
  let family: (EntityDescription) throws -> [EntityDescription]
  let registry: CodecRegistry
}
