import PersistentObjectsDriver

extension SQLFunction {
  /// The functions with which queries compute.
  static let standard: [SQLFunction] =
    ArithmeticOperator.allCases.map(\.onIntegers)
    + ArithmeticOperator.allCases.filter { $0 != .remainder }.flatMap {
      [$0.onReals, $0.onTexts(.decimal), $0.onTexts(.duration)]
    } + NumberFunctions.all + TextFunction.allCases.compactMap(\.function) + DateFunctions.all
}
