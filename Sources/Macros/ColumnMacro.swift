import SwiftSyntaxMacros

/// `@Column`: an attribute that `@Persistent` reads.
enum ColumnMacro: MarkMacro {}
