// SPDX-License-Identifier: Apache-2.0
// Writes the completion scripts.

/// Writes scripts that complete subcommands, options and the values of options.
struct CompletionScript {
  let commands: [Subcommand]

  private static let program = ConformanceCommand.name
  private static let function = "_sso_conformance"

  func text(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}

extension CompletionScript {
  private var bash: String {
    var values = ""
    var places = ""
    var options = ""
    for command in commands {
      for option in command.options where option.value != nil {
        let pattern = "'\(command.name) --\(option.name)'"
        if !option.choices.isEmpty {
          values += "    \(pattern)) \(Self.bashWords(option.choices)); return ;;\n"
        } else if option.completesFiles {
          values += "    \(pattern)) \(Self.bashFiles); return ;;\n"
        } else {
          values += "    \(pattern)) return ;;\n"
        }
      }
      for (index, words) in command.words.enumerated() {
        places += "    '\(command.name) \(index + 2)') \(Self.bashWords(words)); return ;;\n"
      }
      let names = (command.options + [Subcommand.helpOption]).map { "--\($0.name)" }
      options += "    \(command.name)) options='\(names.joined(separator: " "))'"
      options += command.completesFiles ? "; files=1 ;;\n" : " ;;\n"
    }
    let names = commands.map(\.name) + ["help", "--help", "--version"]
    return """
      # Completion of \(Self.program) in bash.
      \(Self.function)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        local options='' files=''
        COMPREPLY=()
        # Bash treats the = of --option=value as a word of its own.
        if [[ $word == '=' ]]; then
          word=''
        elif [[ $before == '=' && $COMP_CWORD -gt 2 ]]; then
          before=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if [[ $COMP_CWORD -eq 1 ]]; then
          \(Self.bashWords(names))
          return
        fi
        if [[ ${COMP_WORDS[1]} == help ]]; then
          \(Self.bashWords(commands.map(\.name)))
          return
        fi
        case "${COMP_WORDS[1]} $before" in
      \(values)  esac
        case "${COMP_WORDS[1]} $COMP_CWORD" in
      \(places)  esac
        case ${COMP_WORDS[1]} in
      \(options)  esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        elif [[ -n $files ]]; then
          \(Self.bashFiles)
        fi
      }
      complete -o filenames -F \(Self.function) \(Self.program)

      """
  }

  private static func bashWords(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
  }

  private static let bashFiles = "local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\"))"

  private var zsh: String {
    let summaries = commands.map { command in
      "    \(Self.zshQuoted("\(command.name):\(Self.zshEscaped(command.summary))"))\n"
    }
    var cases = ""
    for command in commands {
      var specifications: [String] = []
      for option in command.options + [Subcommand.helpOption] {
        let repeated = option.isRepeatable ? "*" : ""
        var text = "\(repeated)--\(option.name)"
        if option.value != nil { text += "=" }
        text += "[\(Self.zshEscaped(option.help))]"
        if let value = option.value {
          text += ":\(Self.zshEscaped(value)):"
          if !option.choices.isEmpty {
            text += "(\(option.choices.joined(separator: " ")))"
          } else if option.completesFiles {
            text += "_files"
          }
        }
        specifications.append(text)
      }
      for (index, words) in command.words.enumerated() {
        specifications.append("\(index + 1):argument:(\(words.joined(separator: " ")))")
      }
      if command.completesFiles { specifications.append("*:file:_files") }
      let lines = specifications.map { "        \(Self.zshQuoted($0))" }
      cases += "    \(command.name))\n      _arguments \\\n\(lines.joined(separator: " \\\n")) ;;\n"
    }
    return """
      #compdef \(Self.program)
      # Completion of \(Self.program) in zsh.
      \(Self.function)() {
        local -a commands
        commands=(
      \(summaries.joined())  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)    help) _describe command commands ;;
        esac
      }
      if [[ $funcstack[1] == \(Self.function) ]]; then
        \(Self.function) "$@"
      else
        compdef \(Self.function) \(Self.program)
      fi

      """
  }

  private static func zshQuoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }

  /// The text with a backslash before each character that would end a part of a specification.
  private static func zshEscaped(_ text: String) -> String {
    var output = ""
    for character in text {
      if "[]:\\".contains(character) { output += "\\" }
      output.append(character)
    }
    return output
  }

  private var fish: String {
    let start = "complete -c \(Self.program)"
    var text = "# Completion of \(Self.program) in fish.\n\(start) -f\n"
    text += "\(start) -n __fish_use_subcommand -l version -d 'prints the version'\n"
    for command in commands {
      let inCommand = "-n '__fish_seen_subcommand_from \(command.name)'"
      text += "\(start) -n __fish_use_subcommand -a \(command.name)"
      text += " -d \(Self.fishQuoted(command.summary))\n"
      if command.completesFiles { text += "\(start) \(inCommand) -F\n" }
      for (index, words) in command.words.enumerated() {
        let place = "-n '__fish_seen_subcommand_from \(command.name)"
        text += "\(start) \(place); and test (count (commandline -opc)) -eq \(index + 2)'"
        text += " -a '\(words.joined(separator: " "))'\n"
      }
      for option in command.options + [Subcommand.helpOption] {
        text += "\(start) \(inCommand) -l \(option.name)"
        if !option.choices.isEmpty {
          text += " -x -a '\(option.choices.joined(separator: " "))'"
        } else if option.value != nil {
          text += option.completesFiles ? " -r -F" : " -x"
        }
        text += " -d \(Self.fishQuoted(option.help))\n"
      }
    }
    return text
  }

  private static func fishQuoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
