import SwiftSyntax
import SwiftSyntaxMacros

/// `@_LeavesSession`: makes the object leave its session before the body of a `deinit` runs.
///
/// `@Persistent` adds it to the `deinit` that a class declares; other classes get a generated one.
enum LeavesSessionMacro: BodyMacro {
  /// Always disabled: generated code is already formatted.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    ["\(raw: Generated.leaving)"] + (declaration.body.map { Array($0.statements) } ?? [])
  }
}
