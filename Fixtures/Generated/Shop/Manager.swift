import Foundation
import PersistentObjects

@Persistent class Manager: _Manager {
  // Yours: rules, hooks and methods. This file is not written again.
}
