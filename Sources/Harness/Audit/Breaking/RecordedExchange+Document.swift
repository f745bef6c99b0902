// SPDX-License-Identifier: Apache-2.0
// Changes a recorded exchange by its document.

internal import Encodings
internal import HTTPMessages
internal import JSON
internal import Traffic

extension RecordedExchange {
  /// The same with another value at a place of its document; nil where that can't be, or where it
  /// changes nothing.
  func changed(
    _ change: DocumentChange, kind: Int, _ vocabulary: ExchangeVocabulary
  ) -> RecordedExchange? {
    guard let path = vocabulary.packed(change.path), case .name(let part)? = path.first else {
      return nil
    }
    let document = vocabulary.document(of: self, kind: kind).json
    guard let new = JSONValue.changed(document, at: path[...], to: change.value) else { return nil }
    var result = self
    let value = new[part]
    switch part {
    case "method":
      guard let text = value?.string, !text.isEmpty else { return nil }
      result.request.method = text
    case "url":
      guard let text = value?.string, text.contains("://") else { return nil }
      result.request.url = text
    case "scheme", "host", "path":
      let url = RecordedURL(request.url)
      guard let text = value?.string, part == "path" || !text.isEmpty else { return nil }
      let scheme = part == "scheme" ? text : url.scheme
      let host = part == "host" ? text : url.authority
      let way = part == "path" ? text : url.path
      if part == "path", !text.hasPrefix("/") || text.contains(where: { " ?#".contains($0) }) {
        return nil
      }
      result.request.url = "\(scheme)://\(host)\(way)\(url.query.map { "?\($0)" } ?? "")"
    case "headers":
      guard case .name(let name)? = path.dropFirst().first, request.headers != nil else {
        return nil
      }
      result.request.headers = request.headers?.with(name, value?[name]?.texts ?? [])
    case "query":
      guard case .name(let name)? = path.dropFirst().first else { return nil }
      let url = request.url.prefix { $0 != "?" && $0 != "#" }
      let query = RawPairs(RecordedURL(request.url).query ?? "")
        .with(name, value?[name]?.texts ?? [])
      result.request.url = query.isEmpty ? String(url) : "\(url)?\(query)"
    case "form":
      guard case .name(let name)? = path.dropFirst().first else { return nil }
      let isForm = document["form"]?.object?.isEmpty == false
      var old = ""
      if isForm, case .bytes(let bytes) = request.body {
        old = String(decoding: bytes, as: UTF8.self)
      }
      let text = RawPairs(old).with(name, value?[name]?.texts ?? [])
      result.request.body = RecordedBody(Array(text.utf8))
    case "parameters":
      let url = RecordedURL(request.url)
      let places = vocabulary.parameterPlaces(of: kind, request.method, url)
      guard case .name(let name)? = path.dropFirst().first,
        let place = places.first(where: { $0.name == name })
      else { return nil }
      let text = value?[name]?.texts.first
      return edited(
        .segment(name, place.index),
        text.map { PartEdit.value(PercentEncoding.encode($0)) } ?? .removed)
    case "json": result.request.body = RecordedBody(value.map { JSONWriter.bytes($0) } ?? [])
    case "text": result.request.body = RecordedBody(Array((value?.string ?? "").utf8))
    case "time":
      guard let time = value?.wholeNumber else { return nil }
      result.startedAt = Timestamp(milliseconds: time)
    case "answer":
      guard case .name(let name)? = path.dropFirst().first, let answer = response else {
        return nil
      }
      result.response = answer.with(name, value?[name], path)
    default: return nil
    }
    return result == self ? nil : result
  }
}

extension RecordedExchange.Response {
  fileprivate func with(
    _ part: String, _ value: JSONValue?, _ path: [DocumentStep]
  ) -> RecordedExchange.Response {
    var result = self
    switch part {
    case "status": if let status = value?.wholeNumber { result.status = status }
    case "json": result.body = RecordedBody(value.map { JSONWriter.bytes($0) } ?? [])
    case "text": result.body = RecordedBody(Array((value?.string ?? "").utf8))
    case "headers":
      guard path.count > 2, case .name(let name) = path[2] else { break }
      result.headers = headers?.with(name, value?[name]?.texts ?? [])
    default: break
    }
    return result
  }
}

extension ExchangeVocabulary {
  /// A way through a part that is taken apart, as one through what it is packed in; nil where that
  /// can't be gone.
  fileprivate func packed(_ path: [DocumentStep]) -> [DocumentStep]? {
    guard case .name("decoded")? = path.first, path.count > 1, case .name(let name) = path[1] else {
      return path
    }
    guard let part = decoded.first(where: { $0.name == name }), let source = part.source.names,
      source.first != "decoded"
    else { return nil }
    var steps = source.map { DocumentStep.name($0) }
    var rest = Array(path.dropFirst(2))
    for step in part.steps {
      switch step {
      case .base64: steps.append(.base64)
      case .json: steps.append(.json)
      case .xml:
        // The attributes of the root element can be changed, and no more.
        guard case .name(let attribute)? = rest.first, attribute.hasPrefix("@") else { return nil }
        rest[0] = .attribute(String(attribute.dropFirst()))
      }
    }
    return packed(steps + rest)
  }
}

extension JSONValue {
  /// The texts of a header or a parameter.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .number(let number): [number.literal]
    case .array(let items): items.flatMap(\.texts)
    case .null, .boolean, .object: [JSONWriter.text(self)]
    }
  }
}

extension HeaderList {
  /// The list with other values of one name, in its place.
  fileprivate func with(_ name: String, _ values: [String]) -> HeaderList {
    var new: [HeaderField] = []
    var isDone = false
    for field in fields {
      guard HeaderList.isSame(field.name, name) else {
        new.append(field)
        continue
      }
      if !isDone { new += values.map { HeaderField(field.name, $0) } }
      isDone = true
    }
    if !isDone { new += values.map { HeaderField(name, $0) } }
    return HeaderList(new)
  }
}

extension RawPairs {
  /// The text with other values of one name, in its place.
  fileprivate func with(_ name: String, _ values: [String]) -> String {
    let key = PercentEncoding.encodeForm(name)
    let new = values.map { "\(key)=\(PercentEncoding.encodeForm($0))" }
    var texts: [String] = []
    var isDone = false
    for pair in pairs {
      guard pair.name == name else {
        texts.append(pair.text)
        continue
      }
      if !isDone { texts += new }
      isDone = true
    }
    return (isDone ? texts : texts + new).joined(separator: "&")
  }
}
