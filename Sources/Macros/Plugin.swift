// The executable that the compiler starts to expand the macros of this package.

import SwiftSyntaxMacros

/// The macros of the plug-in.
var providedMacros: [any Macro.Type] {
  [
    PersistentMacro.self, PersistedMacro.self, ColumnMacro.self, TransientMacro.self,
    InverseMacro.self, LeavesSessionMacro.self, EmbeddableMacro.self,
  ]
}

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  @main
  struct Plugin: CompilerPlugin {
    var providingMacros: [any Macro.Type] { providedMacros }
  }
#else
  // Toolchains ship all of SwiftSyntax except `SwiftCompilerPlugin`, which only wraps the
  // following.
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  /// Finds a macro by the name that its declaration passes to `#externalMacro`.
  struct Provider: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      let macro = providedMacros.first { String(describing: $0) == typeName }
      guard let macro else { throw UnknownMacro(name: "\(moduleName).\(typeName)") }
      return macro
    }
  }

  /// The error for a macro that is not in ``providedMacros``.
  struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "the plug-in has no macro '\(name)'" }
  }

  @main
  struct Plugin {
    static func main() throws {
      let connection = try StandardIOMessageConnection()
      let listener = CompilerPluginMessageListener(connection: connection, provider: Provider())
      try listener.main()
    }
  }
#endif
