import Testing

/// A way in which a package that uses this one may have its code compiled.
struct ClientMode: CustomTestStringConvertible {
  let testDescription: String
  let options: [String]

  private init(_ name: String, _ mode: ClientMode? = nil, _ options: String...) {
    self.init(name, options: (mode?.options ?? []) + options)
  }

  private init(_ name: String, options: [String]) {
    testDescription = name
    self.options = options
  }

  static let version6 = ClientMode("language mode 6", options: ["-swift-version", "6"])
  /// The mode of manifests with tools version 5, too.
  static let version5 = ClientMode("language mode 5", options: ["-swift-version", "5"])
  static let mainActor = ClientMode(
    "isolated to the main actor", version6, "-default-isolation", "MainActor")

  /// The features of later language modes, as `swiftc -print-supported-features` lists them.
  private static let upcomingFeatures = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "InferIsolatedConformances", "NonisolatedNonsendingByDefault", "ImmutableWeakCaptures",
  ]

  /// Each choice by itself.
  static let single =
    [
      version6, version5, mainActor,
      ClientMode("strict memory safety", version6, "-strict-memory-safety"),
      // Without the feature, this mode warns of each key path that a client writes.
      ClientMode(
        "language mode 5, complete checks", version5, "-strict-concurrency=complete",
        "-enable-upcoming-feature", "InferSendableFromCaptures"),
      ClientMode(
        "language mode 5, isolated to the main actor", version5, "-default-isolation", "MainActor"),
    ] + upcomingFeatures.map { ClientMode($0, version6, "-enable-upcoming-feature", $0) }

  /// All features, with strict memory safety.
  static let all = [version6, version5, mainActor].map { $0.withAllFeatures }

  private var withAllFeatures: ClientMode {
    var options = options + ["-strict-memory-safety"]
    for feature in Self.upcomingFeatures { options += ["-enable-upcoming-feature", feature] }
    return ClientMode("\(testDescription), all features", options: options)
  }
}
