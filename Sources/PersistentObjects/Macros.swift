import PersistentObjectsEngine

/// Makes a class persistent: its stored properties become columns, and its objects can be saved and found.
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
/// * the conformance to ``PersistentObject``, and accessors that track changes;
/// * an initializer with a parameter for each property, unless the class declares a designated one. Properties with a
///   default value, and optionals, may be omitted; private properties with a default value are not parameters. A
///   subclass with persistent properties of its own declares its initializers, since a macro cannot see what it
///   inherits; one without inherits those of its superclass;
/// * `findBy…`, `findFirstBy…` and `countBy…` for each property except collections: `Person.findByAge(7)` on the main
///   actor, `Person.findByAge(7, in: session)` anywhere. They are a ``Finder``, a ``FirstFinder`` and a
///   ``CountFinder``. Called on a subclass, they find only its objects;
/// * `snapshot`, a value that can leave the session, with all properties and `pk`. A subclass with persistent properties
///   of its own has another one with its name, such as `employeeSnapshot`, which includes them.
///
/// An abstract class has no table, and its objects are those of its subclasses, which have everything that it declares.
/// So a generated file can stand beside one of your own:
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
/// `Person(name: "Joe")`, `\Person.name` and `Person.where { $0.boss.name == "Eve" }` then work as if `Person` declared the
/// properties. Finders and queries of `_Person` return the objects of all its subclasses. Saving an object of an abstract
/// class itself, or finding one by its primary key, is `invalidModel`. See the page Objects of the documentation.
///
/// Every stored `var` is persistent, except those marked ``Transient()``; computed and static ones are not. The type may
/// be omitted if the default value determines it: `var age = 0`, `var made = Date()`. Private properties are stored like
/// others; members are generated with the access level of the class or of the property, whichever is lower.
///
/// The database keeps the indices in a `static let indices` of the class. If subclasses have indices, too, make it
/// `private`, since Swift cannot override it.
///
/// The rules in a `static let rules` are checked before a save, and hooks such as `willSave()` and `didLoad()` in the body
/// of the class are called: see the page Objects of the documentation. An object leaves its session before the body of
/// its `deinit` runs: there, an unread reference or collection is nil or empty, and changes are not saved.
///
/// Limits, each with a diagnostic: the class cannot be generic, local to a function, or isolated to a global actor (if
/// that is the module's default, write `nonisolated class`). A superclass must be persistent, too, or have an `init`
/// without parameters. The class cannot have the name of a type that the macro recognises by its spelling, such as
/// `Data`, or that the generated code uses, such as `Snapshot`. Two properties may not differ only in the case of the
/// first letter, since they would share finders. Operators that a protocol requires go into an extension; `==` compares
/// identity. The class cannot have another macro that writes accessors, such as `@Observable`.
///
/// - Parameters:
///   - table: the table's name; by default the class's name in lower case with underscores, so that `OrderLine` becomes
///     `order_line` and `HTTPServer` becomes `http_server`.
///   - renamedFrom: the table's name in older files; such a table is renamed when it is met.
///   - abstract: whether the class has no table, and only the objects of its subclasses; true or false.
@attached(member, conformances: PersistentObject, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: PersistentObject, Hashable)
public macro Persistent(
  table: String? = nil, renamedFrom: String? = nil, abstract: Bool = false
) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistentMacro")

/// Sets the name and the index of a persistent property's column, and the delete rule of a reference.
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
///   - name: the column's name; by default the property's in lower case with underscores, so that `homeURL` becomes
///     `home_url`. A string literal; the names of a class's columns must differ, regardless of case.
///   - unique: whether the values of all objects of the class must differ; true or false. Any number may be nil. The
///     database keeps a unique index.
///   - indexed: whether the database keeps an index of the column; true or false. Indices of several
///     properties, with an order or a condition, are declared with ``Index``.
///   - renamedFrom: the column's name in older files; such a column is renamed when it is met.
///   - onDelete: what happens to a reference when the object referred to is deleted. By default an optional reference
///     becomes nil, a required one restricts the deletion, and an element leaves its collection. A file with another
///     rule is changed.
///   - deletesTargets: whether the objects that this reference or collection refers to are deleted
///     together with the object that has it.
@attached(peer)
public macro Column(
  _ name: String? = nil, unique: Bool = false, indexed: Bool = false, renamedFrom: String? = nil,
  onDelete: DeleteRule? = nil, deletesTargets: Bool = false
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Has the engine set a `Date` or `Date?` whenever an object is saved.
///
/// ```swift
/// @Column(.createdAt) var made: Date
/// @Column("changed_at", .updatedAt) var changed: Date?
/// ```
///
/// The time is that of the transaction, the same for everything that it saves, read from the clock of the store's
/// configuration. It is undone with a transaction that fails. A `Date` needs no default value, and is not a parameter of
/// the generated initializer.
///
/// - Parameters:
///   - name: the column's name.
///   - timestamp: which time it is.
///   - renamedFrom: the column's name in older files; such a column is renamed when it is met.
@attached(peer)
public macro Column(
  _ name: String, _ timestamp: TimestampRole, renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Has the engine set a `Date` or `Date?` whenever an object is saved: `@Column(.createdAt)`. See the
/// form with a name.
@attached(peer)
public macro Column(_ timestamp: TimestampRole, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Has the engine set a `Date` or `Date?`, stored by a codec of its own, whenever an object is saved.
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ name: String, _ timestamp: TimestampRole, codec: Codec, renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Has the engine set a `Date` or `Date?`, stored by a codec of its own, whenever an object is saved.
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ timestamp: TimestampRole, codec: Codec, renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Has the engine count in an `Int`, `Int64` or `Int32` how often an object was saved, and ask with each
/// update and deletion whether the row is still the one that was read.
///
/// ```swift
/// @Column(.version) var version: Int
/// // UPDATE person SET age = ?1, version = ?2 WHERE pk = ?3 AND coalesce(version, 0) = ?4
/// ```
///
/// A row that somebody else has changed or deleted meanwhile is a `conflict` error, and nothing is
/// written. The version of a new object is 0, and 1 once it is saved; each save that writes its row, or
/// rows of its collections, counts on. Rows that were there before the property have version 0, and so
/// have those in which it is NULL. The version cannot be set, and is no parameter of the generated
/// initializer. A class has one at most, its own or an inherited one. See the page Objects of the
/// documentation.
///
/// - Parameters:
///   - name: the column's name.
///   - version: that it is the version.
///   - renamedFrom: the column's name in older files; such a column is renamed when it is met.
@attached(peer)
public macro Column(_ name: String, _ version: VersionRole, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Has the engine count in an integer how often an object was saved: `@Column(.version)`. See the form
/// with a name.
@attached(peer)
public macro Column(_ version: VersionRole, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Chooses the codec of one persistent property, before any that the store or the type would give.
///
/// ```swift
/// @Column(codec: HexColor()) var favourite: Color?
/// ```
///
/// The codec's value is the property's type, or what that wraps if it is optional; nil is NULL
/// without the codec being asked. A collection with a codec of its own is kept in one column.
///
/// - Parameters:
///   - name: the column's name; without it the property's in lower case with underscores.
///   - codec: an expression that makes the codec. It is evaluated once.
///   - unique: whether no two objects of the class may have the same stored value.
///   - indexed: whether the database keeps an index of the column.
///   - renamedFrom: the column's name in older files; such a column is renamed when it is met.
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ name: String? = nil, codec: Codec, unique: Bool = false, indexed: Bool = false,
  renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes a property the other side of a stored reference or collection: the objects that refer to this
/// one by it. Only the stored side is in the database; both are kept in step in memory.
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
/// The type is `[Order]` or `Set<Order>`, or `Order?` where one object at most refers to this one. It is
/// read at its first use, for all objects of the fetch in one statement, and follows what has changed in
/// the session since. An array is in the order of keys, with new objects at the end. The property is in
/// no snapshot, in no initializer and cannot be searched; what can be is the stored one. That it names a
/// dictionary, or a collection of collections, is `invalidModel` at the first use of the class.
///
/// - Parameter source: the stored reference, array or set; its class is that of the objects here.
@attached(peer)
public macro Inverse<Source: PersistentObject, Value>(_ source: KeyPath<Source, Value>) =
  #externalMacro(module: "PersistentObjectsMacros", type: "InverseMacro")

/// Keeps a stored property out of the database.
///
/// It needs a default value (an optional has one), which an object has when it is loaded. Such a
/// property may be all that a persistent one may not: `let`, `lazy`, `weak`, observed, wrapped, of
/// any type.
@attached(peer)
public macro Transient() =
  #externalMacro(module: "PersistentObjectsMacros", type: "TransientMacro")

/// Adds the accessors of a persistent property. ``Persistent(table:renamedFrom:abstract:)`` puts it there; it
/// is not for use elsewhere.
///
/// - Parameters:
///   - position: the property's position among those that the class itself declares.
///   - initializes: whether there is an initializer that may set the property, or leave it at its default value.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
public macro _Persisted(_ position: Int, initializes: Bool = true) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistedMacro")

/// Has an object leave its session before the body of its `deinit` runs.
/// ``Persistent(table:renamedFrom:abstract:)`` puts it there; it is not for use elsewhere.
@attached(body)
public macro _LeavesSession() =
  #externalMacro(module: "PersistentObjectsMacros", type: "LeavesSessionMacro")
