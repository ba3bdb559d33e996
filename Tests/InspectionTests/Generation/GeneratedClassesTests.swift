import Foundation
import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsInspection
import TestSupport
import Testing

/// Classes generated from files of real classes compile, open those files and read them.
@Suite struct GeneratedClassesTests {
  /// Groups of files. Each group becomes a module, whose classes do not hide one another.
  private static let groups = [["sampler", "curios", "firm", "people"], ["names"], ["empty"]]

  @Test(.timeLimit(.minutes(10)))
  func theyCompileWithoutWarningsAndOpenTheFilesWithNothingPending() async throws {
    let stores = try Originals.stores.map { try MadeStore($0.name, $0.codecs, $0.save) }
    defer { for store in stores { store.file.remove() } }
    // Once with the generation gap, and once as declarations.
    let programs = try Self.groups.flatMap { names in
      let group = stores.filter { names.contains($0.name) }
      return [try program(of: group, isGap: true)] + [try program(of: group, isGap: false)]
    }
    defer { for (program, _) in programs { program.remove() } }
    for (program, group) in programs { try await check(program, group) }
  }

  /// Compiles classes without opening their files: one has no file, and the first use would change
  /// the other's.
  @Test(.timeLimit(.minutes(10))) func goldenAndHostileClassesCompileWithoutWarnings() async throws
  {
    var hostile = StoreModel(classes: [])
    try TemporaryStore.run { store, session in
      try HostileFile.write(to: session)
      hostile = try ModelSource(path: store.path).model()
    }
    // With an underscore, these have other meanings in generated code.
    hostile.classes += ["Index", "Subclass", "Value"].map {
      ClassModel(
        name: $0, table: $0.lowercased(),
        properties: [PropertyModel(name: "text", type: .named("String"))])
    }
    hostile.classes.append(Self.counted)
    let golden = try ModelSource(path: GoldenFolder("Shop").model).model()
    for (model, rest) in [(golden, Self.goldenTypes), (hostile, "")] {
      let program = try ClientProgram()
      defer { program.remove() }
      try GeneratedFolder(program.path, model: model, templates: TemplateSet()).generate()
      try program.write("import PersistentObjects\n" + rest, to: "main.swift")
      let (status, output) = try await program.compile().finish()
      #expect(status == 0 && output.isEmpty, "\(output)")
    }
  }

  /// A subclass that adds a property, but no parameter.
  private static var counted: ClassModel {
    var version = PropertyModel(name: "version", type: .named("Int"))
    version.role = .version
    return ClassModel(
      name: "Counted", table: "counted", superclass: "Index", properties: [version])
  }

  @Test func aSubclassWithoutParametersOfItsOwnOverridesTheInitializer() throws {
    let text = PropertyModel(name: "text", type: .named("String"))
    let index = ClassModel(name: "Index", table: "index", properties: [text])
    let model = StoreModel(classes: [index, Self.counted])
    let source = try model.swiftDeclarations(templates: TemplateSet())
    #expect(source.contains("override init(text: String) {"), "\(source)")
  }

  private static let goldenTypes = """
    enum Suit: String, Codable { case hearts }
    struct Color: Hashable { var hex: String }
    struct HexColor: ColumnCodec {
      let identifier = CodecIdentifier("hex-color")
      let storage = StorageClass.text
      func encode(_ color: Color, into column: inout ColumnWriter) { column.write(color.hex) }
      func decode(from column: borrowing ColumnReader) throws -> Color { Color(hex: try column.text()) }
    }

    func use(_ session: PersistentObjects.Session) throws {
      let people: [Person] = try Person.findByLastName("Smith", in: session)
      let staff: [Employee] = try Employee.findByLastName("Smith", in: session)
      let others: [Manager] = try Manager.findByLastName(matching: "S%", in: session)
      let first: Employee? = try Employee.findFirstByLastName("Smith", in: session)
      let boss: Person? = people.first?.boss
      let orders: Set<Shop.Order>? = boss?.orders
      let manager = Manager(email: "m", lastName: "M", suits: [], deputy: staff[0])
      print(others, first as Any, orders as Any, manager.deputy, try Person.count(in: session))
    }
    @MainActor func useMain() throws {
      let people: [Person] = try Person.findByLastName("Smith")
      let staff: [Employee] = try Employee.findBySalary(3)
      print(people, staff)
    }
    """

  private func program(
    of group: [MadeStore], isGap: Bool
  ) throws -> (ClientProgram, [MadeStore]) {
    let program = try ClientProgram()
    var uses = ""
    for store in group {
      let model = try ModelSource(path: store.file.path).model()
      if isGap {
        try GeneratedFolder(program.path, model: model, templates: TemplateSet()).generate()
      } else {
        try program.write(
          model.swiftDeclarations(templates: TemplateSet()), to: "\(store.name).swift")
      }
      // A class that was never used has no table yet.
      let tables = try Set(InspectedFile(store.file.path).model.classes.map(\.table))
      let classes = model.classes.filter { tables.contains($0.table) }
        .map { "\($0.name.inBackticks).self" }.joined(separator: ", ")
      uses += "try check(\"\(store.name)\", [\(classes)])\n"
    }
    try program.write(Self.main + uses, to: "main.swift")
    return (program, group)
  }

  private func check(_ program: ClientProgram, _ group: [MadeStore]) async throws {
    let (status, output) = try await program.compile().finish()
    try #require(status == 0 && output.isEmpty, "\(output)")
    let copies = try group.map { try $0.file.copy() }
    defer { for copy in copies { copy.remove() } }
    let arguments = zip(group, copies).map { "\($0.name)=\($1.path)" }
    let result = try await program.run(arguments).finish()
    #expect(result.status == 0, "\(result.output)")
    for (store, copy) in zip(group, copies) {
      #expect(try InspectedFile(copy.path).checksum() == store.checksum, "\(store.name)")
    }
  }

  /// A program that opens each file, reads all objects completely, and writes them back.
  private static let main = """
    import Foundation
    import PersistentObjects

    func check(_ name: String, _ classes: [any PersistentObject.Type]) throws {
      let path = CommandLine.arguments.first { $0.hasPrefix(name + "=") }!.dropFirst(name.count + 1)
      let store = try Store(path: String(path), classes: classes)
      let session = PersistentObjects.Session(store: store)
      for type in classes {
        let report = try session.schema(of: type)
        guard report.pending.isEmpty, report.pendingRecords.isEmpty, report.conflict == nil, report.unused.isEmpty else {
          fatalError("\\(report)")
        }
      }
      for type in classes { try rewrite(type, session) }
      try session.save()
    }

    func rewrite<Object: PersistentObject>(
      _ type: Object.Type, _ session: PersistentObjects.Session
    ) throws {
      for object in try type.findAll(in: session) { try object.setValues(object.values()) }
    }

    """
}

/// A closed file of real classes.
private struct MadeStore {
  let name: String
  let file: TemporaryFile
  let checksum: ContentChecksum

  init(
    _ name: String, _ codecs: CodecRegistry, _ save: (Session) throws -> Void
  ) throws {
    self.name = name
    file = try TemporaryFile()
    let store = try Store(path: file.path, codecs: codecs)
    do {
      let session = Session(store: store)
      try save(session)
    }
    store.close()
    checksum = try InspectedFile(file.path).checksum()
  }
}

extension String {
  /// The name with each of its parts in backticks.
  fileprivate var inBackticks: String {
    split(separator: ".").map { "`\($0)`" }.joined(separator: ".")
  }
}
