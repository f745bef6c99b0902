// SPDX-License-Identifier: Apache-2.0
// What a right application asks the framework, and the log of it.

import Audit
import Formats
import Text

extension RightApplication {
  static let channel = "https://saml.sp.auth.adobe.com"
  /// The providers that the application supports, of which the first is to be prominent.
  static let supported = ["tvp-harbor-2201", "tvp-lantern-2202"]

  /// Asks for the access status.
  mutating func askPermission(
    _ name: String = "permission", _ status: String = "granted", prompting: Bool = true
  ) {
    let answer: JSONValue = ["accessStatus": .string(status)]
    call(name, "permission", ["prompting": .boolean(prompting)], answer)
    hear(permission: answer)
  }

  /// Asks who the provider is.
  ///
  /// - Parameter provider: Whom the framework names, for another thirty days; nil for nobody.
  mutating func ask(
    _ name: String, interrupting: Bool = false, supported: [String] = [], provider: String? = nil
  ) {
    let answer = provider.map { metadata($0) } ?? .object([])
    call(name, "metadata", request(interrupting, supported), answer)
    hear(provider: answer)
  }

  /// Asks who the provider is, and gets an error.
  mutating func ask(
    _ name: String, interrupting: Bool = false, supported: [String] = [], error code: Int,
    unsupported: String? = nil
  ) {
    var error: [(name: String, value: JSONValue)] = [
      ("domain", "VSErrorDomain"), ("code", .integer(code)),
    ]
    if let unsupported { error.append(("unsupportedProviderIdentifier", .string(unsupported))) }
    let answer: JSONValue = ["error": .object(error)]
    call(name, "metadata", request(interrupting, supported), answer)
    hear(provider: answer)
  }

  /// Gives the framework an authentication request.
  ///
  /// - Parameter response: What the provider answers; nil for an error.
  mutating func askResponse(
    _ name: String, _ token: String, _ attributes: [JSONValue], interrupting: Bool = true,
    provider: String = "tvp-harbor-2201", response: String?
  ) {
    var asked = request(interrupting, []).object ?? JSONObject()
    asked["attributeNames"] = .array(attributes)
    asked["verificationToken"] = .string(token)
    var answer = metadata(provider).object ?? JSONObject()
    answer["samlAttributeQueryResponse"] = response.map { .string($0) }
    let error: JSONValue = ["error": ["domain": "VSErrorDomain", "code": 4]]
    call(name, "metadata", .object(asked), response == nil ? error : .object(answer))
    hear(provider: response == nil ? error : .object(answer))
  }

  /// The picker asks the delegate.
  mutating func askDelegate(_ name: String, _ asked: String, accepts: Bool? = nil) {
    var request: [(name: String, value: JSONValue)] = [("asked", .string(asked))]
    if accepts != nil { request.append(("provider", "tvp-harbor-2201")) }
    let answer: JSONValue = accepts.map { ["accepts": .boolean($0)] } ?? .object([])
    call(name, "delegate", .object(request), answer)
  }

  /// What the framework says of a sign-in with a provider.
  func metadata(_ provider: String) -> JSONValue {
    [
      "accountProviderIdentifier": .string(provider),
      "authenticationExpirationDate": .integer((now + .seconds(30 * 86400)).milliseconds),
    ]
  }

  private func request(_ isInterrupting: Bool, _ supported: [String]) -> JSONValue {
    [
      "delegate": .boolean(isInterrupting), "channelIdentifier": .string(Self.channel),
      "supportedAccountProviderIdentifiers": .array(supported.map { .string($0) }),
      "featuredAccountProviderIdentifiers": .array(supported.prefix(1).map { .string($0) }),
      "includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
      "isInterruptionAllowed": .boolean(isInterrupting), "forceAuthentication": false,
      "attributeNames": .array([]), "supportedAuthenticationSchemes": .array(["SAML"]),
    ]
  }

  /// Makes the status of what the framework has answered.
  private mutating func hear(permission: JSONValue? = nil, provider: JSONValue? = nil) {
    if let permission { answered.permission = permission.object ?? JSONObject() }
    if let provider { answered.provider = provider.object ?? JSONObject() }
    var information = JSONObject()
    if answered.permission["accessStatus"] == "granted" {
      if let code = answered.provider["error"]?["code"]?.number {
        information["error"] = ["code": .string(code.literal), "message": "m"]
      }
      information["id"] = answered.provider["accountProviderIdentifier"]
      information["expirationDate"] = answered.provider["authenticationExpirationDate"].map {
        .string($0.number?.literal ?? "")
      }
    }
    status = JSONWriter.text([
      "frameworkPermissionInfo": .object(answered.permission),
      "frameworkProviderInfo": .object(information),
    ])
  }
}

extension Recording {
  struct Call {
    var name: String
    var call: LoggedCall
  }

  private static let secrets: Set<String> = ["verificationToken", "samlAttributeQueryResponse"]

  /// The log of the application, which began with its first call or exchange.
  var logs: [FrameworkLog] {
    let key = Array(UInt8(0)..<32)
    let writer = FrameworkLogWriter(key: key, secretNames: Self.secrets)
    let starts = [entries.first?.exchange.startedAt.milliseconds, calls.first?.call.time]
    guard !calls.isEmpty, let start = starts.compactMap(\.self).min() else { return [] }
    return [
      FrameworkLog(
        name: "calls.jsonl", partner: "apple", key: key, started: (logStart ?? start) + ahead,
        calls: calls.map { call in
          var call = call
          call.move(by: ahead)
          return writer.digested(call.call)
        })
    ]
  }

  /// What an entry of the audit is called: of the recording, or of the log behind it.
  func name(of entry: EntryReference) -> String {
    // The head of a log is its first entry.
    entry.recording == 0 ? entries[entry.index].name : calls[entry.index - 1].name
  }

  mutating func change(call name: String, _ change: (inout Call) -> Void) {
    for index in calls.indices where calls[index].name == name { change(&calls[index]) }
    calls.removeAll { $0.name.isEmpty }
    calls.sort { $0.call.time < $1.call.time }
  }

  /// The call of a name, which there has to be.
  func call(_ name: String) -> LoggedCall {
    guard let call = calls.first(where: { $0.name == name })?.call else {
      preconditionFailure("there is no call \(name)")
    }
    return call
  }
}

extension Recording.Call {
  mutating func move(by milliseconds: Int) {
    call.time += milliseconds
    call.answered = call.answered.map { $0 + milliseconds }
  }

  /// Edits of a table: `asks` and `gives` change a member of the request or the answer, or take it away.
  mutating func apply(_ word: String, _ rest: String, _ old: String, _ new: String?) {
    let value = new.map { text in
      (try? JSONParser.document(Array(text.utf8)).root) ?? .string(text)
    }
    switch word {
    case "asks": call.request[old] = value
    case "gives": call.answer?[old] = value
    case "answers": call.answer = (try? JSONParser.document(Array(rest.utf8)).root)?.object
    case "takes": call.answered = call.time + (Int(rest) ?? 0)
    case "moves": move(by: Int(rest) ?? 0)
    case "unanswered": (call.answered, call.answer) = (nil, nil)
    case "drop": name = ""
    default: preconditionFailure("there is no edit \(word) of a call")
    }
  }
}
