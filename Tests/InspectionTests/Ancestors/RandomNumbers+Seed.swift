import Foundation
import TestSupport

extension RandomNumbers {
  /// Makes numbers from a seed, which is printed and can be set with `ANCESTOR_SEED`.
  static func printed(_ name: String) -> RandomNumbers {
    let given = ProcessInfo.processInfo.environment["ANCESTOR_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...999_999_999)
    print("\(name): ANCESTOR_SEED=\(seed)")
    return RandomNumbers(seed: seed)
  }
}
