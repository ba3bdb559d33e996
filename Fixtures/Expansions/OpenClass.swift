@Persistent open class Person {
  open var firstName: String
  public private(set) var age: Int = 0
  package var note: String?
  fileprivate var hidden: Double
  private var secret: Secret = .one
  private enum Secret: Int { case one, two }
}
