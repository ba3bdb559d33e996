import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_LeavesSession`: has the object leave its session before the body of a `deinit` runs.
///
/// `@Persistent` puts it on the `deinit` that a class declares; other classes are given one.
enum LeavesSessionMacro: BodyMacro {
  /// Generated code is laid out already.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    ["\(raw: Generated.leaving)"] + (declaration.body.map { Array($0.statements) } ?? [])
  }
}
