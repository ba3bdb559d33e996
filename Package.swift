// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The folder of the SwiftSyntax libraries that ship inside the evaluating toolchain, or nil.
///
/// `libPackageDescription.so` is mapped into this very process and lies in the toolchain, so the
/// process's memory map tells where the toolchain is, wherever it was installed.
let toolchainHost: String? = {
  let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
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

let syntaxLibraries = [
  "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftParser", "SwiftDiagnostics",
  "SwiftBasicFormat", "SwiftCompilerPluginMessageHandling",
]

let macros: Target
var dependencies: [Package.Dependency] = []

if let host = toolchainHost {
  macros = .macro(
    name: "PersistentObjectsMacros",
    path: "Sources/Macros",
    swiftSettings: [.unsafeFlags(["-I", host])],
    linkerSettings: [
      .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])
    ] + syntaxLibraries.map { .linkedLibrary($0) }
  )
} else {
  // A toolchain without SwiftSyntax inside: the public package, in the version of the compiler.
  dependencies = [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"604.0.0")
  ]
  macros = .macro(
    name: "PersistentObjectsMacros",
    dependencies: [
      .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
    ],
    path: "Sources/Macros"
  )
}

let package = Package(
  name: "PersistentObjects",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PersistentObjects", targets: ["PersistentObjects"]),
    .executable(name: "demo", targets: ["demo"]),
  ],
  dependencies: dependencies,
  targets: [
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "PersistentObjectsEngine", path: "Sources/Engine"),
    .target(
      name: "PersistentObjectsCodecs",
      dependencies: ["PersistentObjectsEngine", "CZlib"],
      path: "Sources/Codecs"),
    .target(
      name: "PersistentObjectsSQLite",
      dependencies: ["PersistentObjectsEngine", "CSQLite"],
      path: "Sources/SQLite"),
    macros,
    .target(
      name: "PersistentObjects",
      dependencies: [
        "PersistentObjectsEngine", "PersistentObjectsCodecs", "PersistentObjectsSQLite",
        "PersistentObjectsMacros",
      ],
      path: "Sources/PersistentObjects"),
    .executableTarget(name: "demo", dependencies: ["PersistentObjects"], path: "Sources/Demo"),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + [.swiftLanguageMode(.v6)]
}
