import PersistentObjects

/// The common members of the hundred classes, so that all can be treated alike.
protocol SmallObject: PersistentObject {
  init()
  var number: Int { get set }
}
