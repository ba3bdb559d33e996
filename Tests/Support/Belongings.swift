public import PersistentObjects

// Classes that refer to objects of any class.

/// A class that may refer to anything.
@Persistent public final class Label {
  public var text: String
  public var owner: (any PersistentObject)?
  @Transient public var life = Lifetime()
}

/// A class with a required reference to anything.
@Persistent public final class Receipt {
  public var number: Int
  public var payer: any PersistentObject
  @Transient public var life = Lifetime()
}
