// SPDX-License-Identifier: Apache-2.0
// The messages to and from programs that answer as the framework.

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
