// SPDX-License-Identifier: Apache-2.0
// Changes one part of a recorded request.

import Audit
import Formats
import HTTP
import Text

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
        // Which of two members of one name counts, nobody knows.
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
