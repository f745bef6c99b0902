// SPDX-License-Identifier: Apache-2.0
// A sequence diagram in Mermaid's language.

import Results
import SourceText

extension SequenceDiagram {
  /// The diagram in Mermaid's language, without the fence; empty where nothing was called.
  package var mermaid: String {
    if isEmpty { return "" }
    var output = "sequenceDiagram\n"
    for participant in participants {
      let title =
        participant.title == participant.id ? "" : " as \(Self.escaped(participant.title))"
      output += "    participant \(participant.id)\(title)\n"
    }
    for event in events { output += "    \(Self.line(event))\n" }
    if leftOut > 0, let first = participants.first {
      output += "    Note over \(first.id): \(Wording.count(leftOut, "further message"))\n"
    }
    return output
  }

  private static func line(_ event: Event) -> String {
    switch event {
    case .message(let from, let to, let text, let isAnswer):
      "\(from)\(isAnswer ? "-->>" : "->>")\(to): \(escaped(text))"
    case .lost(let from, let to, let text): "\(from)--x\(to): \(escaped(text))"
    case .note(let over, let text): "Note over \(over): \(escaped(text))"
    }
  }

  /// Escapes the text of a message. Mermaid ends it at `;` and `#`, and interprets HTML, `%%{…}%%`
  /// and `$$…$$`.
  static func escaped(_ text: String) -> String {
    let line = Visible.line(text, limit: 120)
    var output = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "#", ";", "<", ">", "&", "`", "%", "$":
        output += "#\(scalar.value);"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output.isEmpty ? "(empty)" : output
  }
}
