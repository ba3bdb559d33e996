public import PersistentObjectsDriver

/// Checks that a driver does what `Documentation/Reference/Drivers.md` demands. Throws a
/// ``DriverVerificationError`` with a sentence for each promise that the driver breaks.
///
/// ```swift
/// import PersistentObjectsDriverTesting
/// import Testing
///
/// @Test func theDriverKeepsItsPromises() async throws {
///   try await verifyDriver(ShopDriver(database: "shop_test"))
/// }
/// ```
///
/// The database must be empty, and is empty again at the end. The function works with any test
/// library that reports thrown errors.
///
/// A driver whose calls do not return stops the suite. Set `DRIVER_TRACE` in the environment; then
/// the last line on standard error shows the promise that was being checked.
///
/// Throws `schemaMismatch` for a database that has tables, which it leaves as they are, `readOnly`
/// for one that cannot be written, and the driver's own error for one that cannot be opened.
///
/// If the tables of a check cannot be dropped, the suite stops there: they would break other
/// checks.
///
/// - Parameters:
///   - driver: the driver to check.
///   - options: the duties to check, and the place for a copy of the database.
/// - Returns: the number of checks, and those that were skipped.
@discardableResult
public func verifyDriver(
  _ driver: any Driver, options: DriverVerification = DriverVerification()
) async throws -> DriverVerificationResult {
  try await Verifier(driver: driver, options: options).run()
}
