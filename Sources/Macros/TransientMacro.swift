import SwiftSyntaxMacros

/// `@Transient`: an attribute that `@Persistent` reads.
enum TransientMacro: MarkMacro {}
