import PersistentObjects

/// The common members of the hundred classes, so that all can be used in the same way.
protocol SmallObject: PersistentObject {
  init()
  var number: Int { get set }
}
