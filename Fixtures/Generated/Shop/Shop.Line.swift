import Foundation
import PersistentObjects

extension Shop {
  @Persistent final class Line: _Line {
    // Yours: rules, hooks and methods. This file is not written again.
  }
}
