import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_LeavesSession`: makes the object leave its session before the body of a `deinit` runs.
///
/// `@Persistent` adds it to the `deinit` that a class declares; other classes get a generated
/// `deinit`.
enum LeavesSessionMacro: BodyMacro {
  /// Formatting is disabled, since generated code is already formatted.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    ["\(raw: Generated.leaving)"] + (declaration.body.map { Array($0.statements) } ?? [])
  }
}
