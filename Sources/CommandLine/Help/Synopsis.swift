import Foundation

/// The form of a command line: `persist show FILE CLASS [KEY] [--limit N]`.
struct Synopsis {
  /// The parts after the program's name; each stays on one line.
  let parts: [String]
  private let program: String

  init(of command: CommandDeclaration, in program: Program) {
    self.program = program.name
    let shared = Set(Program.sharedOptions.map(\.declaration.key))
    let own = command.options.filter { !shared.contains($0.key) }
    let required = own.filter(\.isRequired)
    let optional = own.filter { !$0.isRequired }
    parts = [command.verb] + (command.arguments + required + optional).map(Self.part)
  }

  /// Returns the form on lines of a width, all but the first indented.
  ///
  /// - Parameter beginning: the text before the program's name.
  func text(width: Int, beginning: String = "") -> String {
    let head = beginning + program + " "
    let indentation = String(repeating: " ", count: head.displayWidth)
    return head
      + parts.wrapped(to: width - indentation.count).joined(separator: "\n" + indentation)
  }

  private static func part(_ parameter: ParameterDeclaration) -> String {
    let text =
      switch parameter.role {
      case .argument: parameter.placeholder
      case .option(let names): "\(names.first ?? "") \(parameter.placeholder)"
      case .flags(let flags): flags.compactMap(\.names.first).joined(separator: " | ")
      }
    return (parameter.isRequired ? text : "[\(text)]") + (parameter.isRepeated ? "…" : "")
  }
}

extension Program {
  /// The options of every verb.
  static var sharedOptions: [any AnyParameter] {
    [Parameter<ColorChoice>.color, Parameter<Bool>.help]
  }
}

extension String {
  /// Returns the paragraphs of the text on lines of at most a width, broken at spaces.
  func wrapped(to width: Int) -> [String] {
    components(separatedBy: "\n\n")
      .map { $0.split { $0 == " " || $0 == "\n" }.map(String.init).wrapped(to: width) }
      .joined(separator: [""]).map { $0 }
  }
}

extension [String] {
  /// Returns the words on lines of at most a width; a longer word has its own line.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in self {
      if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
