import PersistentObjectsEngine

/// Makes a class persistent: its stored properties become columns, its objects can be saved and
/// found.
///
/// ```swift
/// @Persistent final class Person {
///   var firstName: String
///   var age: Int = 0
///   var nickNames: [String] = []
///   @Transient var isSelected = false
///   static let indices: [Index<Person>] = [[\.firstName]]
/// }
/// // CREATE TABLE person (pk INTEGER PRIMARY KEY, first_name TEXT, …)
/// ```
///
/// It adds:
/// * the conformance to ``PersistentObject``, and accessors that note changes;
/// * an initializer with a parameter for each property, unless the class declares a designated one.
///   Properties with a default value, and optionals, may be left out; private properties with a
///   default value have no parameter. A subclass that adds persistent properties declares its own
///   initializer, since a macro cannot see what it inherits; one that adds none inherits those of
///   its superclass;
/// * `findBy…` for each property that is not a collection: `Person.findByAge(7)` on the main actor,
///   `Person.findByAge(7, in: session)` anywhere. Called on a subclass they find its objects only;
/// * `snapshot`, a value that can leave the session: all properties, and `pk`. A subclass that adds
///   persistent properties has another one with its name, such as `employeeSnapshot`, with all of
///   them.
///
/// An abstract class has no table and no objects except those of its subclasses, which have all
/// that it declares. So a file that a tool regenerates can be kept apart from your own:
///
/// ```swift
/// @Persistent(abstract: true) class _Person {     // _Person.swift
///   var name: String
///   var boss: Person?
/// }
/// @Persistent final class Person: _Person {       // Person.swift
///   var initial: Character? { name.first }
/// }
/// // CREATE TABLE person (pk INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES person …)
/// ```
///
/// `Person(name: "Joe")`, `\Person.name`, `Person.where { $0.boss.name == "Eve" }` then work as if
/// `Person` declared the properties. Finders and queries of `_Person` return the objects of all its
/// subclasses. Saving an object of an abstract class itself, or finding one by its primary key,
/// throws `invalidModel`. See the page Objects of the documentation.
///
/// Every stored `var` is persistent, except those marked ``Transient()``; computed and static ones
/// are not. A type may be left out if the default value shows it: `var age = 0`, `var made =
/// Date()`. Private properties are stored like others; members are generated with the access level
/// of the class or of the property, whichever is lower.
///
/// If the class has a `static let indices`, the database keeps them. In a class whose subclasses
/// have indices too, make it `private`, since Swift cannot override it.
///
/// `static let rules` are checked before a save, and methods such as `willSave()` and `didLoad()`
/// in the body of the class are called: see the page Objects of the documentation. An object leaves
/// its session before the body of its `deinit` runs: there, a reference or collection that was not
/// read yet is nil or empty, and changes are not saved.
///
/// Limits, reported at the place concerned: the class cannot be generic, local to a function, or
/// isolated to a global actor (where that is the module's default, write `nonisolated class`). A
/// superclass must be persistent too, or have an `init` without parameters. It cannot have the name
/// of a type that the macro knows by its spelling, such as `Data`, or that the generated code
/// names, such as `Snapshot`. No two properties may differ in the case of the first letter only,
/// since they would share finders. Operators that a protocol requires go into an extension; `==`
/// compares identity. No other macro that writes accessors, such as `@Observable`, can be on the
/// class.
///
/// - Parameters:
///   - table: the table's name; the default is the class's name in lower case with underscores:
///     `order_line` for `OrderLine`, `http_server` for `HTTPServer`.
///   - renamedFrom: the table's name in older files; such a table is renamed at the first use.
///   - abstract: whether the class has no table and no objects except those of its subclasses; the
///     literal true or false.
@attached(member, conformances: PersistentObject, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: PersistentObject, Hashable)
public macro Persistent(
  table: String? = nil, renamedFrom: String? = nil, abstract: Bool = false
) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistentMacro")

/// Configures the column of a persistent property: its name, its index, and the effect of deletions
/// on a reference.
///
/// ```swift
/// @Column("colour") var color: String
/// @Column(renamedFrom: "surname") var lastName: String
/// // ALTER TABLE person RENAME COLUMN surname TO last_name
/// @Column(unique: true) var email: String
/// // CREATE UNIQUE INDEX unique_person_email ON person (email)
/// @Column(onDelete: .cascade) var author: Person
/// // author INTEGER REFERENCES person (pk) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
/// ```
///
/// - Parameters:
///   - name: the column's name, a string literal; the default is the property's in lower case with
///     underscores: `home_url` for `homeURL`. It must be unique within a class, regardless of case.
///   - unique: whether no two objects of the class may have the same value; the literal true or
///     false. nil means the default. The database keeps a unique index.
///   - indexed: whether the database keeps an index of the column; the literal true or false.
///     Indices of several properties, with an order or a condition, are declared with ``Index``.
///   - renamedFrom: the column's name in older files; such a column is renamed at the first use.
///   - onDelete: what happens to a reference when its target is deleted. By default an optional
///     reference becomes nil, a required one restricts the deletion, and an element leaves its
///     collection. A file with another rule is updated.
///   - deletesTargets: whether deleting an object also deletes the objects that this reference or
///     collection refers to.
@attached(peer)
public macro Column(
  _ name: String? = nil, unique: Bool = false, indexed: Bool = false, renamedFrom: String? = nil,
  onDelete: DeleteRule? = nil, deletesTargets: Bool = false
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?` whenever an object is saved.
///
/// ```swift
/// @Column(.createdAt) var made: Date
/// @Column("changed_at", .updatedAt) var changed: Date?
/// ```
///
/// The time is that of the transaction, the same for all objects that it saves, read from the clock
/// of the store's configuration. If the transaction fails, the former time returns. A `Date` needs
/// no initial value, and the generated initializer has no parameter for it.
///
/// - Parameters:
///   - name: the column's name.
///   - timestamp: the kind of time.
///   - renamedFrom: the column's name in older files; such a column is renamed at the first use.
@attached(peer)
public macro Column(
  _ name: String, _ timestamp: TimestampRole, renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?` whenever an object is saved: `@Column(.createdAt)`. See
/// the form with a name.
@attached(peer)
public macro Column(_ timestamp: TimestampRole, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?`, stored by a codec of its own, whenever an object is
/// saved.
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ name: String, _ timestamp: TimestampRole, codec: Codec, renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?`, stored by a codec of its own, whenever an object is
/// saved.
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ timestamp: TimestampRole, codec: Codec, renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine count in an `Int`, `Int64` or `Int32` how often an object was saved, and check
/// with each update and deletion that the row is still the one that was read.
///
/// ```swift
/// @Column(.version) var version: Int
/// // UPDATE person SET age = ?1, version = ?2 WHERE pk = ?3 AND coalesce(version, 0) = ?4
/// ```
///
/// If another session or program has changed or deleted the row since, a `conflict` error is thrown
/// and nothing is written. The version of a new object is 0, and 1 once it is saved; each save that
/// writes its row, or rows of its collections, increments it. Rows older than the property have
/// version 0, as do those in which it is NULL. The version cannot be set, and the generated
/// initializer has no parameter for it. A class has at most one, its own or an inherited one. See
/// the page Objects of the documentation.
///
/// - Parameters:
///   - name: the column's name.
///   - version: marks the property as the version.
///   - renamedFrom: the column's name in older files; such a column is renamed at the first use.
@attached(peer)
public macro Column(_ name: String, _ version: VersionRole, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine count in an integer how often an object was saved: `@Column(.version)`. See the
/// form with a name.
@attached(peer)
public macro Column(_ version: VersionRole, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Chooses the codec of one persistent property, in preference to those of the store and the type.
///
/// ```swift
/// @Column(codec: HexColor()) var favourite: Color?
/// ```
///
/// The codec's value is the property's type, or the wrapped type if it is optional; nil is NULL and
/// does not reach the codec. A collection with its own codec is kept in one column.
///
/// - Parameters:
///   - name: the column's name; the default is the property's in lower case with underscores.
///   - codec: an expression that makes the codec. It is evaluated once.
///   - unique: whether no two objects of the class may have the same stored value.
///   - indexed: whether the database keeps an index of the column.
///   - renamedFrom: the column's name in older files; such a column is renamed at the first use.
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ name: String? = nil, codec: Codec, unique: Bool = false, indexed: Bool = false,
  renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes a property the other side of a stored reference or collection: it holds the objects that
/// refer to this one. Only the stored side is in the database; both are kept in step in memory.
///
/// ```swift
/// @Persistent final class Customer {
///   @Inverse(\Order.customer) var orders: [Order] = []
/// }
/// @Persistent final class Order {
///   var customer: Customer?
/// }
/// // order.customer = joe        → joe.orders contains order
/// // joe.orders.append(order)    → order.customer is joe
/// ```
///
/// The type is `[Order]` or `Set<Order>`, or `Order?` if at most one object refers to this one. It
/// is read at its first use, for all objects of the fetch in one statement, and follows later
/// changes in the session. An array is in the order of keys, with new objects at the end. The
/// property is in no snapshot and no initializer, and cannot be searched; search the stored side
/// instead. Naming a dictionary, or a collection of collections, is `invalidModel` at the first use
/// of the class.
///
/// - Parameter source: the stored reference, array or set, in the class of this property's objects.
@attached(peer)
public macro Inverse<Source: PersistentObject, Value>(_ source: KeyPath<Source, Value>) =
  #externalMacro(module: "PersistentObjectsMacros", type: "InverseMacro")

/// Keeps a stored property out of the database.
///
/// It needs a default value (an optional has one), which an object has when it is loaded. Such a
/// property may be what a persistent one may not: `let`, `lazy`, `weak`, observed, wrapped, of any
/// type.
@attached(peer)
public macro Transient() =
  #externalMacro(module: "PersistentObjectsMacros", type: "TransientMacro")

/// Adds the accessors and the storage of a persistent property.
/// ``Persistent(table:renamedFrom:abstract:)`` adds it; it is not for other uses.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), suffixed(_storage))
public macro _Persisted(_ index: Int) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistedMacro")

/// Makes an object leave its session before the body of its `deinit` runs.
/// ``Persistent(table:renamedFrom:abstract:)`` adds it; it is not for other uses.
@attached(body)
public macro _LeavesSession() =
  #externalMacro(module: "PersistentObjectsMacros", type: "LeavesSessionMacro")
