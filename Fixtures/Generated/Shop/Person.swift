import Foundation
import PersistentObjects

/// Somebody who buys.
///
/// Kept for ten years.
@Persistent class Person: _Person {
  // Yours: rules, hooks and methods. This file is not written again.
}
