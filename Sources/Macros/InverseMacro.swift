import SwiftSyntaxMacros

/// `@Inverse`: an attribute that `@Persistent` reads.
enum InverseMacro: MarkMacro {}
