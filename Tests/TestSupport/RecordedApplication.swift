// SPDX-License-Identifier: Apache-2.0
// The recording of a small application, and rules that judge it.

/// The traffic of a small application as HAR, with rules for it.
package enum RecordedApplication {
  /// Writes four rules and what they speak of.
  package static func writeRules(to folder: TemporaryFolder) throws {
    try folder.write(
      """
      exchanges:
        - exchange: register
          request: POST /o/client/register
          values: {client: $.answer.json.client_id}
        - exchange: token
          request: POST /o/client/token
          values: {client: $.form.client_id, token: $.answer.json.access_token}
        - exchange: profiles
          request: GET /api/v2/{serviceProvider}/profiles
        - exchange: resume
          request: POST /api/v2/{serviceProvider}/sessions/{code}
      every:
        device: {path: "$.headers['ap-device-identifier']", after: "fingerprint "}
        token: {path: $.headers.authorization, after: "Bearer "}
      sessions:
        by: device
        links: [token, client]
        begins: [register]
      """, to: "rules/exchanges.yaml")
    try folder.write(
      """
      application: Tokens
      cookbook: book
      phase: A
      rules:
        - rule: The token call sends the credentials of the registration
          covers: [A-1]
          advice: Keep the client id of the registration.
          on: token
          save: {client: $.form.client_id}
          earlier: {is: register, answer: {json: {client_id: "${client}"}}}
        - rule: Profiles are asked for with a token
          covers: [A-2]
          on: profiles
          expect: {headers: {authorization: !matches "Bearer .+"}}
        - rule: Profiles are asked for as JSON
          covers: [A-3]
          on: profiles
          expect: {headers: {accept: application/json}}
        - rule: A session is resumed with a token
          covers: [A-2]
          on: resume
          expect: {headers: {authorization: !matches "Bearer .+"}}
      """, to: "rules/a.yaml")
    let requirements = [("A-1", "must"), ("A-2", "must"), ("A-3", "should")].map {
      #"{"id": "\#($0)", "level": "\#($1)", "subject": "application", "text": "It does \#($0).","#
        + #" "shownBy": ["application"]}"#
    }
    try folder.write(
      """
      {"cookbook": "book", "revision": "1", "phases": [{"id": "A", "title": "All", "steps": [
        {"title": "One", "requirements": [\(requirements.joined(separator: ", "))]}]}]}
      """, to: "rules/cookbooks/book.json")
  }

  package static let secrets = [
    "client-4711-secret-id", "token-0123456789abcdef", "ZGV2aWNlLTQ3MTE", "user-90210-household",
    "cookie-8f3a1c",
  ]

  package static func entry(
    _ second: Int, _ method: String, _ path: String, headers: [String: String] = [:],
    form: String? = nil, status: Int = 200, answer: String
  ) -> String {
    let fields = headers.map { #"{"name": "\#($0)", "value": "\#($1)"}"# }.sorted()
    let body = form.map {
      #", "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "\#($0)"}"#
    }
    return """
      {"startedDateTime": "2026-11-22T10:00:0\(second).000Z", "time": 10, "request": {
        "method": "\(method)", "url": "https://sp.example\(path)", "httpVersion": "HTTP/1.1",
        "headers": [\(fields.joined(separator: ", "))], "queryString": [], "cookies": [],
        "headersSize": -1, "bodySize": -1\(body ?? "")},
       "response": {"status": \(status), "statusText": "", "httpVersion": "HTTP/1.1",
        "headers": [{"name": "Content-Type", "value": "application/json"}], "cookies": [],
        "content": {"size": 1, "mimeType": "application/json", "text": \(answer)},
        "redirectURL": "", "headersSize": -1, "bodySize": -1},
       "cache": {}, "timings": {"send": 0, "wait": 10, "receive": 0}}
      """
  }

  /// A recording of a registration, a token and a request of profiles.
  ///
  /// - Parameters:
  ///   - client: The id with which the token is asked for.
  ///   - accept: What kind of profiles is asked for.
  ///   - code: Of a session that is resumed without a token; nil for none.
  package static func recording(
    client: String = secrets[0], accept: String = "application/json", code: String? = nil
  ) -> String {
    let entries: [String] =
      [
        entry(
          1, "POST", "/o/client/register",
          answer: #""{\"client_id\": \"\#(secrets[0])\", \"user_id\": \"\#(secrets[3])\"}""#),
        entry(
          2, "POST", "/o/client/token", form: "client_id=\(client)",
          answer: #""{\"access_token\": \"\#(secrets[1])\"}""#),
        entry(
          3, "GET", "/api/v2/REF30/profiles?device_id=\(secrets[2])",
          headers: [
            "Authorization": "Bearer \(secrets[1])", "Accept": accept,
            "AP-Device-Identifier": "fingerprint \(secrets[2])", "Cookie": "sid=\(secrets[4])",
          ], answer: #""{\"profiles\": {}}""#), entry(4, "GET", "/elsewhere", answer: #""{}""#),
      ] + (code.map { [entry(5, "POST", "/api/v2/REF30/sessions/\($0)", answer: #""{}""#)] } ?? [])
    return """
      {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [
      \(entries.joined(separator: ",\n"))]}}
      """
  }
}
