// SPDX-License-Identifier: Apache-2.0
// Writes the manual page.

/// Writes the manual page in the language mdoc(7), from what `--help` says.
///
/// Sentences begin on a line of their own, and all is ASCII, so that every
/// formatter takes it and `mandoc -Tlint` has nothing to say.
struct ManualPage {
  let commands: [Subcommand]

  private static let width = 72
}

extension ManualPage {
  var text: String {
    let name = ConformanceCommand.name
    var lines = [
      ".\\\" SPDX-License-Identifier: Apache-2.0",
      ".\\\" Made by '\(name) help --man'.",
      ".Dd \(ConformanceCommand.versionDate)",
      ".Dt \(name.uppercased()) 1",
      ".Os",
      ".Sh NAME",
      ".Nm \(name)",
      ".Nd check a partner single sign-on service against its cookbook",
      ".Sh SYNOPSIS",
    ]
    for command in commands {
      lines += [".Nm", Self.request("Cm", command.name)]
      lines += Self.filled(command.parameters)
      if !command.options.isEmpty { lines.append(".Op Ar option ...") }
    }
    lines += [".Nm", ".Cm help", ".Op Ar command", ".Nm", ".Fl \\-version"]
    lines.append(".Sh DESCRIPTION")
    lines += Self.filled(Help.summary)
    lines += Self.filled("The commands and their options:")
    for command in commands {
      lines.append(Self.request("Ss", command.name))
      lines += Self.filled("\(command.summary).")
      lines += Self.paragraphs(command.discussion)
      if command.options.isEmpty { continue }
      lines.append(".Bl -tag -width Ds")
      for option in command.options {
        lines.append(
          ".It Fl \\-\(Self.escaped(option.name))"
            + (option.value.map { " " + Self.request("Ar", $0).dropFirst() } ?? ""))
        lines += Self.filled(option.help)
      }
      lines.append(".El")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A macro with words.
  private static func request(_ macro: String, _ words: String) -> String {
    // Otherwise a word that is the name of a macro would be called.
    let words = words.split(separator: " ").map { "\\&\(escaped(String($0)))" }
    return ".\(macro) \(words.joined(separator: " "))"
  }

  /// Text in paragraphs; those whose lines are a table or an example stay as they are.
  private static func paragraphs(_ text: String) -> [String] {
    var paragraphs: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(String(line))
      }
    }
    return paragraphs.filter { !$0.isEmpty }.flatMap { lines in
      lines.contains { $0.hasPrefix(" ") || $0.contains("  ") }
        ? [".Bd -literal"] + lines.map { guarded(escaped($0)) } + [".Ed"]
        : [".Pp"] + filled(lines.joined(separator: " "))
    }
  }

  /// Text in short lines, each sentence on lines of its own.
  private static func filled(_ text: String) -> [String] {
    var lines: [String] = []
    var isNew = true
    for word in text.split(separator: " ") {
      // A question mark alone is a pattern, and ends no sentence.
      let isEnd = word.count > 1 && word.last.map { ".!?".contains($0) } ?? false
      let word = escaped(String(word)) + (word == "?" ? "\\&" : "")
      if !isNew, let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
      isNew = isEnd
    }
    return lines.map { guarded($0) }
  }

  /// A line that is no request, whatever it begins with.
  private static func guarded(_ text: String) -> String {
    text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { output, scalar in
      switch scalar {
      case "\\": output += "\\e"
      case "-": output += "\\-"
      case "'": output += "\\(aq"
      case "`": output += "\\(ga"
      case "^": output += "\\(ha"
      case "~": output += "\\(ti"
      case "\"": output += "\\(dq"
      default:
        if scalar.isASCII {
          output.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          output += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
        }
      }
    }
  }
}
