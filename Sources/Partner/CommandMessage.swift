// SPDX-License-Identifier: Apache-2.0
// The messages to and from programs, and the conversation in lines with them.

import Formats
import Text

/// A message to the program: one line of JSON.
///
///     {"id":1,"call":"hello","protocol":1}
///     {"id":1,"call":"open","protocol":1,"partner":"…","state":"…","options":{…},
///      "device":{"identifier":"…"},"now":1893456000000}
///     {"id":2,"call":"permission","prompting":true}
///     {"id":3,"call":"metadata","request":{…}}
///     {"id":5,"call":"user","action":"switch-provider","provider":"…"}
///     {"id":6,"call":"status","value":"framework_status"}
///     {"id":8,"call":"close"}
enum CommandMessage: Sendable, Equatable {
  /// Asks for the declaration, once in a run, in a process of its own, whose input then ends.
  case hello
  case open(FrameworkOpening, now: Timestamp)
  case call(PartnerCall)
  case user(UserAction)
  case status(of: String)
  /// The scenario is over, or another state follows. The program need not answer.
  case close
}

extension CommandMessage {
  static let protocolVersion = 1

  /// The names of messages, which no call can have.
  static let names = ["hello", "open", "user", "status", "close"]

  /// The value of `call` in the message.
  var name: String {
    switch self {
    case .hello: "hello"
    case .open: "open"
    case .call(let call): call.name
    case .user: "user"
    case .status: "status"
    case .close: "close"
    }
  }

  /// The line without its line feed.
  func line(id: Int) -> [UInt8] {
    var message = JSONObject()
    message["id"] = .integer(id)
    message["call"] = .string(name)
    switch self {
    case .open(let opening, let now):
      message["protocol"] = .integer(Self.protocolVersion)
      message["partner"] = .string(opening.partner)
      message["state"] = .string(opening.state)
      message["options"] = .object(opening.options)
      message["device"] = ["identifier": .string(opening.deviceIdentifier)]
      message["now"] = .integer(now.milliseconds)
    case .hello: message["protocol"] = .integer(Self.protocolVersion)
    // This one of the first framework is older than requests.
    case .call(let call) where call.name == "permission" && call.arguments.names == ["prompting"]:
      message["prompting"] = call.arguments["prompting"]
    case .call(let call): message["request"] = .object(call.arguments)
    case .user(let action):
      for member in action.request.members { message.append(member.name, member.value) }
    case .status(let value): message["value"] = .string(value)
    case .close: break
    }
    return JSONWriter.bytes(.object(message))
  }
}

/// A message from the program: `{"id": 2, "result": …}` or `{"id": 2, "error": {…}}`.
struct CommandReply: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case result(JSONValue)
    case error(JSONValue)
  }

  let id: Int
  let content: Content
}

extension CommandReply {
  /// Whether an error says that the program can't do what the scenario needs.
  static func isUnsupported(_ error: JSONValue) -> Bool { error["domain"]?.string == "unsupported" }

  /// - Throws: `FormError`; it does not quote the line, since answers hold secrets.
  init(line: [UInt8]) throws(FormError) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONParser.document(line)
    } catch {
      throw FormError("a line of \(line.count) bytes that is not JSON (byte \(error.offset))")
    }
    guard let object = document.root.object else {
      throw FormError("a line that is \(document.root.typeName), not an object")
    }
    guard let id = object["id"]?.number?.integer else {
      throw FormError("an object with no 'id' that is an integer")
    }
    switch (object["result"], object["error"]) {
    case (let result?, nil): content = .result(result)
    case (nil, let error?): content = .error(error)
    case (nil, nil): throw FormError("an object with neither 'result' nor 'error'")
    case (.some, .some): throw FormError("an object with both 'result' and 'error'")
    }
    self.id = id
  }
}

/// A running program that reads and writes lines; who starts the process is not known here.
package struct LineConversation {
  /// The outcome of sending a line.
  package enum Sending: Sendable, Equatable {
    case sent
    /// The program reads no more; the text says how it ended, such as `with status 1`, if it has.
    case ended(String?)
    /// The deadline passed before the program had read the whole line.
    case late
  }

  /// The outcome of waiting for a line.
  package enum Reception: Sendable, Equatable {
    /// The bytes before a line feed, without a carriage return at their end.
    case line([UInt8])
    /// The program writes no more; the text says how it ended, such as `with status 1`, if it has.
    case ended(String?)
    /// The deadline passed before a whole line was there.
    case late
    /// The line is longer than the limit.
    case tooLong
  }

  /// Writes a line and a line feed. May block until the deadline.
  package let send: ([UInt8], PartnerDeadline) -> Sending
  /// Waits for the next line. With a deadline in the past, returns what is already there.
  package let receive: (PartnerDeadline) -> Reception
  /// Ends the input of the program: no line follows.
  package let endInput: () -> Void
  /// Ends the program and everything that it started; called exactly once.
  package let end: () -> Void

  package init(
    send: @escaping ([UInt8], PartnerDeadline) -> Sending,
    receive: @escaping (PartnerDeadline) -> Reception, endInput: @escaping () -> Void = {},
    end: @escaping () -> Void
  ) {
    self.send = send
    self.receive = receive
    self.endInput = endInput
    self.end = end
  }

  /// The limit on the length of a program's lines.
  package static let lineLimitBytes = 8 << 20

  static let ended = "closed its output"

  /// `ended with status 1`; another description if it is not known how the program ended.
  static func ending(_ how: String?, else what: String) -> String {
    how.map { "ended \($0)" } ?? what
  }
}

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
