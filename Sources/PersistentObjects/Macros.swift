import PersistentObjectsEngine

/// Makes a class persistent: its stored properties become columns, and its objects can be saved and
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
/// The macro adds:
/// * the conformance to ``PersistentObject``, and accessors that track changes;
/// * an initializer with a parameter for each property, unless the class declares a designated one.
///   Properties with a default value, and optionals, may be omitted; private properties with a
///   default value are not parameters. A subclass with persistent properties of its own must
///   declare its initializers, since a macro cannot see what the class inherits; a subclass without
///   any inherits those of its superclass;
/// * `findBy…`, `findFirstBy…` and `countBy…` for each property except collections:
///   `Person.findByAge(7)` on the main actor, `Person.findByAge(7, in: session)` anywhere. They are
///   a ``Finder``, a ``FirstFinder`` and a ``CountFinder``. Called on a subclass, they find only
///   its objects;
/// * `snapshot`, a value with all properties and `pk` that can leave the session. A subclass with
///   persistent properties of its own has another snapshot, named after it, such as
///   `employeeSnapshot`, which includes them.
///
/// An abstract class has no table. Its objects are those of its subclasses, which have everything
/// that it declares. This lets a generated file stand beside one of your own:
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
/// `Person(name: "Joe")`, `\Person.name` and `Person.where { $0.boss.name == "Eve" }` then work as
/// if `Person` declared the properties. Finders and queries of `_Person` return the objects of all
/// its subclasses. Saving an object of an abstract class itself, or finding one by its primary key,
/// throws `invalidModel`. See the page Objects of the documentation.
///
/// Every stored `var` is persistent, except those marked ``Transient()``; computed and static ones
/// are not. The type may be omitted if the default value determines it: `var age = 0`,
/// `var made = Date()`. Private properties are stored like others. Members are generated with the
/// access level of the class or of the property, whichever is lower.
///
/// The database keeps the indices in a `static let indices` in the body of the class; one in an
/// extension is ignored. If subclasses have indices too, make it `private`, since Swift cannot
/// override it.
///
/// The rules in a `static let rules` in the body are checked before a save. Hooks such as
/// `willSave()` and `didLoad()` in the body are called: see the page Objects of the documentation.
/// An object leaves its session before the body of its `deinit` runs: there, an unread reference or
/// collection is nil or empty, and changes are not saved.
///
/// Limits, each with a diagnostic: the class cannot be generic, local to a function, or isolated to
/// a global actor (if that is the module's default, write `nonisolated class`). A superclass must
/// be persistent too, or have an `init` without parameters; if it has others beside that, the class
/// needs an `init` of its own that calls `super.init()`. The class cannot have the name of a
/// type that the macro recognizes by its spelling, such as `Data`, or that the generated code uses,
/// such as `Snapshot`. Two property names must not differ only in the case of their first letter,
/// since they would share finders. `Comparable` and its operators must be in an extension; `==`
/// compares identity. `Codable` is not derived: use `snapshot`, or write `init(from:)` and
/// `encode(to:)`. The class cannot have another macro that writes accessors, such as
/// `@Observable`.
///
/// - Parameters:
///   - table: the table's name; by default the class's name in lower case with underscores, so that
///     `OrderLine` becomes `order_line` and `HTTPServer` becomes `http_server`.
///   - renamedFrom: the table's names in older files, the latest first, such as `order_line` for a
///     class `OrderLine`; a table with such a name is renamed when the engine finds it.
///   - abstract: whether the class has no table, and only the objects of its subclasses; true or
///     false.
@attached(member, conformances: PersistentObject, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: PersistentObject, Equatable, Hashable)
public macro Persistent(
  table: String? = nil, renamedFrom: String..., abstract: Bool = false
) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistentMacro")

/// Stores the properties of a struct in columns of their own, wherever a property or an element has
/// the struct as its type.
///
/// ```swift
/// @Embeddable struct Address {
///   var street: String
///   @Column(indexed: true) var city: String
///   var country: String? = nil
/// }
/// @Persistent final class Person {
///   var name: String
///   var home: Address
///   var work: Address?
/// }
/// // CREATE TABLE person (pk INTEGER PRIMARY KEY, name TEXT, home_street TEXT, home_city TEXT,
/// //   home_country TEXT, work_street TEXT, work_city TEXT, work_country TEXT)
/// Person.where { $0.home.city == "Bonn" }
/// ```
///
/// The macro makes the struct ``Embeddable``: each stored property becomes a field, with
/// ``Column(_:unique:indexed:renamedFrom:onDelete:deletesTargets:)`` for its name, index and codec.
/// A field may itself be embeddable. nil is told from a value by the first field that cannot be nil
/// or, if there is none, by a column with the property's name. `Codable` is neither needed nor
/// used.
///
/// A field cannot be a collection or refer to persistent objects. The struct cannot be generic, or
/// local to a function.
@attached(
  extension, conformances: Embeddable, _EmbeddableEnum, names: named(_Composite),
  named(compositeCodec), named(_cases), named(_Fields), named(init))
public macro Embeddable() =
  #externalMacro(module: "PersistentObjectsMacros", type: "EmbeddableMacro")

/// Sets the name and the index of a persistent property's column, and the delete rule of a
/// reference.
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
///   - name: the column's name, a string literal; by default the property's name in lower case with
///     underscores, so that `homeURL` becomes `home_url`. The names of a class's columns must
///     differ, regardless of case. The columns of a value that has several begin with it; an empty
///     name leaves that beginning out.
///   - unique: whether the values of all objects of the class must differ; true or false. Any
///     number of them may be nil. The database keeps a unique index.
///   - indexed: whether the database keeps an index of the column; true or false. Indices of
///     several properties, with an order or a condition, are declared with ``Index``.
///   - renamedFrom: the column's names in older files, the latest first, such as `last_name` for a
///     property `lastName`; a column with such a name is renamed when the engine finds it. Name all
///     that any file may have: `renamedFrom: "last_name", "surname"`.
///   - onDelete: what happens to a reference when the object that it refers to is deleted. By
///     default an optional reference becomes nil, a required one restricts the deletion, and an
///     element leaves its collection. A file with another rule is changed.
///   - deletesTargets: whether the objects that this reference or collection refers to are deleted
///     together with the object that has it.
@attached(peer)
public macro Column(
  _ name: String? = nil, unique: Bool = false, indexed: Bool = false, renamedFrom: String...,
  onDelete: DeleteRule? = nil, deletesTargets: Bool = false
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?` whenever an object is saved.
///
/// ```swift
/// @Column(.createdAt) var made: Date
/// @Column("changed_at", .updatedAt) var changed: Date?
/// ```
///
/// The time is that of the transaction, read from the clock of the store's configuration. It is the
/// same for everything that the transaction saves, and is undone if the transaction fails. A `Date`
/// needs no default value, and is not a parameter of the generated initializer.
///
/// - Parameters:
///   - name: the column's name.
///   - timestamp: which time is set.
///   - renamedFrom: the column's names in older files, such as `last_name` for a property
///     `lastName`; a column with that name is renamed when the engine finds it.
@attached(peer)
public macro Column(
  _ name: String, _ timestamp: TimestampRole, renamedFrom: String...
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?` whenever an object is saved. See the form with a name.
///
/// ```swift
/// @Column(.createdAt) var made: Date
/// ```
@attached(peer)
public macro Column(_ timestamp: TimestampRole, renamedFrom: String...) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?`, stored by a codec of its own, whenever an object is
/// saved.
///
/// ```swift
/// @Column("made_at", .createdAt, codec: DateAsTimestamp()) var made: Date
/// ```
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ name: String, _ timestamp: TimestampRole, codec: Codec, renamedFrom: String...
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine set a `Date` or `Date?`, stored by a codec of its own, whenever an object is
/// saved.
///
/// ```swift
/// @Column(.createdAt, codec: DateAsTimestamp()) var made: Date
/// ```
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ timestamp: TimestampRole, codec: Codec, renamedFrom: String...
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine count in an `Int`, `Int64` or `Int32` how often an object was saved, and check
/// with each update and deletion whether the row is still the one that was read.
///
/// ```swift
/// @Column(.version) var version: Int
/// // UPDATE person SET age = ?2, version = ?3 WHERE pk = ?1 AND coalesce(version, 0) = ?4
/// ```
///
/// If someone else has changed or deleted the row in the meantime, this throws `conflict`, and
/// nothing is written. The version of a new object is 0, and 1 once it is saved.
/// Each save that writes its row, or rows of its collections, increments it. Rows from before the
/// property was added have version 0, as do rows in which the column is NULL. The version cannot be
/// set, and is not a parameter of the generated initializer. A class has at most one version, its
/// own or an inherited one. See the page Objects of the documentation.
///
/// - Parameters:
///   - name: the column's name.
///   - version: the marker of the version, `.version`.
///   - renamedFrom: the column's names in older files, such as `last_name` for a property
///     `lastName`; a column with that name is renamed when the engine finds it.
@attached(peer)
public macro Column(_ name: String, _ version: VersionRole, renamedFrom: String...) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes the engine count in an integer how often an object was saved. See the form with a name.
///
/// ```swift
/// @Column(.version) var version: Int
/// ```
@attached(peer)
public macro Column(_ version: VersionRole, renamedFrom: String...) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Chooses the codec of one persistent property, in preference to those of the store and of the
/// type.
///
/// ```swift
/// @Column(codec: HexColor()) var favourite: Color?
/// ```
///
/// The codec's value must be the property's type, or the type that an optional property wraps; nil
/// is stored as NULL without calling the codec. A collection with a codec of its own is stored in
/// one column.
///
/// - Parameters:
///   - name: the column's name; by default the property's name in lower case with underscores.
///   - codec: an expression that makes the codec. It is evaluated once.
///   - unique: whether the stored values of all objects of the class must differ.
///   - indexed: whether the database keeps an index of the column.
///   - renamedFrom: the column's names in older files, such as `last_name` for a property
///     `lastName`; a column with that name is renamed when the engine finds it.
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ name: String? = nil, codec: Codec, unique: Bool = false, indexed: Bool = false,
  renamedFrom: String...
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Chooses a codec of several columns for one persistent property. See the form with a codec of one
/// column.
///
/// ```swift
/// @Column(codec: DateRangeCodec()) var stay: Range<Date>  // stay_lower TEXT, stay_upper TEXT
/// ```
@attached(peer)
public macro Column<Codec: CompositeCodec>(
  _ name: String? = nil, codec: Codec, unique: Bool = false, indexed: Bool = false,
  renamedFrom: String...
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// Makes a property the other side of a stored reference or collection: it holds the objects that
/// refer to this one. Only the stored side is in the database; both sides are kept in step in
/// memory.
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
/// The type is `[Order]` or `Set<Order>`, or `Order?` if at most one object refers to this one. The
/// property is read at its first use, with one statement for all objects of the fetch. From then on
/// it follows all changes in the session. An array is in the order of keys, with new objects at the
/// end. Conditions, counts and other aggregates can use the property, as in
/// `Customer.where { $0.orders.count > 3 }`. It is not in snapshots, copies or initializers. If the
/// stored property is a dictionary or a collection of collections, the first use of the class
/// throws `invalidModel`.
///
/// - Parameter source: the stored reference, array or set; its class is the class of the objects
///   here.
@attached(peer)
public macro Inverse<Source: PersistentObject, Value>(_ source: KeyPath<Source, Value>) =
  #externalMacro(module: "PersistentObjectsMacros", type: "InverseMacro")

/// Keeps a stored property out of the database.
///
/// ```swift
/// @Transient var isSelected = false
/// ```
///
/// The property needs a default value (an optional has one), which it has when an object is loaded.
/// It may be anything that a persistent property cannot be: `let`, `lazy`, `weak`, observed,
/// wrapped, or of any type.
@attached(peer)
public macro Transient() =
  #externalMacro(module: "PersistentObjectsMacros", type: "TransientMacro")

/// Adds the accessors of a persistent property. ``Persistent(table:renamedFrom:abstract:)`` adds
/// this macro; do not use it yourself.
///
/// - Parameters:
///   - position: the property's position among those that the class itself declares.
///   - initializes: whether there is an initializer that may set the property, or leave it at its
///     default value.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
public macro _Persisted(_ position: Int, initializes: Bool = true) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistedMacro")

/// Makes an object leave its session before the body of its `deinit` runs.
/// ``Persistent(table:renamedFrom:abstract:)`` adds this macro; do not use it yourself.
@attached(body)
public macro _LeavesSession() =
  #externalMacro(module: "PersistentObjectsMacros", type: "LeavesSessionMacro")
