/// The parts that `--all` measures beside the phases.
enum Part: String, CaseIterable {
  case children, identity, growth, concurrency, opening, index

  static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }

  init(option: String?) throws {
    guard let part = option.flatMap(Self.init(rawValue:)) else {
      throw UsageError(description: "--only takes one of \(Self.allNames)")
    }
    self = part
  }

  @MainActor
  func run(_ options: Options) throws -> [Table] {
    switch self {
    case .children: try ChildBenchmark.run(options)
    case .identity: try IdentityBenchmark.run(options)
    case .growth: try GrowthBenchmark.run(options)
    case .concurrency: try ConcurrencyBenchmark.run(options)
    case .opening: try OpeningBenchmark.run(options)
    case .index: try IndexBenchmark.run(options)
    }
  }
}
