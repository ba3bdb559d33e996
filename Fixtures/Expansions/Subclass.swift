// inherits
@Persistent public class Employee: Person {
  public var salary: Decimal = 0
  var boss: Employee?
  public init(salary: Decimal) {
    self.salary = salary
    super.init(firstName: "")
  }
}
