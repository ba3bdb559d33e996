/// One feature of the package, shown with the packages of the index.
@MainActor
protocol Chapter {
  var title: String { get }
  /// The explanation of the chapter, in a sentence or two.
  var explanation: String { get }

  func run(_ tour: Tour) throws
}
