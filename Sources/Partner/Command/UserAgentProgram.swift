// SPDX-License-Identifier: Apache-2.0
// The exchange with a program that visits pages as a user agent.

import Formats
import Text

/// The answer of a user agent program.
package enum UserAgentAnswer: Sendable, Equatable {
  /// The visit ended at this URL, which begins with the redirect URL.
  case reached(String)
  /// The visit failed, for this reason in the program's words.
  case error(String)
}

/// The exchange with a user agent program.
///
///     → {"url": "https://…", "redirectUrl": "https://…"}
///     ← {"reached": "https://…"}      or {"error": "…"}
package enum UserAgentProgram {
  /// Hands a visit to the program and waits for its answer. May block until the deadline.
  ///
  /// - Throws: `PartnerError.failed`, saying what the program did instead of answering. It does not
  ///   quote what the program wrote.
  package static func visit(
    _ url: String, until redirectURL: String, over conversation: LineConversation,
    deadline: PartnerDeadline
  ) throws(PartnerError) -> UserAgentAnswer {
    switch conversation.send(line(url: url, redirectURL: redirectURL), deadline) {
    case .sent: break
    case .ended(let how):
      throw fault(LineConversation.ending(how, else: "closed its input"), "before the visit")
    case .late: throw fault("did not read the visit in time")
    }
    switch conversation.receive(deadline) {
    case .line(let line):
      do throws(FormError) {
        return try answer(line)
      } catch {
        throw fault("answered with \(error.sentence)")
      }
    case .ended(let how):
      throw fault(LineConversation.ending(how, else: LineConversation.ended), "without an answer")
    case .late: throw fault("did not answer in time")
    case .tooLong:
      throw fault("answered with a line of more than \(LineConversation.lineLimitBytes) bytes")
    }
  }

  /// The line to the program, without its line feed.
  static func line(url: String, redirectURL: String) -> [UInt8] {
    JSONWriter.bytes(["url": .string(url), "redirectUrl": .string(redirectURL)])
  }

  /// - Throws: what is wrong with the line.
  static func answer(_ line: [UInt8]) throws(FormError) -> UserAgentAnswer {
    guard let document = try? JSONParser.document(line) else {
      throw FormError("a line of \(line.count) bytes that is not JSON")
    }
    switch (document.root["reached"], document.root["error"]) {
    case (.string(let url)?, nil): return .reached(url)
    case (nil, .string(let message)?): return .error(message)
    case (nil, let error?): return .error(error["message"]?.string ?? "no message")
    default: throw FormError("neither {\"reached\": URL} nor {\"error\": …}")
    }
  }

  private static func fault(_ parts: String...) -> PartnerError {
    .failed("the user agent program \(parts.joined(separator: " "))")
  }
}
