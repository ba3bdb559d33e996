package import PersistentObjectsDriver

// The grammar of the statements for tables that tenants share:
//
//   secured = ALTER TABLE name ENABLE ROW LEVEL SECURITY
//           | CREATE POLICY persistent_tenant ON name
//             USING (_persistent_tenant::text = current_setting('persistent.tenant', true))
//   spread  = SELECT create_distributed_table('name', '_persistent_tenant')
//           | SELECT create_reference_table('name')
extension PostgresDialect {
  /// Row-level security, and the distribution by Citus, as the configuration asks for them.
  package func sharing(_ table: String, by tenant: ColumnDefinition?) -> [String] {
    let name = Self.literal(quoted(table))
    guard let tenant else {
      return spreadsTenants ? ["SELECT create_reference_table(\(name))::text"] : []
    }
    let column = quoted(tenant.name)
    let spread = [
      "SELECT create_distributed_table(\(name), \(Self.literal(tenant.name)), colocate_with => 'default')::text"
    ]
    let secured = [
      "ALTER TABLE \(quoted(table)) ENABLE ROW LEVEL SECURITY",
      """
      CREATE POLICY persistent_tenant ON \(quoted(table)) \
      USING (\(column)::text = current_setting('\(Self.tenantVariable)', true))
      """,
    ]
    return (spreadsTenants ? spread : []) + (hasRowSecurity ? secured : [])
  }

  /// Returns the statement that tells the server the tenant of a transaction, as the text of its
  /// column's type.
  func tenantSetting(_ tenant: StoredValue, of type: ColumnType) -> String {
    let value = typed(native(SQLText(literal(tenant)), type), type).sql(self)
    return "SELECT set_config('\(Self.tenantVariable)', (\(value))::text, true)"
  }

  private static let tenantVariable = "persistent.tenant"
}
