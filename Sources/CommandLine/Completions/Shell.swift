import Foundation

/// A shell for which completions can be generated.
package enum Shell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish

  /// Returns the script that completes the command lines of a program.
  func completions(of program: Program) -> String {
    switch self {
    case .bash: BashCompletions(of: program).text
    case .zsh: ZshCompletions(of: program).text
    case .fish: FishCompletions(of: program).text
    }
  }
}

extension String {
  /// The text as one word for any of the shells.
  var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }

  /// The first sentence, without its full stop.
  var firstSentence: String {
    let end = range(of: ". ")?.lowerBound ?? endIndex
    let sentence = self[..<end]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}
