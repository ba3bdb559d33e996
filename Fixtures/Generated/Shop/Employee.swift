import Foundation
import PersistentObjects

@Persistent(table: "staff", renamedFrom: "workers") class Employee: _Employee {
  // Yours: rules, hooks and methods. This file is not written again.
}
