// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The folder of the SwiftSyntax libraries that ship with the toolchain that evaluates this
/// manifest, or nil.
///
/// `libPackageDescription.so` is mapped into this process and lies in the toolchain, so the
/// process's memory map tells where the toolchain is installed.
let toolchainHost: String? = {
  // Read in chunks to the end: `String(contentsOfFile:)` takes a short first read for the whole
  // file.
  let file = FileHandle(forReadingAtPath: "/proc/self/maps")
  let maps = String(decoding: file?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
  guard
    let line = maps.split(separator: "\n").first(where: {
      $0.hasSuffix("/libPackageDescription.so")
    }),
    let start = line.firstIndex(of: "/")
  else { return nil }
  let host = URL(fileURLWithPath: String(line[start...]))
    .appendingPathComponent("../../../host").standardized.path
  let module = host + "/SwiftSyntax.swiftmodule"
  return FileManager.default.fileExists(atPath: module) ? host : nil
}()

/// How the macros and their tests are built against SwiftSyntax: with the libraries in the
/// toolchain or, if it has none, with the public package in the version of the compiler.
struct Syntax {
  var packages: [Package.Dependency] = []
  var products: [Target.Dependency] = []
  var swiftSettings: [SwiftSetting] = []
  var linkerSettings: [LinkerSetting] = []

  /// - Parameters:
  ///   - toolchain: a module that only the toolchain has.
  ///   - package: the corresponding product of the package.
  init(toolchain: String, package: String) {
    let shared = [
      "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftParser", "SwiftDiagnostics",
      "SwiftBasicFormat",
    ]
    guard let host = toolchainHost else {
      packages = [
        .package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"604.0.0")
      ]
      products = (shared + [package]).map { .product(name: $0, package: "swift-syntax") }
      return
    }
    swiftSettings = [.unsafeFlags(["-I", host])]
    let search = ["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]
    linkerSettings = [.unsafeFlags(search)] + (shared + [toolchain]).map { .linkedLibrary($0) }
  }
}

let syntax = Syntax(
  toolchain: "SwiftCompilerPluginMessageHandling", package: "SwiftCompilerPlugin")
let syntaxOfTests = Syntax(
  toolchain: "SwiftSyntaxMacroExpansion", package: "SwiftSyntaxMacroExpansion")

let package = Package(
  name: "PersistentObjects",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PersistentObjects", targets: ["PersistentObjects"]),
    .library(name: "PersistentObjectsDriver", targets: ["PersistentObjectsDriver"]),
    .library(name: "PersistentObjectsCodec", targets: ["PersistentObjectsCodec"]),
    .library(
      name: "PersistentObjectsCodecTesting", targets: ["PersistentObjectsCodecTesting"]),
    .library(
      name: "PersistentObjectsDriverTesting", targets: ["PersistentObjectsDriverTesting"]),
    .library(name: "PersistentObjectsPostgreSQL", targets: ["PersistentObjectsPostgreSQL"]),
    .library(
      name: "PersistentObjectsInspection",
      targets: [
        "PersistentObjectsInspection", "PersistentObjectsTransfer", "PersistentObjectsGeneration",
        "PersistentObjectsReport", "PersistentObjectsAncestors",
      ]),
    .executable(name: "demo", targets: ["demo"]),
    .executable(name: "persist", targets: ["persist"]),
  ],
  dependencies: syntax.packages,
  targets: [
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CPostgreSQL", path: "Sources/CPostgreSQL"),
    .target(name: "PersistentObjectsDriver", path: "Sources/Engine/Driver"),
    .target(
      name: "PersistentObjectsCodec", dependencies: ["PersistentObjectsDriver"],
      path: "Sources/Engine/Codec"),
    .target(
      name: "PersistentObjectsConnections", dependencies: ["PersistentObjectsDriver"],
      path: "Sources/Engine/Connections"),
    .target(
      name: "PersistentObjectsSchema",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsCodec", "PersistentObjectsConnections",
      ],
      path: "Sources/Engine/Schema"),
    .target(
      name: "PersistentObjectsEngine",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsCodec", "PersistentObjectsConnections",
        "PersistentObjectsSchema", "PersistentObjectsNames",
      ],
      path: "Sources/Engine/Objects"),
    .target(name: "PersistentObjectsJSON", path: "Sources/JSON"),
    .target(
      name: "PersistentObjectsKeyedArchive", dependencies: ["CZlib"], path: "Sources/KeyedArchive"),
    .target(
      name: "PersistentObjectsCodecs",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsCodec", "PersistentObjectsKeyedArchive",
        "PersistentObjectsJSON",
      ],
      path: "Sources/Codecs"),
    .target(
      name: "PersistentObjectsSQLite",
      dependencies: ["PersistentObjectsDriver", "CSQLite"],
      path: "Sources/SQLite"),
    .target(
      name: "PersistentObjectsPostgreSQL",
      dependencies: ["PersistentObjects", "PersistentObjectsDriver", "CPostgreSQL"],
      path: "Sources/PostgreSQL"),
    .target(
      name: "PersistentObjectsCodecTesting",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsCodec", "PersistentObjectsConnections",
        "PersistentObjectsSQLite",
      ],
      path: "Sources/CodecTesting"),
    // What the macros and the inspection both know of names. It is also built for the compiler.
    .target(name: "PersistentObjectsNames", path: "Sources/Names"),
    .macro(
      name: "PersistentObjectsMacros",
      dependencies: syntax.products + ["PersistentObjectsNames"],
      path: "Sources/Macros",
      swiftSettings: syntax.swiftSettings,
      linkerSettings: syntax.linkerSettings),
    .target(
      name: "PersistentObjects",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsCodec", "PersistentObjectsConnections",
        "PersistentObjectsSchema", "PersistentObjectsEngine", "PersistentObjectsKeyedArchive",
        "PersistentObjectsCodecs", "PersistentObjectsSQLite", "PersistentObjectsMacros",
      ],
      path: "Sources/PersistentObjects"),
    .target(
      name: "PersistentObjectsDriverTesting",
      dependencies: [
        "PersistentObjects", "PersistentObjectsDriver", "PersistentObjectsConnections",
      ],
      path: "Sources/DriverTesting"),
    .target(
      name: "PersistentObjectsInspection",
      dependencies: ["PersistentObjects", "PersistentObjectsNames", "PersistentObjectsJSON"],
      path: "Sources/Inspection/Inspector"),
    .target(
      name: "PersistentObjectsTransfer",
      dependencies: [
        "PersistentObjectsInspection", "PersistentObjects", "PersistentObjectsNames",
        "PersistentObjectsJSON",
      ],
      path: "Sources/Inspection/Transfer"),
    .target(
      name: "PersistentObjectsGeneration",
      dependencies: [
        "PersistentObjectsTransfer", "PersistentObjectsInspection", "PersistentObjects",
        "PersistentObjectsNames",
      ],
      path: "Sources/Inspection/Generation"),
    .target(
      name: "PersistentObjectsReport",
      dependencies: ["PersistentObjectsInspection", "PersistentObjects"],
      path: "Sources/Inspection/Report"),
    .target(
      name: "PersistentObjectsAncestors",
      dependencies: [
        "PersistentObjectsTransfer", "PersistentObjectsInspection", "PersistentObjects",
        "PersistentObjectsNames",
      ],
      path: "Sources/Inspection/Ancestors"),
    .target(
      name: "PersistentObjectsCommandLine", dependencies: ["PersistentObjectsJSON"],
      path: "Sources/CommandLine"),
    .executableTarget(
      name: "persist",
      dependencies: [
        "PersistentObjectsCommandLine", "PersistentObjectsInspection", "PersistentObjectsTransfer",
        "PersistentObjectsGeneration",
        "PersistentObjectsReport", "PersistentObjectsAncestors", "PersistentObjects",
        "PersistentObjectsPostgreSQL",
      ],
      path: "Sources/Persist"),
    .executableTarget(
      name: "demo",
      dependencies: [
        "PersistentObjects", "PersistentObjectsPostgreSQL", "PersistentObjectsCommandLine",
      ],
      path: "Sources/Demo"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "PersistentObjects", "PersistentObjectsDriver", "PersistentObjectsKeyedArchive",
        "PersistentObjectsPostgreSQL", "CSQLite", "CPostgreSQL",
      ],
      path: "Sources/Benchmarks", exclude: ["Opening/Program"]),
    .testTarget(
      name: "SQLiteTests",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsConnections", "PersistentObjectsSchema",
        "PersistentObjectsEngine", "PersistentObjectsSQLite", "StrictDriver", "CSQLite",
        "TestSupport",
      ]),
    .testTarget(
      name: "CodecTests",
      dependencies: [
        "PersistentObjects", "PersistentObjectsDriver", "PersistentObjectsCodec",
        "PersistentObjectsConnections", "PersistentObjectsEngine", "PersistentObjectsKeyedArchive",
        "PersistentObjectsCodecs", "PersistentObjectsSQLite", "PersistentObjectsCodecTesting",
      ]),
    // Compiles the macros' sources itself, through a symbolic link. If it depended on the macros,
    // which are built for the compiler's machine, all other tests would be, too, and with them the
    // whole package a second time.
    .testTarget(
      name: "MacroTests",
      dependencies: syntaxOfTests.products + ["PersistentObjectsNames"],
      exclude: ["Macros/Plugin.swift"],
      swiftSettings: syntaxOfTests.swiftSettings,
      linkerSettings: syntaxOfTests.linkerSettings),
    .testTarget(
      name: "DemoTests",
      dependencies: [
        "demo", "PersistentObjectsCodecTesting", "PersistentObjectsCommandLine",
      ]),
    .testTarget(name: "BenchmarkTests", dependencies: ["benchmarks"]),
    .target(
      name: "StrictDriver",
      dependencies: ["PersistentObjectsDriver", "PersistentObjectsSQLite", "CSQLite"],
      path: "Tests/StrictDriver"),
    .target(
      name: "TestSupport",
      dependencies: [
        "PersistentObjects", "PersistentObjectsEngine", "StrictDriver",
        "PersistentObjectsPostgreSQL",
      ],
      path: "Tests/Support"),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsCodec", "PersistentObjectsConnections",
        "PersistentObjectsSchema", "PersistentObjectsEngine", "TestSupport", "StrictDriver",
        "PersistentObjects",
      ]),
    .testTarget(
      name: "EndToEndTests", dependencies: ["TestSupport", "PersistentObjects", "CSQLite"]),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "PersistentObjectsInspection", "PersistentObjectsTransfer", "PersistentObjectsGeneration",
        "PersistentObjectsReport", "PersistentObjectsAncestors", "PersistentObjectsNames",
        "PersistentObjectsJSON", "TestSupport", "CSQLite",
      ]),
    .testTarget(
      name: "PersistTests",
      dependencies: [
        "persist", "PersistentObjectsCommandLine", "PersistentObjectsInspection",
        "PersistentObjectsPostgreSQL", "TestSupport",
      ]),
    .testTarget(
      name: "DriverTests",
      dependencies: [
        "PersistentObjects", "PersistentObjectsDriverTesting", "PersistentObjectsDriver",
        "PersistentObjectsSQLite", "StrictDriver", "TestSupport",
      ]),
    .testTarget(
      name: "PostgreSQLTests",
      dependencies: [
        "PersistentObjectsPostgreSQL", "PersistentObjectsDriverTesting", "PersistentObjectsDriver",
        "PersistentObjectsConnections", "PersistentObjectsEngine",
        "PersistentObjectsInspection", "PersistentObjectsTransfer", "PersistentObjectsGeneration",
        "PersistentObjectsReport", "TestSupport",
      ]),
    .executableTarget(
      name: "crash-writer", dependencies: ["PersistentObjects"], path: "Tests/CrashWriter"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "PersistentObjectsDriver", "PersistentObjectsCodec", "PersistentObjectsKeyedArchive",
        "PersistentObjectsCodecs",
      ],
      path: "Tests/Fuzzing"),
    .target(name: "CAllocations", dependencies: ["CSQLite"], path: "Tests/CAllocations"),
    .executableTarget(
      name: "allocations", dependencies: ["PersistentObjects", "CAllocations"],
      path: "Tests/Allocations"),
    .executableTarget(name: "growth", dependencies: ["PersistentObjects"], path: "Tests/Growth"),
    .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/CFaults"),
    .executableTarget(
      name: "faults", dependencies: ["PersistentObjects", "TestSupport", "CFaults", "CSQLite"],
      path: "Tests/Faults"),
    .testTarget(
      name: "RandomTests", dependencies: ["PersistentObjects", "TestSupport", "crash-writer"]),
  ]
)

// A hundred classes that take long to compile; only `make bench-all` needs them.
if Context.environment["WITH_OPENING_BENCHMARK"] != nil {
  package.targets.append(
    .executableTarget(
      name: "opening", dependencies: ["PersistentObjects"],
      path: "Sources/Benchmarks/Opening/Program"))
}

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
