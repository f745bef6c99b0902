// SPDX-License-Identifier: Apache-2.0
// The parts of a recorded request that can be changed.

import Audit
import Expectations
import Formats
import HTTP
import Text

/// A part of a request.
struct RequestPart: Sendable {
  enum Site: Sendable, Hashable {
    /// The name in lower case.
    case header(String)
    case query(String)
    case form(String)
    /// A member of a JSON body.
    case member(String)
    /// A segment of the path that has a name, and its index.
    case segment(String, Int)
  }

  let site: Site
  /// The value as it stands in the request: not decoded, that of a member as JSON.
  let raw: String
}

extension RequestPart.Site {
  /// The names on the way to it in the document of the exchange.
  var names: [String] {
    switch self {
    case .header(let name): ["headers", name]
    case .query(let name): ["query", name]
    case .form(let name): ["form", name]
    case .member(let name): ["json", name]
    case .segment(let name, _): ["parameters", name]
    }
  }

  var pattern: PlacePattern { names.reduce(.json) { $0.member($1) } }

  /// In words: `header authorization`. It has no value in it.
  var words: String {
    switch self {
    case .header(let name): "header \(name)"
    case .query(let name): "query parameter \(name)"
    case .form(let name): "form field \(name)"
    case .member(let name): "body member \(name)"
    case .segment(let name, _): "path segment {\(name)}"
    }
  }
}

extension RequestPart {
  /// The header fields that the transport or the user agent adds.
  private static let framing: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "keep-alive", "accept-encoding",
    "user-agent",
  ]

  /// The parts of a request, each name once.
  ///
  /// - Parameter segments: The names of segments of the path, with their indices.
  static func parts(
    of exchange: RecordedExchange, _ json: JSONValue, segments: [(name: String, index: Int)]
  ) -> [RequestPart] {
    var parts: [RequestPart] = []
    var sites: Set<Site> = []
    func add(_ site: Site, _ raw: String) {
      if sites.insert(site).inserted { parts.append(RequestPart(site: site, raw: raw)) }
    }
    for field in exchange.request.headers?.fields ?? [] where !field.name.hasPrefix(":") {
      let name = field.name.lowercased()
      if !framing.contains(name) { add(.header(name), field.value) }
    }
    let url = RecordedURL(exchange.request.url)
    let path = url.segments
    for segment in segments where path.indices.contains(segment.index) {
      add(.segment(segment.name, segment.index), String(path[segment.index]))
    }
    for pair in RawPairs(url.query ?? "").pairs { add(.query(pair.name), pair.raw) }
    if let object = json["json"]?.object {
      for member in object.members { add(.member(member.name), JSONWriter.text(member.value)) }
    } else if json["form"]?.object?.isEmpty == false, case .bytes(let bytes) = exchange.request.body
    {
      for pair in RawPairs(String(decoding: bytes, as: UTF8.self)).pairs {
        add(.form(pair.name), pair.raw)
      }
    }
    return parts
  }

  /// The value with one letter or digit in the middle changed; nil for one without.
  var altered: String? {
    var scalars = Array(raw.unicodeScalars)
    func canChange(_ index: Int) -> Bool {
      guard scalars[index].isASCII, scalars[index].properties.isAlphabetic || isDigit(index)
      else { return false }
      // Not a digit of %2B.
      return !(max(0, index - 2)..<index).contains { scalars[$0] == "%" }
    }
    func isDigit(_ index: Int) -> Bool { ("0"..."9").contains(scalars[index]) }
    let middle = scalars.count / 2
    let order = scalars.indices.sorted { abs($0 - middle) < abs($1 - middle) }
    guard let index = order.first(where: canChange) else { return nil }
    switch scalars[index] {
    case "9", "z", "Z": scalars[index] = isDigit(index) ? "0" : scalars[index] == "z" ? "a" : "A"
    default:
      guard let next = UnicodeScalar(scalars[index].value + 1) else { return nil }
      scalars[index] = next
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The value with nothing in it; nil where there can't be one.
  var emptied: String? {
    switch site {
    case .header, .query, .form: raw.isEmpty ? nil : ""
    case .member: raw.hasPrefix("\"") ? "\"\"" : raw.hasPrefix("[") ? "[]" : nil
    case .segment: nil
    }
  }
}

/// A change of a part.
enum PartEdit: Sendable, Equatable {
  case removed
  case doubled
  /// As it stands in the request.
  case value(String)
}

extension RecordedExchange {
  /// The same with one part changed; nil where that can't be.
  func edited(_ site: RequestPart.Site, _ edit: PartEdit) -> RecordedExchange? {
    var result = self
    switch site {
    case .header(let name):
      let fields = (request.headers?.fields ?? []).flatMap { field -> [HeaderField] in
        guard field.name.lowercased() == name else { return [field] }
        switch edit {
        case .removed: return []
        case .doubled: return [field, field]
        case .value(let raw): return [HeaderField(field.name, raw)]
        }
      }
      result.request.headers = HeaderList(fields)
    case .query(let name):
      let url = request.url.prefix { $0 != "?" && $0 != "#" }
      let query = RawPairs(RecordedURL(request.url).query ?? "").edited(name, edit).text
      result.request.url = query.isEmpty ? String(url) : "\(url)?\(query)"
    case .form(let name):
      guard case .bytes(let bytes) = request.body else { return nil }
      let text = RawPairs(String(decoding: bytes, as: UTF8.self)).edited(name, edit).text
      result.request.body = RecordedBody(Array(text.utf8))
    case .member(let name):
      guard case .bytes(let bytes) = request.body,
        let object = ExchangeDocument.parsed(bytes)?.object
      else { return nil }
      var members: [(name: String, value: JSONValue)] = []
      for member in object.members {
        switch edit {
        case _ where member.name != name: members.append((member.name, member.value))
        case .removed: break
        // JSON does not say which of two members of one name counts.
        case .doubled: return nil
        case .value(let raw):
          guard let value = try? JSONParser.document(Array(raw.utf8)).root else { return nil }
          members.append((name, value))
        }
      }
      result.request.body = .bytes(JSONWriter.bytes(.object(JSONObject(members))))
    case .segment(_, let index):
      let url = RecordedURL(request.url)
      var segments = url.segments.map(String.init)
      guard segments.indices.contains(index) else { return nil }
      switch edit {
      case .removed: segments.remove(at: index)
      case .doubled: return nil
      case .value(let raw): segments[index] = raw
      }
      let query = url.query.map { "?\($0)" } ?? ""
      result.request.url = "\(url.origin)/\(segments.joined(separator: "/"))\(query)"
    }
    return result == self ? nil : result
  }

  /// When the answer was complete, as far as the recording tells.
  var end: Int { startedAt.milliseconds + max(0, duration?.wholeMilliseconds ?? 0) }

  /// The same so many milliseconds later.
  func later(by milliseconds: Int) -> RecordedExchange {
    var result = self
    result.startedAt = startedAt + .milliseconds(milliseconds)
    return result
  }
}
