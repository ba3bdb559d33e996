// inherits
@Persistent class Employee: Person {
// expected-error@19 {{this class needs an 'init' of its own, since a macro cannot see what 'Person' needs}}
// fix-it {{add an 'init'}}
// | 
// |   init(salary: Decimal, boss: Employee? = nil, <#inherited parameters#>) {
// |     self.salary = salary
// |     self.boss = boss
// |     super.init(<#inherited arguments#>)
// |   }
  var salary: Decimal
  var boss: Employee?
  @Column(.updatedAt) var changed: Date
  @Inverse(\Employee.boss) var team: [Employee]
}
@Persistent class Manager: Employee {
  convenience init() { self.init() }
}
