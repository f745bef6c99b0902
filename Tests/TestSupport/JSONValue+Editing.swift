// SPDX-License-Identifier: Apache-2.0
// Changing JSON at a place, for answers that are to be a little different.

package import HTTPMessages
package import JSON

extension JSONValue {
  /// Changes what stands at a path; nil stands for nothing there, before and after.
  ///
  ///     requestor/mvpds/0/id      members by name, items by index
  ///     decisions/*/authorized    every item, or every member
  ///
  /// Where the path leads nowhere but in its last part, nothing is changed.
  package mutating func edit(_ path: String, _ change: (JSONValue?) -> JSONValue?) {
    let parts = path.split(separator: "/").map(String.init)
    if let new = edited(parts[...], change) { self = new }
  }

  package mutating func set(_ path: String, _ value: JSONValue?) {
    edit(path) { _ in value }
  }

  /// Only where something stands there.
  package mutating func replace(_ path: String, _ change: (JSONValue) -> JSONValue?) {
    edit(path) { $0.flatMap(change) }
  }

  /// Every value in it, the inner ones first.
  package func mapped(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .array(let items): change(.array(items.map { $0.mapped(change) }))
    case .object(let object):
      change(.object(object.members.map { (name: $0.name, value: $0.value.mapped(change)) }))
    default: change(self)
    }
  }

  private func edited(
    _ path: ArraySlice<String>, _ change: (JSONValue?) -> JSONValue?
  ) -> JSONValue? {
    guard let name = path.first else { return change(self) }
    let rest = path.dropFirst()
    switch self {
    case .object(var object):
      let names = name == "*" ? object.names : [name]
      for name in names {
        if let value = object[name] {
          object[name] = value.edited(rest, change)
        } else if rest.isEmpty, let value = change(nil) {
          object[name] = value
        }
      }
      return .object(object)
    case .array(let items):
      let indices = name == "*" ? Array(items.indices) : Int(name).map { [$0] } ?? []
      return .array(
        items.enumerated().compactMap { index, item in
          indices.contains(index) ? item.edited(rest, change) : item
        })
    default: return self
    }
  }
}

extension HTTPResponse {
  /// The body as JSON; nil where it is none. Setting writes it.
  package var json: JSONValue? {
    get { body.isEmpty ? nil : try? JSONParser.document(body).root }
    set { body = newValue.map { JSONWriter.bytes($0) } ?? [] }
  }

  package static func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status: status, reason: Status.reason(status),
      headers: HeaderList(["Content-Type": "application/json"]), body: JSONWriter.bytes(value))
  }
}

extension HTTPRequest {
  /// The fields of a form in the body, changed.
  package mutating func editForm(_ change: (inout [(name: String, value: String)]) -> Void) {
    var fields = FormBody.decode(body) ?? []
    change(&fields)
    body = FormBody.encode(fields)
    headers.remove("Content-Length")
  }

  package func formValue(_ name: String) -> String? {
    FormBody.decode(body)?.first { $0.name == name }?.value
  }

  /// The segments of the path, undecoded.
  package var pathSegments: [String] {
    target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
  }

  /// With another segment of the path.
  package func replacing(segment index: Int, by text: String) -> HTTPRequest {
    var segments = pathSegments
    guard segments.indices.contains(index) else { return self }
    segments[index] = text
    let query = target.drop { $0 != "?" }
    var request = self
    request.target = "/\(segments.joined(separator: "/"))\(query)"
    return request
  }
}
