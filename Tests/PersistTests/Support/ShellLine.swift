/// The words of the commands in a line, split as a shell would split it; for the examples of the
/// help texts.
struct ShellLine {
  /// A list of words for each command between `|`, without redirections.
  private(set) var commands: [[String]] = [[]]

  init(_ line: String) {
    var word = ""
    var quote: Character?
    for character in line + " " {
      switch character {
      case quote: quote = nil
      case "\"" where quote == nil, "'" where quote == nil: quote = character
      case " " where quote == nil:
        if !word.isEmpty { add(word) }
        word = ""
      default: word.append(character)
      }
    }
    for index in commands.indices {
      commands[index] = Array(commands[index].prefix { $0 != ">" && $0 != "<" })
    }
  }

  private mutating func add(_ word: String) {
    if word == "|" {
      commands.append([])
    } else {
      commands[commands.count - 1].append(word)
    }
  }
}
