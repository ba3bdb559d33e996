/// The parts that are measured in addition to the phases.
enum Part: String, CaseIterable {
  case children, values, identity, growth, concurrency, opening, index
  /// The part that needs a server, so that it is measured only on request.
  case postgres

  /// The parts that `--all` measures.
  static let all = allCases.filter { $0 != .postgres }
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
    case .values: try ValueBenchmark.run(options)
    case .identity: try IdentityBenchmark.run(options)
    case .growth: try GrowthBenchmark.run(options)
    case .concurrency: try ConcurrencyBenchmark.run(options)
    case .opening: try OpeningBenchmark.run(options)
    case .index: try IndexBenchmark.run(options)
    case .postgres: try PostgresBenchmark.run(options)
    }
  }
}
