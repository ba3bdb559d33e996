/// Completions for bash: a table of each verb's parameters, and a function that reads it.
struct BashCompletions {
  private let program: Program

  init(of program: Program) {
    self.program = program
  }

  var text: String {
    let function = "_\(program.name)"
    let verbs = program.verbs.map(\.verb).joined(separator: " ").shellQuoted
    return """
      # Completions of \(program.name) for bash, by \(program.name) --generate-completions.

      # Says what may follow a verb: its options, those with a value, the kinds of its arguments.
      \(function)_verb() {
        case $1 in
      \(([("", program.declaration)] + program.verbs.map { ($0.verb, $0) }).map(table).joined())\
        esac
      }

      # Says of which kind the value of an option is.
      \(function)_value() {
        case $1 in
      \(([program.declaration] + program.verbs).map(values).joined())\
          *) kind='' ;;
        esac
      }

      # Takes the lines with a beginning from the standard input. compgen -W would run what a
      # hostile file has for names.
      \(function)_lines() {
        local line
        while IFS= read -r line; do
          [[ $line == "$1"* ]] && COMPREPLY+=("$line")
        done
      }

      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        # bash takes the equals sign of --option=value for a word.
        if [[ $current == = ]]; then
          current=''
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        local verb='' kind options valued kinds position=0 index word file only_arguments=''
        \(function)_verb ''
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          if [[ -n $only_arguments ]]; then
            ((position++ == 0)) && file=$word
          elif [[ $word == -- ]]; then
            only_arguments=1
          elif [[ " $valued " == *" $word "* ]]; then
            [[ ${COMP_WORDS[index + 1]} == = ]] && ((index += 1))
            ((index += 1))
          elif [[ $word == -?* ]]; then
            :
          elif [[ -z $verb ]]; then
            verb=$word
            \(function)_verb "$verb"
          else
            ((position++ == 0)) && file=$word
          fi
        done
        COMPREPLY=()
        if [[ -z $only_arguments && " $valued " == *" $previous "* ]]; then
          \(function)_value "$verb $previous"
        elif [[ -z $only_arguments && $current == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
          return
        elif [[ -z $verb ]]; then
          COMPREPLY=($(compgen -W \(verbs) -- "$current"))
          return
        else
          local -a list=($kinds)
          kind=${list[position]}
          [[ -z $kind && ${list[*]: -1} == *... ]] && kind=${list[*]: -1}
        fi
        case ${kind%...} in
          file)
            compopt -o filenames 2>/dev/null
            \(function)_lines '' < <(compgen -f -- "$current")
            ;;
          folder)
            compopt -o filenames 2>/dev/null
            \(function)_lines '' < <(compgen -d -- "$current")
            ;;
          class)
            \(function)_lines "$current" < <(
              \(program.name) --complete-classes "${file/#\\~/$HOME}" 2>/dev/null
            )
            ;;
          *,*) COMPREPLY=($(compgen -W "${kind//,/ }" -- "$current")) ;;
        esac
      }

      complete -F \(function) \(program.name)

      """
  }

  private func table(verb: String, of command: CommandDeclaration) -> String {
    let kinds = command.arguments.map { $0.kind.bashName + ($0.isRepeated ? "..." : "") }
    let valued = command.options.filter(\.takesValue).flatMap(\.names)
    return """
          \(verb.shellQuoted))
            options=\(command.shownOptions.flatMap(\.names).joined(separator: " ").shellQuoted)
            valued=\(valued.joined(separator: " ").shellQuoted)
            kinds=\(kinds.joined(separator: " ").shellQuoted)
            ;;

      """
  }

  private func values(of command: CommandDeclaration) -> String {
    let verb = command.verb == program.name ? "" : command.verb
    return command.options.filter(\.takesValue).map { option in
      let patterns = option.names.map { "\(verb) \($0)".shellQuoted }.joined(separator: " | ")
      return "    \(patterns)) kind=\(option.kind.bashName.shellQuoted) ;;\n"
    }.joined()
  }
}

extension ValueKind {
  /// A word for the kind; each word of a choice has a comma after or before it.
  fileprivate var bashName: String {
    switch self {
    case .file: "file"
    case .folder: "folder"
    case .choice(let words): words.joined(separator: ",") + ","
    case .className: "class"
    case .number, .text: "text"
    }
  }
}
