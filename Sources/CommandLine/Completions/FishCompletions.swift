/// Completions for fish: a line for each verb, argument and option.
struct FishCompletions {
  private let program: Program

  init(of program: Program) {
    self.program = program
  }

  var text: String {
    let name = program.name
    let head =
      "# Completions of \(name) for fish, by \(name) --generate-completions.\n"
      + "complete -c \(name) -f\n" + classes
    let options = program.declaration.shownOptions.flatMap(\.entries).map {
      line(of: $0, condition: "__fish_use_subcommand")
    }
    return head + (options + program.verbs.flatMap(lines)).joined()
  }

  /// A function that lists the classes of the file in a verb's first argument.
  private var classes: String {
    """

    function __\(program.name)_classes
      set -l words (commandline -opc | string match -v -- '-*')
      if set -q words[3]
        \(program.name) --complete-classes (string replace -r '^~' $HOME -- $words[3]) 2>/dev/null
      end
    end


    """
  }

  private func lines(of command: CommandDeclaration) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.verb)"
    let verb =
      complete("__fish_use_subcommand") + " -a \(command.verb) -d \(command.abstract.fishQuoted)\n"
    let arguments = Set(command.arguments.compactMap { $0.kind.fishArguments(in: program.name) })
      .sorted()
      .map { complete(condition) + " \($0)\n" }
    return [verb] + arguments
      + command.shownOptions.flatMap(\.entries).map { line(of: $0, condition: condition) }
  }

  private func line(of entry: ParameterEntry, condition: String) -> String {
    let names = entry.names.map {
      $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())"
    }
    let value = entry.placeholder == nil ? [] : [entry.kind.fishValue(in: program.name)]
    let help = "-d \(entry.help.firstSentence.fishQuoted)"
    return ([complete(condition)] + names + value + [help]).joined(separator: " ") + "\n"
  }

  private func complete(_ condition: String) -> String {
    "complete -c \(program.name) -n '\(condition)'"
  }
}

extension ValueKind {
  /// Returns the possible words for an argument.
  fileprivate func fishArguments(in program: String) -> String? {
    switch self {
    case .file: "-F"
    case .folder: "-a '(__fish_complete_directories)'"
    case .choice(let words): "-a \(words.joined(separator: " ").fishQuoted)"
    case .className: "-a '(__\(program)_classes)'"
    case .number, .text: nil
    }
  }

  /// Returns the possible words after an option.
  fileprivate func fishValue(in program: String) -> String {
    switch self {
    case .file: "-r -F"
    case .number, .text: "-x"
    case .className, .folder, .choice: "-x \(fishArguments(in: program) ?? "")"
    }
  }
}

extension String {
  /// The text as one word for fish, which supports escapes inside quotation marks.
  fileprivate var fishQuoted: String {
    "'" + replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
