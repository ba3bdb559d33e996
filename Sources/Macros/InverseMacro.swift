import SwiftSyntaxMacros

/// `@Inverse`: a mark that `@Persistent` reads.
enum InverseMacro: MarkMacro {}
