import PersistentObjectsEngine

extension SQLFunction {
  /// The functions with which queries compute.
  static let standard: [SQLFunction] =
    ArithmeticOperator.allCases.map(\.onNumbers)
    + [NumberKind.decimal, .duration].flatMap { kind in
      ArithmeticOperator.allCases.filter { $0 != .remainder }.map { $0.onTexts(kind) }
    } + NumberFunctions.all + TextFunction.allCases.compactMap(\.function) + DateFunctions.all
}
