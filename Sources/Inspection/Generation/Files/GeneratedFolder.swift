import Foundation
public import PersistentObjectsInspection

/// A folder of generated classes. Each class has one file that belongs to the machine, and one that
/// belongs to the person.
///
/// ```swift
/// let model = try ModelSource(path: "model.json").model()
/// let folder = GeneratedFolder("Sources/Model", model: model, templates: try TemplateSet())
/// for outcome in try folder.generate() { print(outcome.action, outcome.name) }
/// ```
///
/// The machine's files begin with a line that says so. Files without this line are never
/// overwritten or removed. Each file is replaced as a whole.
public struct GeneratedFolder {
  private let path: String
  private let model: StoreModel
  private let templates: TemplateSet
  private let prunes: Bool

  /// Plans the state of a folder, without changing anything.
  ///
  /// - Parameters:
  ///   - path: the folder, which is made if it is missing.
  ///   - model: a checked model.
  ///   - templates: the templates of the files.
  ///   - prunes: whether to remove the machine's files of removed classes, too.
  public init(_ path: String, model: StoreModel, templates: TemplateSet, prunes: Bool = false) {
    self.path = path
    self.model = model
    self.templates = templates
    self.prunes = prunes
  }

  /// Returns the outcome for each file, by name, without writing any files.
  public func outcomes() throws -> [FileOutcome] { try plan().map(\.outcome) }

  /// Writes the files that differ.
  ///
  /// Throws ``GenerationError`` if a file with the name of one of the machine's files is not the
  /// machine's, before anything is written, and if the system refuses to write.
  ///
  /// - Parameter proceed: called before each file that changes; its errors end the work.
  /// - Returns: the outcome for each file, by name.
  @discardableResult
  public func generate(proceed: () throws -> Void = {}) throws -> [FileOutcome] {
    let plan = try plan()
    try makeFolder()
    return try plan.map { step in
      guard step.outcome.isChange else { return step.outcome }
      try proceed()
      return try carryOut(step)
    }
  }

  private struct Step {
    let outcome: FileOutcome
    /// The file to write; nil for a file to remove or keep.
    var file: GeneratedFile?

    init(_ file: GeneratedFile, _ action: FileOutcome.Action, remark: String? = nil) {
      outcome = FileOutcome(name: file.name, action: action, remark: remark)
      self.file = file
    }

    init(stale name: String, isRemoved: Bool) {
      outcome = FileOutcome(name: name, action: isRemoved ? .removed : .stale, remark: nil)
    }
  }

  private func plan() throws -> [Step] {
    let files = model.files(templates)
    let steps = try files.map(step)
    return try (steps + stale(besides: Set(files.map(\.name)))).sorted {
      $0.outcome.name < $1.outcome.name
    }
  }

  private func step(_ file: GeneratedFile) throws -> Step {
    let place = FilePlace(path, file.name)
    switch file.owner {
    case .machine:
      guard place.exists else { return Step(file, .written) }
      guard let text = place.text, text.hasPrefix(GeneratedFile.mark) else {
        throw GenerationError(
          path: place.path,
          message: """
            the file is not a machine file, since it does not begin with "\(GeneratedFile.mark)"; \
            nothing was written. Move it elsewhere
            """)
      }
      return Step(file, text.utf8.elementsEqual(file.text.utf8) ? .unchanged : .written)
    case .person(let className, let attribute, let isFinal):
      guard place.exists else { return Step(file, .written) }
      let person = PersonClass(
        className: className, attribute: attribute, isFinal: isFinal, text: place.text ?? "")
      return Step(file, .kept, remark: person.remark)
    }
  }

  /// Returns the machine's files of classes that no longer exist.
  private func stale(besides names: Set<String>) throws -> [Step] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { name in
      name.hasPrefix("_") && name.hasSuffix(".swift") && !names.contains(name)
        && FilePlace(path, name).text?.hasPrefix(GeneratedFile.mark) == true
    }.map { Step(stale: $0, isRemoved: prunes) }
  }

  private func makeFolder() throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw GenerationError(path: path, message: "the folder cannot be created; name another one")
    }
  }

  private func carryOut(_ step: Step) throws -> FileOutcome {
    let place = FilePlace(path, step.outcome.name)
    guard let file = step.file else {
      try place.remove()
      return step.outcome
    }
    guard case .person = file.owner else {
      try place.replace(by: file.text)
      return step.outcome
    }
    let isMade = try place.make(file.text)
    return isMade ? step.outcome : FileOutcome(name: file.name, action: .kept, remark: nil)
  }
}

/// The declaration of a class in a person's file.
private struct PersonClass {
  let className: String
  let attribute: String
  let isFinal: Bool
  let text: String

  /// The part that does not match, as far as the text shows it.
  var remark: String? {
    guard text.contains("class \(className)") else { return nil }
    if !text.contains(attribute)
      || attribute == "@Persistent" && text.contains("@Persistent(table:")
    {
      return "write \(attribute), which is where the objects are stored"
    }
    let isDeclaredFinal = text.contains("final class \(className)")
    if isFinal == isDeclaredFinal { return nil }
    return isFinal
      ? "declare the class final: references to it have no column for a subclass"
      : "remove final: classes inherit from it, or references have a column for one that does"
  }
}
