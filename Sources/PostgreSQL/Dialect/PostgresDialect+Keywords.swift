extension PostgresDialect {
  /// The words that cannot be names everywhere, according to `pg_get_keywords()` of PostgreSQL 15,
  /// and those that later versions have added.
  static let keywords = Set(
    """
    all analyse analyze and any array as asc asymmetric authorization between bigint binary bit \
    boolean both case cast char character check coalesce collate collation column concurrently \
    constraint create cross current_catalog current_date current_role current_schema current_time \
    current_timestamp current_user dec decimal default deferrable desc distinct do else end except \
    exists extract false fetch float for foreign freeze from full grant greatest group grouping \
    having ilike in initially inner inout int integer intersect interval into is isnull join lateral \
    leading least left like limit localtime localtimestamp national natural nchar none normalize not \
    notnull null nullif numeric offset on only or order out outer overlaps overlay placing position \
    precision primary real references returning right row select session_user setof similar smallint \
    some substring symmetric system_user table tablesample then time timestamp to trailing treat \
    trim true union unique user using values varchar variadic verbose when where window with \
    xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot \
    xmlserialize xmltable
    """.split(separator: " ").map(String.init)
  ).union(writingWords.map { $0.lowercased() })

  /// The words for statements that write, `SELECT … INTO` and an explained `CREATE TABLE … AS`
  /// included. The server takes some of them for names, too, but these are quoted, so that each one
  /// without quotes belongs to such a statement.
  static let writingWords: Set = ["INSERT", "UPDATE", "DELETE", "MERGE", "INTO", "CREATE"]
}
