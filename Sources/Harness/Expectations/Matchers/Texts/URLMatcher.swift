// SPDX-License-Identifier: Apache-2.0
// `!url`: the parts of a URL or of a path.

internal import Encodings
internal import Findings
internal import HTTPMessages
internal import JSON
internal import SourceText

/// `!url {origin, scheme, host, port, path, query}`: a string that is an absolute URL, or a path
/// with or without a query, and what its parts must be.
///
/// `origin: target` is where a client that follows the URL stays on the target: a path does so,
/// and an absolute URL of the target's own origin.
package struct URLMatcher: Sendable, Equatable {
  package enum Part: String, Sendable, CaseIterable {
    case origin
    case scheme
    case host
    case port
    case path
    case query
  }

  package struct Entry: Sendable, Equatable {
    package let part: Part
    package let pattern: Pattern
    /// Of a path written as text, its decoded segments: they are compared one by one.
    let segments: [String]?
  }

  package let parts: [Entry]

  /// The origin of the target, as suites write it.
  fileprivate static let target = "target"
}

extension URLMatcher {
  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard let url = Self.url(text) else { return false }
    return parts.allSatisfy { $0.accepts(url, in: scope) }
  }

  func mismatches(_ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope)
    -> [Finding]
  {
    guard let text = value.string else { return [] }
    guard let url = Self.url(text) else {
      return [
        pattern.mismatch(
          value, at: place, nearest: "\(place.name) is neither an absolute URL nor a path")
      ]
    }
    return parts.filter { !$0.accepts(url, in: scope) }.flatMap { entry in
      entry.mismatches(url, at: .inside(place, .part(entry.part.rawValue)), in: scope)
    }
  }

  private static func url(_ text: String) -> URLReference? {
    guard let url = URLReference(text) else { return nil }
    let isPath = url.authority == nil && url.path.hasPrefix("/")
    return url.scheme != nil || isPath ? url : nil
  }
}

extension URLMatcher.Entry {
  fileprivate func accepts(_ url: URLReference, in scope: Scope) -> Bool {
    if let segments { return URLMatcher.segments(of: url.path) == segments }
    let value = value(of: url, in: scope)
    if part == .query, url.query == nil, pattern.acceptsNothing { return true }
    return pattern.accepts(value, in: scope)
  }

  fileprivate func mismatches(_ url: URLReference, at place: Place, in scope: Scope) -> [Finding] {
    let value = value(of: url, in: scope)
    if segments != nil { return [pattern.mismatch(value, at: place)] }
    if part == .query, value == nil {
      return [
        Finding(
          place: place, position: pattern.position, expected: pattern.text,
          found: Wording.cut(url.query ?? ""), nearest: "the query can't be decoded")
      ]
    }
    return pattern.mismatches(value, at: place, in: scope)
  }

  /// The value of the part; a query is an object of its decoded values, empty where there is
  /// none, a repeated name an array.
  private func value(of url: URLReference, in scope: Scope) -> JSONValue? {
    switch part {
    case .origin:
      guard url.scheme != nil else { return .string(URLMatcher.target) }
      return url.origin.map { .string($0 == scope.target ? URLMatcher.target : "\($0)") }
    case .scheme: return url.scheme.map { .string($0) }
    case .host: return url.authority.map { .string($0.host) }
    case .port: return url.authority?.port.map { .integer($0) }
    case .path: return .string(url.path)
    case .query:
      guard let fields = FormBody.decode(Array((url.query ?? "").utf8)) else { return nil }
      var object = JSONObject()
      // Looking a name up costs the number of names: a limit keeps that from being quadratic.
      for field in fields.prefix(1000) {
        switch object[field.name] {
        case nil: object.append(field.name, .string(field.value))
        case .array(let values)?: object[field.name] = .array(values + [.string(field.value)])
        case let first?: object[field.name] = .array([first, .string(field.value)])
        }
      }
      return .object(object)
    }
  }
}

extension URLMatcher {
  /// The decoded segments of a path; one that does not decode stays as it is.
  fileprivate static func segments(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { segment in
      let text = String(decoding: segment, as: UTF8.self)
      return PercentEncoding.decode(text) ?? text
    }
  }
}

extension PatternCompilation {
  /// The argument of `!url`: nil, or a map of parts.
  mutating func url(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    guard let argument else { return .url(URLMatcher(parts: [])) }
    if case .unknown = argument { return .unknown }
    let names = URLMatcher.Part.allCases.map(\.rawValue)
    guard let members = members(argument, of: tag, allowed: names) else { return nil }
    var entries: [URLMatcher.Entry] = []
    var isValid = true
    for member in members {
      guard let part = URLMatcher.Part(rawValue: member.name),
        let pattern = pattern(member.value, Self.subject(of: part)),
        let entry = entry(part, pattern, isWritten: member.value.isScalar)
      else {
        isValid = false
        continue
      }
      entries.append(entry)
    }
    return isValid ? .url(URLMatcher(parts: entries)) : nil
  }

  private static func subject(of part: URLMatcher.Part) -> Subject {
    switch part {
    case .origin, .scheme, .host, .path:
      .one([.string, .nothing], noun: "the \(part.rawValue) of a URL")
    case .port: .one([.number, .nothing], noun: "the port of a URL")
    case .query: .one([.object, .nothing], noun: "the query of a URL")
    }
  }

  private mutating func entry(_ part: URLMatcher.Part, _ pattern: Pattern, isWritten: Bool)
    -> URLMatcher.Entry?
  {
    guard case .literal(let literal) = pattern.form, let text = literal.value.string else {
      return URLMatcher.Entry(part: part, pattern: pattern, segments: nil)
    }
    switch part {
    case .path where text.hasPrefix("/"):
      if isWritten, let mark = text.utf8.firstIndex(where: { $0 == 0x3F || $0 == 0x23 }) {
        fail(
          "a path ends before '\(text[mark])': the query of a URL stands under 'query'",
          at: pattern.position)
        return nil
      }
      return URLMatcher.Entry(
        part: part, pattern: pattern, segments: URLMatcher.segments(of: text))
    case .path where isWritten:
      fail("a path begins with '/'", at: pattern.position)
      return nil
    case .origin, .scheme, .host:
      // They are the same in either case, and are compared in lower case.
      let lower = Literal(.string(text.lowercased()), written: literal.written)
      return URLMatcher.Entry(
        part: part, pattern: Pattern(.literal(lower), at: pattern.position), segments: nil)
    case .path, .port, .query:
      return URLMatcher.Entry(part: part, pattern: pattern, segments: nil)
    }
  }
}
