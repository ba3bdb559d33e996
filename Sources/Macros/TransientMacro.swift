import SwiftSyntaxMacros

/// `@Transient`: a mark that `@Persistent` reads.
enum TransientMacro: MarkMacro {}
