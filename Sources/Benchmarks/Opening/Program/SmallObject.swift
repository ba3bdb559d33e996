import PersistentObjects

/// What the hundred classes have in common, so that all can be treated alike.
protocol SmallObject: PersistentObject {
  init()
  var number: Int { get set }
}
