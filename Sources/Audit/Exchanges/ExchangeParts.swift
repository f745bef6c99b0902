// SPDX-License-Identifier: Apache-2.0
// The parts of an exchange that a recording may lack.

internal import Formats

/// The parts of an exchange that a recording has or lacks, one by one.
struct ExchangeParts: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  /// The method, the URL, and the time.
  static let line = ExchangeParts(rawValue: 1)
  static let headers = ExchangeParts(rawValue: 2)
  static let body = ExchangeParts(rawValue: 4)
  static let status = ExchangeParts(rawValue: 8)
  static let answerHeaders = ExchangeParts(rawValue: 16)
  static let answerBody = ExchangeParts(rawValue: 32)
  static let answer: ExchangeParts = [.status, .answerHeaders, .answerBody]
  static let all: ExchangeParts = [.line, .headers, .body, .answer]
}

extension ExchangeParts {
  /// In words, for reasons: `the headers of the request`.
  var words: String {
    let names: [(ExchangeParts, String)] = [
      (.line, "the URL"), (.headers, "the headers of the request"),
      (.body, "the body of the request"), (.status, "the answer"),
      (.answerHeaders, "the headers of the answer"), (.answerBody, "the body of the answer"),
    ]
    if contains(.answer) { return "the answer" }
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " and ")
  }

  /// The part that a member of the document of an exchange stands for.
  static func of(member name: String) -> ExchangeParts {
    switch name {
    case "headers": .headers
    case "form", "json", "text": .body
    case "answer": .answer
    default: .line
    }
  }

  /// The part that a member of `answer` stands for.
  static func of(answerMember name: String) -> ExchangeParts {
    switch name {
    case "status", "time": .status
    case "headers": .answerHeaders
    default: .answerBody
    }
  }

  /// The header that a query over the document of an exchange reads, in lower case; nil for another
  /// query, and for one of all headers.
  static func header(inQuery source: String) -> String? {
    let names = source.dropFirst().split { ".[]'\"".contains($0) }.map(String.init)
    if names.count > 1, names[0] == "headers" { return names[1].lowercased() }
    if names.count > 2, names[0] == "answer", names[1] == "headers" { return names[2].lowercased() }
    return nil
  }

  /// The parts that a query over the document of an exchange reads; all of them where that can't
  /// be told.
  static func read(byQuery source: String) -> ExchangeParts {
    // `$.answer.json`, `$.headers['ap-device-identifier']`
    let names = source.dropFirst().split { ".[]'\"".contains($0) }.map(String.init)
    guard let first = names.first, !source.hasPrefix("$..") else { return .all }
    if first == "answer", names.count > 1 { return of(answerMember: names[1]) }
    let known = [
      "method", "url", "scheme", "host", "path", "parameters", "query", "headers", "form", "json",
      "text", "time", "answer",
    ]
    return known.contains(first) ? of(member: first) : .all
  }
}
