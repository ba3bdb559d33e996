import SwiftSyntaxMacros

/// `@Column`: a mark that `@Persistent` reads.
enum ColumnMacro: MarkMacro {}
