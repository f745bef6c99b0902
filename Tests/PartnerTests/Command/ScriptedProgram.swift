// SPDX-License-Identifier: Apache-2.0
// A program of the tests: what it does with each line, without a process.

import Formats
import Text

@testable import Partner

/// Keeps what it was sent, and answers by a script.
final class ScriptedProgram {
  typealias Script = (_ line: String, _ id: Int) -> [LineConversation.Reception]

  private(set) var sent: [String] = []
  private(set) var starts = 0
  private(set) var ends = 0
  var sending = LineConversation.Sending.sent
  private var waiting: [LineConversation.Reception] = []
  private let script: Script

  init(_ script: @escaping Script) {
    self.script = script
  }

  /// Answers each message but `close` with a result, `{}` unless another is given for the call.
  convenience init(results: [String: String] = [:]) {
    self.init { line, id in
      guard let call = try? JSONParser.document(line).root["call"]?.string, call != "close" else {
        return []
      }
      return [.text(#"{"id":\#(id),"result":\#(results[call] ?? "{}")}"#)]
    }
  }

  var session: CommandSession {
    CommandSession(program: "./farm") { _ in
      self.starts += 1
      return self.conversation
    }
  }

  var conversation: LineConversation {
    LineConversation(
      send: { line, _ in
        guard self.sending == .sent else { return self.sending }
        let text = String(decoding: line, as: UTF8.self)
        self.sent.append(text)
        let id = (try? JSONParser.document(line).root["id"]?.number?.integer) ?? 0
        self.waiting += self.script(text, id)
        return .sent
      },
      receive: { _ in
        guard let next = self.waiting.first else { return .late }
        if case .line = next { self.waiting.removeFirst() }
        return next
      },
      end: {
        self.ends += 1
        self.waiting = []
      })
  }
}

extension LineConversation.Reception {
  static func text(_ text: String) -> Self { .line(Array(text.utf8)) }
}
