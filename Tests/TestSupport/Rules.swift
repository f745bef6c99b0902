// SPDX-License-Identifier: Apache-2.0
// Rules and exchanges of tests.

package import Audit
import HTTP
package import Suites
import Text

/// Files in memory: paths and texts; folders follow from them.
package struct Memory {
  package var texts: [String: String]
  package var links: Set<String>

  package init(texts: [String: String], links: Set<String> = []) {
    self.texts = texts
    self.links = links
  }

  package var files: SuiteFiles {
    let texts = texts
    let links = links
    let folders = Set(
      texts.keys.flatMap { path -> [String] in
        let parts = path.split(separator: "/").map(String.init)
        return (0..<parts.count).map { $0 == 0 ? "." : parts[..<$0].joined(separator: "/") }
      })
    return SuiteFiles(
      kind: { path in
        if links.contains(path) { return .link }
        return texts[path] != nil ? .file : folders.contains(path) ? .folder : nil
      },
      read: { path throws(FileError) in
        guard let text = texts[path] else { throw FileError("it can't be read") }
        return Array(text.utf8)
      },
      list: { folder throws(FileError) in
        let prefix = folder == "." ? "" : "\(folder)/"
        return Array(
          Set(
            texts.keys.filter { $0.hasPrefix(prefix) }.compactMap {
              $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
            }))
      })
  }
}

/// What the rules of tests speak of: a service with registrations, tokens, sessions and polling.
package let exchanges = """
  exchanges:
    - exchange: register
      request: POST /register
      values: {client: $.answer.json.client_id}
    - exchange: token
      request: POST /token
      values: {client: $.form.client_id, token: $.answer.json.access_token}
    - exchange: begin
      request: POST /{app}/sessions
      values: {code: $.answer.json.code}
    - exchange: poll
      request: GET /{app}/sessions/{code}
      values: {code: $.parameters.code}
    - exchange: show
      request: GET /login/{code}
      values: {code: $.parameters.code}
    - exchange: profiles
      request: GET /{app}/profiles
  every:
    device: {path: "$.headers['ap-device-identifier']", after: "fingerprint "}
    token: {path: $.headers.authorization, after: "Bearer "}
  sessions:
    by: device
    links: [code, token, client]
    begins: [register]
  """

/// Loads rules that are called `rules/r.yaml`.
package func load(
  _ rules: String, exchanges: String = exchanges, whole: Bool = false
) -> AuditRules {
  let catalogue = """
    {"cookbook": "book", "revision": "1", "phases": [{"id": "A", "title": "All", "steps": [
      {"title": "All", "requirements": [
        {"id": "R-1", "level": "must", "subject": "application", "text": "…",
         "shownBy": ["application"], "source": {"section": "1"}},
        {"id": "R-2", "level": "must", "subject": "application", "text": "…",
         "shownBy": ["application"], "source": {"section": "1"}}
      ]}]}]}
    """
  return AuditRules.load(
    [whole ? "rules" : "rules/r.yaml"], shipped: nil,
    files: Memory(texts: [
      "rules/r.yaml": rules, "rules/exchanges.yaml": exchanges, "cookbooks/book.json": catalogue,
    ]).files)
}

/// A file with one rule.
package func rule(_ text: String, whole: Bool = false) -> AuditRules {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let indented = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  return load(
    "application: Test\ncookbook: book\nrules:\n  - rule: It is so\n\(indented)\n", whole: whole)
}

/// An exchange as a test writes it.
package struct Sent {
  package var request: String
  package var at: Int
  package var headers: [(String, String)]?
  package var body: RecordedBody = .none
  package var answer: String?
  package var status = 200
  package var device: String? = "a"
  package var isDeliberate = false
  package var origin = "https://api.test"
  package var withheld = WithheldHeaders.none
  package var duration = Duration.milliseconds(100)

  package init(
    _ request: String, at: Int, device: String? = "a", form: String? = nil, token: String? = nil,
    answer: String? = "{}", status: Int = 200
  ) {
    self.request = request
    self.at = at
    self.device = device
    self.answer = answer
    self.status = status
    var headers: [(String, String)] = []
    if let device { headers.append(("AP-Device-Identifier", "fingerprint \(device)")) }
    if let token { headers.append(("Authorization", "Bearer \(token)")) }
    if let form {
      headers.append(("Content-Type", "application/x-www-form-urlencoded"))
      body = .bytes(Array(form.utf8))
    }
    self.headers = headers
  }
}

extension Sent {
  /// The same with an answer that comes so long after it was sent.
  package func lasting(_ duration: Duration) -> Sent {
    var sent = self
    sent.duration = duration
    return sent
  }
}

/// The exchanges of one recording, in the order of its entries. Times are in seconds.
package func traffic(_ sent: [Sent], files: [Int]? = nil) -> ExchangeList {
  var indices: [Int: Int] = [:]
  let exchanges = sent.enumerated().map { number, sent in
    let file = files?[number] ?? 0
    let index = indices[file, default: 0]
    indices[file] = index + 1
    let parts = sent.request.split(separator: " ")
    return RecordedExchange(
      entry: EntryReference(recording: file, index: index),
      startedAt: Timestamp(milliseconds: 1_764_000_000_000 + sent.at * 1000),
      duration: sent.duration,
      request: RecordedExchange.Request(
        method: String(parts[0]), url: sent.origin + parts[1],
        headers: sent.headers.map { HeaderList($0.map { HeaderField($0.0, $0.1) }) },
        withheldHeaders: sent.withheld, body: sent.body),
      response: sent.status == 0
        ? nil
        : RecordedExchange.Response(
          status: sent.status,
          headers: HeaderList([HeaderField("Content-Type", "application/json")]),
          body: sent.answer.map { .bytes(Array($0.utf8)) } ?? .missing(because: "not kept")),
      isDeliberate: sent.isDeliberate)
  }
  return ExchangeList(recordings: (0...(files?.max() ?? 0)).map { "\($0).har" }, exchanges)
}

/// The rows of a table of two lines each: a text, with `\n` for the end of a line, and below it,
/// indented, what comes of it.
package func rows(_ table: String) -> [(String, String)] {
  let lines = table.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  return stride(from: 0, to: lines.count, by: 2).map {
    (lines[$0].replacing("\\n", with: "\n"), String(lines[$0 + 1].dropFirst(2)))
  }
}
