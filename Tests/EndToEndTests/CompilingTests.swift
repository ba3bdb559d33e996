import TestSupport
import Testing

/// Valid user code compiles without optimization and without a warning.
@Suite struct CompilingTests {
  private static let files = [
    "Circles.swift", "GenerationGap.swift", "InverseSets.swift", "LaterTypes.swift",
    "OddClasses.swift", "WithoutFoundation.swift",
  ]

  @Test(arguments: files) func compilesWithoutWarnings(_ file: String) throws {
    let (status, output) = try ClientCompiler("Compiling/\(file)").compile("-c", "-Onone", "-g")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test func theGenerationGapCompilesWithOptimization() throws {
    let (status, output) = try ClientCompiler("Compiling/GenerationGap.swift").compile("-c", "-O")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  /// The expansion warned in language mode 5 and with strict memory safety, and could not be
  /// silenced.
  @Test(arguments: ClientMode.all) func everyShapeCompilesInEachMode(_ mode: ClientMode) throws {
    let compiler = ClientCompiler(inPackage: "Tests/EndToEndTests/ClassShapes.swift")
    let (status, output) = try compiler.compile(in: mode, "-emit-sil")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test(.takesLong, arguments: ClientMode.single, ["OddClasses.swift", "GenerationGap.swift"])
  func compilesWithoutWarnings(in mode: ClientMode, _ file: String) throws {
    let (status, output) = try ClientCompiler("Compiling/\(file)").compile(in: mode, "-emit-sil")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test(.takesLong, arguments: ClientMode.all, files)
  func compilesWithoutWarningsAndAllFeatures(in mode: ClientMode, _ file: String) throws {
    let (status, output) = try ClientCompiler("Compiling/\(file)").compile(in: mode, "-emit-sil")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }
}
