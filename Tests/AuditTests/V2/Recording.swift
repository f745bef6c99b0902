// SPDX-License-Identifier: Apache-2.0
// A recording that tests change, one thing at a time.

import Audit
import Formats
import HTTP
import Text

/// What an application sent and was answered, in order, by name.
struct Recording {
  struct Entry {
    var name: String
    var exchange: RecordedExchange
  }

  var entries: [Entry] = []

  /// As an audit reads it.
  var source: ExchangeList {
    ExchangeList(
      recordings: ["recording.har"],
      entries.enumerated().map { index, entry in
        var exchange = entry.exchange
        exchange.entry = EntryReference(recording: 0, index: index)
        return exchange
      })
  }

  /// Changes every entry of a name.
  mutating func change(_ name: String, _ change: (inout RecordedExchange) -> Void) {
    precondition(entries.contains { $0.name == name }, "there is no entry \(name)")
    for index in entries.indices where entries[index].name == name {
      change(&entries[index].exchange)
    }
  }

  /// Gives a header another value, or takes it away.
  mutating func header(_ header: String, _ value: String?, of names: String...) {
    for name in names { change(name) { $0.header(header, value) } }
  }

  /// Gives the framework status other contents.
  mutating func status(_ json: String, of names: String...) {
    for name in names {
      change(name) { $0.header("AP-Partner-Framework-Status", Base64.encode(json)) }
    }
  }

  /// Gives a parameter of a form another value, or takes it away.
  mutating func form(_ field: String, _ value: String?, of name: String) {
    change(name) { exchange in
      var pairs = exchange.text.split(separator: "&").map(String.init).filter {
        !$0.hasPrefix("\(field)=")
      }
      if let value { pairs.append("\(field)=\(PercentEncoding.encodeForm(value))") }
      exchange.text = pairs.joined(separator: "&")
    }
  }

  /// Replaces a text in the body.
  mutating func body(_ old: String, _ new: String, of names: String...) {
    for name in names {
      change(name) { $0.text = $0.text.replacing(old, with: new) }
    }
  }

  mutating func url(_ old: String, _ new: String, of names: String...) {
    for name in names {
      change(name) { $0.request.url = $0.request.url.replacing(old, with: new) }
    }
  }

  mutating func method(_ method: String, of name: String) {
    change(name) { $0.request.method = method }
  }

  /// Gives the answer another body and status.
  mutating func answer(_ name: String, _ status: Int = 200, _ json: String? = nil) {
    change(name) { exchange in
      exchange.response?.status = status
      if let json { exchange.response?.body = .bytes(Array(json.utf8)) }
    }
  }

  mutating func drop(_ names: String...) {
    entries.removeAll { names.contains($0.name) }
  }

  /// Sends an entry once more, so many milliseconds after its answer, under another name.
  mutating func again(
    _ name: String, after milliseconds: Int, as copy: String,
    _ change: (inout RecordedExchange) -> Void = { _ in }
  ) {
    guard let entry = entries.first(where: { $0.name == name }) else {
      preconditionFailure("there is no entry \(name)")
    }
    var exchange = entry.exchange
    exchange.startedAt = exchange.startedAt + .milliseconds(100 + milliseconds)
    change(&exchange)
    insert(Entry(name: copy, exchange: exchange))
  }

  /// Sends what was sent later, so many milliseconds before another entry.
  mutating func move(_ name: String, before other: String) {
    guard let from = entries.firstIndex(where: { $0.name == name }),
      let target = entries.first(where: { $0.name == other })
    else { preconditionFailure("there is no entry \(name) or \(other)") }
    var entry = entries.remove(at: from)
    entry.exchange.startedAt = target.exchange.startedAt - .milliseconds(500)
    insert(entry)
  }

  /// Sends everything from an entry on so much later.
  mutating func delay(from name: String, by duration: Duration) {
    guard let first = entries.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("there is no entry \(name)")
    }
    for index in first..<entries.count {
      entries[index].exchange.startedAt = entries[index].exchange.startedAt + duration
    }
  }

  mutating func insert(_ entry: Entry) {
    let at = entries.firstIndex { $0.exchange.startedAt > entry.exchange.startedAt }
    entries.insert(entry, at: at ?? entries.count)
  }

  /// Without what came before an entry.
  func from(_ name: String) -> Recording {
    guard let first = entries.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("there is no entry \(name)")
    }
    return Recording(entries: Array(entries[first...]))
  }

  /// Changes the SAML response that is exchanged for a profile.
  mutating func saml(_ change: (String) -> String) {
    let name = "partner-profile"
    let value =
      entries.first { $0.name == name }?.exchange.text
      .replacing("SAMLResponse=", with: "") ?? ""
    let text = PercentEncoding.decode(value, plusIsBlank: true).flatMap { Base64.decode($0) } ?? []
    form("SAMLResponse", Base64.encode(change(String(decoding: text, as: UTF8.self))), of: name)
  }

  /// When the first entry of a name was sent.
  func time(of name: String) -> Timestamp {
    entries.first { $0.name == name }?.exchange.startedAt ?? Timestamp(milliseconds: 0)
  }

  /// The value of a header of the first entry of a name.
  func header(_ header: String, of name: String) -> String {
    entries.first { $0.name == name }?.exchange.request.headers?[header] ?? ""
  }

  /// A string in the answer of the first entry of a name.
  func answered(_ member: String, by name: String) -> String {
    guard
      case .bytes(let bytes)? = entries.first(where: { $0.name == name })?.exchange.response?.body
    else { return "" }
    return (try? JSONParser.document(bytes).root)?[member]?.string ?? ""
  }
}

extension RecordedExchange {
  mutating func header(_ name: String, _ value: String?) {
    var headers = HeaderList(
      (request.headers?.fields ?? []).filter { $0.name.lowercased() != name.lowercased() })
    if let value { headers.append(name, value) }
    request.headers = headers
  }

  /// The body of the request.
  var text: String {
    get {
      guard case .bytes(let bytes) = request.body else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
    set { request.body = .bytes(Array(newValue.utf8)) }
  }
}
