public import PersistentObjects

// Classes with inheritance, and references to classes with subclasses.

/// A class with subclasses.
@Persistent open class Animal {
  public var name: String
  public var mate: Animal?
  @Transient public var life = Lifetime()
  public static let indices: [Index<Animal>] = [[\.name]]
}

/// A subclass with its own property and collection.
@Persistent public final class Dog: Animal {
  public var tricks: [String] = []
  public var weight: Double = 0

  public init(name: String, tricks: [String] = []) {
    self.tricks = tricks
    super.init(name: name)
  }
}

/// A subclass that adds nothing to the table.
@Persistent public final class Cat: Animal {
  public var isTame: Bool = true

  public init(name: String) { super.init(name: name) }
}

/// A class that refers to any animal.
@Persistent public final class Keeper {
  public var name: String
  public var pet: Animal?
  public var herd: [Animal] = []
  @Transient public var life = Lifetime()
}
