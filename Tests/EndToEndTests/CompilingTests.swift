import Testing

/// Valid user code compiles without optimization and without a warning.
@Suite struct CompilingTests {
  @Test(arguments: [
    "Circles.swift", "GenerationGap.swift", "InverseSets.swift", "LaterTypes.swift",
    "OddClasses.swift",
  ])
  func compilesWithoutWarnings(_ file: String) throws {
    let (status, output) = try ClientCompiler("Compiling/\(file)").compile("-c", "-Onone", "-g")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test func theGenerationGapCompilesWithOptimization() throws {
    let (status, output) = try ClientCompiler("Compiling/GenerationGap.swift").compile("-c", "-O")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }
}
