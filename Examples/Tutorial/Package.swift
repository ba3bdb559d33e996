// swift-tools-version: 6.2
import PackageDescription

let objects = Target.Dependency.product(name: "PersistentObjects", package: "PersistentObjects")
let postgres = Target.Dependency.product(
  name: "PersistentObjectsPostgreSQL", package: "PersistentObjects")

let package = Package(
  name: "Tutorial",
  dependencies: [.package(name: "PersistentObjects", path: "../..")],
  targets: (1...9).map { .executableTarget(name: "Chapter\($0)", dependencies: [objects]) } + [
    .testTarget(name: "Chapter7Tests", dependencies: ["Chapter7", objects]),
    .executableTarget(name: "Chapter10", dependencies: [objects, postgres]),
  ]
)
