/// Completions for zsh: a call of `_arguments` for the program and for each verb.
struct ZshCompletions {
  private let program: Program

  init(of program: Program) {
    self.program = program
  }

  var text: String {
    let function = "_\(program.name)"
    let verbs = program.verbs.map { "      \("\($0.verb):\($0.abstract)".shellQuoted)\n" }.joined()
    let options = program.declaration.shownOptions.flatMap(\.entries).map(specification)
    return """
      #compdef \(program.name)
      # Completions of \(program.name) for zsh, by \(program.name) --generate-completions.

      \(function)() {
        local curcontext=$curcontext state line
        typeset -A opt_args
        _arguments -C \\
      \(options.map { "    \($0) \\\n" }.joined())\
          '(-)1:verb:->verb' \\
          '(-)*::argument:->argument' && return
        case $state in
        verb)
          local -a verbs=(
      \(verbs)\
          )
          _describe -t verbs verb verbs
          ;;
        argument)
          case $words[1] in
      \(program.verbs.map(verb).joined())\
          esac
          ;;
        esac
      }

      # Completes the classes of the file that is the first argument. ${~file} would run what the
      # file's name has as a glob qualifier.
      \(function)_classes() {
        local file=${(Q)line[1]}
        local -a classes=(${(f)"$(\(program.name) --complete-classes "${file/#\\~/$HOME}" 2>/dev/null)"})
        compadd -a classes
      }

      # Loaded by the completion system, the function is called; sourced, it is registered.
      if [[ $funcstack[1] == \(function) ]]; then
        \(function) "$@"
      else
        compdef \(function) \(program.name)
      fi

      """
  }

  private func verb(_ command: CommandDeclaration) -> String {
    let arguments = command.arguments.enumerated().map { index, argument in
      let position = argument.isRepeated ? "*" : "\(index + 1)"
      let action = argument.kind.zshAction(in: program.name)
      return "\(position):\(argument.placeholder.inSpecification):\(action)".shellQuoted
    }
    let options = command.shownOptions.flatMap(\.entries).map(specification)
    let lines = (options + arguments).joined(separator: " \\\n        ")
    return "    \(command.verb))\n      _arguments \\\n        \(lines)\n      ;;\n"
  }

  /// Returns the specification, such as `'(-o --output)'{-o,--output}'[Writes…]:FILE:_files'`.
  private func specification(of entry: ParameterEntry) -> String {
    let excluded = "(\(entry.exclusive.joined(separator: " ")))"
    let prefix = entry.exclusive.isEmpty ? "*" : excluded
    let value =
      entry.placeholder.map { ":\($0.inSpecification):\(entry.kind.zshAction(in: program.name))" }
      ?? ""
    let names = entry.names.map { entry.placeholder != nil ? $0.withPlaceForValue : $0 }
    let tail = "[\(entry.help.firstSentence.inSpecification)]\(value)"
    guard names.count > 1 else { return (prefix + names.joined() + tail).shellQuoted }
    return prefix.shellQuoted + "{\(names.joined(separator: ","))}" + tail.shellQuoted
  }
}

extension ValueKind {
  fileprivate func zshAction(in program: String) -> String {
    switch self {
    case .file: "_files"
    case .folder: "_files -/"
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .className: "_\(program)_classes"
    case .number, .text: ""
    }
  }
}

extension String {
  /// The text with the characters escaped that separate the parts of a specification.
  fileprivate var inSpecification: String {
    reduce(into: "") { text, character in
      if ":[]\\".contains(character) { text += "\\" }
      text.append(character)
    }
  }

  /// The name with a place for its value. A long name takes the value after `=` or as the next
  /// word; a short name also takes it directly.
  fileprivate var withPlaceForValue: String { hasPrefix("--") ? self + "=" : self + "+" }
}
