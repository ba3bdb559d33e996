import Foundation
import PersistentObjects

extension Shop {
  @Persistent final class Order: _Order {
    // Yours: rules, hooks and methods. This file is not written again.
  }
}
