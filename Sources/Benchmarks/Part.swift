/// What `--all` measures beside the phases.
enum Part: String, CaseIterable {
  case children, identity, growth, concurrency, opening, index

  init(option: String?) throws {
    guard let part = option.flatMap(Self.init(rawValue:)) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(description: "--only takes one of \(names)")
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
