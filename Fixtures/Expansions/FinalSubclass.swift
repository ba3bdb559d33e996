// inherits
@Persistent final class Manager: Staff.Employee {
  override var salary: Decimal { get { 0 } set {} }
  override init() { super.init() }
}
