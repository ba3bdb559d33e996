public import PersistentObjectsEngine

/// Checks that a driver does what `Documentation/Drivers.md` promises of it, and throws a
/// ``DriverVerificationError`` with a sentence for each promise that it breaks.
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
/// The database must be empty, and is empty again at the end. It works with any test library that
/// reports thrown errors.
///
/// A driver whose calls do not return stops the suite. Set `DRIVER_TRACE` in the environment, and the
/// last line on standard error shows the promise that was being checked.
///
/// Throws `schemaMismatch` for a database that has tables, which it leaves as they are, `readOnly` for
/// one that may not be written, and what the driver throws for one that cannot be opened.
///
/// - Parameters:
///   - driver: the driver to check.
///   - options: the duties to check, and the way to a copy of the database.
public func verifyDriver(
  _ driver: any Driver, options: DriverVerification = DriverVerification()
) async throws {
  try await Verifier(driver: driver, options: options).run()
}
