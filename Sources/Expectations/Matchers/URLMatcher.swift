// SPDX-License-Identifier: Apache-2.0
// `!url`: the parts of a URL or of a path.

internal import Formats
internal import HTTP
internal import Text

/// `!url {origin, scheme, host, port, path, query}`: a string that is an absolute URL, or a path
/// with or without a query, with patterns for its parts.
///
/// `origin: target` holds where a client that follows the URL stays on the target: for a path, and
/// for an absolute URL of the target's own origin.
struct URLMatcher: TextMatcher {
  enum Part: String, Sendable, CaseIterable {
    case origin
    case scheme
    case host
    case port
    case path
    case query
  }

  struct Entry: Sendable, Equatable {
    let part: Part
    let pattern: Pattern
    /// The decoded segments of a path that is written as text: they are compared one by one.
    let segments: [String]?
  }

  let parts: [Entry]

  /// The origin of the target, as suites write it.
  fileprivate static let target = "target"

  var children: [Pattern] { parts.map(\.pattern) }
  var argumentText: QuotingText? { FlowText.map(parts.map { ($0.part.rawValue, $0.pattern) }) }
  var phrase: QuotingText {
    let (own, others) = (parts.filter(\.isOfTarget), parts.filter { !$0.isOfTarget })
    let noun: QuotingText = own.isEmpty ? "a URL" : "a URL of the service itself"
    let (there, judged) = (others.filter(\.isOnlyThere), others.filter { !$0.isOnlyThere })
    let parts = there.map { "a \(words: $0.part.rawValue)" as QuotingText }
    let clauses = judged.map { $0.pattern.clause("whose \(words: $0.part.rawValue)") }
    return noun + (parts.isEmpty ? "" : " with \(QuotingText.list(parts))")
      + (clauses.isEmpty ? "" : " \(QuotingText.list(clauses))")
  }

  /// The origin is compared with the target's.
  var dependsOnlyOnValue: Bool { !parts.contains { $0.part == .origin } }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard let url = Self.url(text) else { return false }
    return parts.allSatisfy { $0.accepts(url, in: scope) }
  }

  func innerMismatches(
    _ text: String, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard let url = Self.url(text) else { return [] }
    return parts.filter { !$0.accepts(url, in: scope) }.flatMap { entry in
      entry.mismatches(url, at: .inside(place, .part(entry.part.rawValue)), in: scope)
    }
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    "\(place.name) is neither an absolute URL nor a path"
  }

  private static func url(_ text: String) -> URLReference? {
    guard let url = URLReference(text) else { return nil }
    let isPath = url.authority == nil && url.path.hasPrefix("/")
    return url.scheme != nil || isPath ? url : nil
  }
}

extension URLMatcher.Entry {
  /// Whether it says that a client which follows the URL stays on the target.
  fileprivate var isOfTarget: Bool {
    guard part == .origin, case .literal(let literal) = pattern.form else { return false }
    return literal.value.string == URLMatcher.target
  }

  /// Whether the part may have any value, and must be there.
  fileprivate var isOnlyThere: Bool {
    let kinds = pattern.alwaysAccepts
    return !kinds.isEmpty && !kinds.contains(.nothing) && kinds == pattern.mayAccept
  }

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
          found: FoundValue(words: MessageText.cut(url.query ?? "")),
          nearest: "the query can't be decoded",
          words: pattern.words)
      ]
    }
    return pattern.mismatches(value, at: place, in: scope)
  }

  /// The value of the part. A query is an object of its decoded values, a repeated name an array;
  /// without a query it is empty.
  private func value(of url: URLReference, in scope: Scope) -> JSONValue? {
    switch part {
    case .origin:
      guard url.scheme != nil else { return .string(URLMatcher.target) }
      return url.origin.map {
        .string(scope.target == nil || $0 == scope.target ? URLMatcher.target : "\($0)")
      }
    case .scheme: return url.scheme.map { .string($0) }
    case .host: return url.authority.map { .string($0.host) }
    case .port: return url.authority?.port.map { .integer($0) }
    case .path: return .string(url.path)
    case .query:
      guard let fields = FormBody.decode(Array((url.query ?? "").utf8)) else { return nil }
      var object = JSONObject()
      // Looking up a name takes time for each name before it, so their number is limited.
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

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    let options = compilation.options(tag, Part.allCases.map(\.rawValue)) {
      compilation, option -> Argument<Entry> in
      guard let part = Part(rawValue: option.name),
        let value = value(of: part, option.value, &compilation),
        let pattern = compilation.pattern(value, subject(of: part)),
        let entry = entry(part, pattern, isWritten: value.constant != nil, &compilation)
      else { return .mistake }
      return .known(entry)
    }
    return options.map { Self(parts: $0.values) }
  }

  /// The value of a part. A path is written as in a request, so a variable in it is one segment.
  private static func value(
    of part: Part, _ template: ValueTemplate, _ compilation: inout PatternCompilation
  ) -> ValueTemplate? {
    guard part == .path, case .text(let text) = template, !compilation.bindings.isUnknown else {
      return compilation.node(template)
    }
    let path = compilation.evaluated(at: text.position) { bindings throws(EvaluationError) in
      try text.text(in: bindings, encode: PercentEncoding.encode)
    }
    return path.map { .scalar(.string($0), written: $0, isPlain: false, at: text.position) }
  }

  private static func subject(of part: Part) -> Subject {
    switch part {
    case .origin, .scheme, .host, .path:
      .one([.string, .nothing], noun: "the \(part.rawValue) of a URL")
    case .port: .one([.number, .nothing], noun: "the port of a URL")
    case .query: .one([.object, .nothing], noun: "the query of a URL")
    }
  }

  /// The pattern of a part; nil after a mistake.
  private static func entry(
    _ part: Part, _ pattern: Pattern, isWritten: Bool, _ compilation: inout PatternCompilation
  ) -> Entry? {
    guard case .literal(let literal) = pattern.form, let text = literal.value.string else {
      return Entry(part: part, pattern: pattern, segments: nil)
    }
    switch part {
    case .path where text.hasPrefix("/"):
      if isWritten, let mark = text.utf8.firstIndex(where: { $0 == 0x3F || $0 == 0x23 }) {
        compilation.fail(
          "a path ends before '\(text[mark])': the query of a URL stands under 'query'",
          at: pattern.position)
        return nil
      }
      return Entry(part: part, pattern: pattern, segments: segments(of: text))
    case .path where isWritten:
      compilation.fail("a path begins with '/'", at: pattern.position)
      return nil
    case .origin, .scheme, .host:
      // Case does not count in these parts, so they are compared in lower case.
      let lower = Literal(.string(text.lowercased()), written: literal.written)
      return Entry(
        part: part, pattern: Pattern(.literal(lower), at: pattern.position), segments: nil)
    case .path, .port, .query: return Entry(part: part, pattern: pattern, segments: nil)
    }
  }
}
