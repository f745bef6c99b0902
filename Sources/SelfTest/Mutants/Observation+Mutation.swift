// SPDX-License-Identifier: Apache-2.0
// Makes mutants of an answer: the same answer with one part changed.

import Expectations
import Formats
import HTTP
import Text

extension MutationKind {
  /// Whether it changes a part of this kind.
  ///
  /// - Parameter hasEntries: Whether the part holds entries in some answer.
  func applies(to part: AnswerPart, hasEntries: Bool) -> Bool {
    switch (subject, part.site) {
    case (.status, .status), (.header, .header), (.body, .body), (.element, .element),
      (.text, .text), (.text, .attribute):
      true
    case (.value, .json(let pointer, _)): !pointer.tokens.isEmpty
    // A word is borrowed in each answer. The time of another answer is as right, or the same.
    case (.string, .json(_, .string(let text))):
      edit != .borrow || !(part.isWord || Timestamp(iso8601: text) != nil)
    case (.word, .json(_, .string)): part.isWord
    case (.boolean, .json(_, .boolean)), (.number, .json(_, .number)): true
    // A time may be written as digits.
    case (.number, .json(_, .string(let text))):
      Int(text).map(Edit.isTime) ?? false && edit != .increment
    case (.entries, .json(_, .array)), (.entries, .json(_, .object)): hasEntries
    case (.list, .json(_, .array)), (.object, .json(_, .object)): !hasEntries
    default: false
    }
  }
}

extension Observation {
  /// The answer with one part changed; nil where the mutation changes nothing.
  ///
  /// - Parameters:
  ///   - others: The values that other answers have at the place.
  ///   - sample: An entry that another answer has at the place.
  ///   - readsText: Whether the body is read as text, so that its bytes have to be right.
  func mutated(
    _ part: AnswerPart, _ kind: MutationKind, _ content: AnswerContent, others: [String],
    sample: JSONValue?, readsText: Bool
  ) -> Observation? {
    guard var response else { return nil }
    switch part.site {
    case .status:
      guard case .status(let code) = kind.edit, code != response.status else { return nil }
      response.status = code
      return with(response, .same)
    case .header(let name):
      guard let fields = kind.edit.edited(response.headers.fields, named: name) else { return nil }
      response.headers = HeaderList(fields)
      return with(response, .same)
    case .body:
      // Before XML and in a text a byte order mark is allowed.
      if kind.edit == .markByteOrder, !content.isJSON { return nil }
      guard let bytes = kind.edit.edited(body: response.body) else { return nil }
      response.body = bytes
      return with(response, .unread)
    case .json(let pointer, let value):
      guard case .json(let root) = content,
        let edited = kind.edit.edited(value, others: others, sample: sample)
      else { return nil }
      let changed = root.replacing(pointer.tokens[...], by: edited)
      if readsText { response.body = Array(JSONWriter.text(changed).utf8) }
      return with(response, .json(changed))
    case .element(let path), .text(let path), .attribute(let path, _):
      guard case .xml(let root) = content,
        let changed = root.edited(path[...], part.site, kind.edit, others: others)
      else { return nil }
      if readsText { response.body = changed.bytes }
      return with(response, .xml(changed))
    }
  }
}

extension Edit {
  fileprivate func edited(_ fields: [HeaderField], named name: String) -> [HeaderField]? {
    let isIt = { (field: HeaderField) in HeaderList.isSame(field.name, name) }
    if self == .remove { return fields.filter { !isIt($0) } }
    guard let index = fields.firstIndex(where: isIt),
      let text = edited(fields[index].value, others: [])
    else { return nil }
    var changed = fields
    changed[index] = HeaderField(fields[index].name, text)
    return changed
  }

  fileprivate func edited(body: [UInt8]) -> [UInt8]? {
    switch self {
    case .clear: []
    case .cutInHalf: body.count > 1 ? Array(body[..<(body.count / 2)]) : nil
    case .markByteOrder: [0xEF, 0xBB, 0xBF] + body
    case .page: Array("<!DOCTYPE html><html><body><p>Service unavailable<br></body></html>".utf8)
    default: nil
    }
  }
}

extension JSONValue {
  /// The value with another one at a place; everything beside the way there is shared.
  func replacing(_ tokens: ArraySlice<JSONPointer.Token>, by edited: EditResult) -> JSONValue {
    guard let first = tokens.first else {
      if case .value(let value) = edited { return value }
      return .null
    }
    let rest = tokens.dropFirst()
    switch (self, first) {
    case (.array(var items), .index(let index)) where items.indices.contains(index):
      if rest.isEmpty, case .removed = edited {
        items.remove(at: index)
      } else {
        items[index] = items[index].replacing(rest, by: edited)
      }
      return .array(items)
    case (.object(var object), .name(let name)):
      if rest.isEmpty, case .removed = edited {
        object[name] = nil
      } else if let member = object[name] {
        object[name] = member.replacing(rest, by: edited)
      }
      return .object(object)
    default: return self
    }
  }
}

extension XMLElement {
  /// The document with this element as its root, as text.
  fileprivate var bytes: [UInt8] {
    var writer = XMLWriter()
    write(to: &writer)
    return writer.bytes
  }

  private func write(to writer: inout XMLWriter) {
    writer.startElement(name, attributes: attributes.map { ($0.name, $0.value) })
    for child in children {
      switch child {
      case .element(let element): element.write(to: &writer)
      case .text(let text): writer.text(text)
      }
    }
    writer.endElement()
  }

  /// The element with a part below it changed; nil where nothing changes.
  fileprivate func edited(
    _ path: ArraySlice<Int>, _ site: AnswerPart.Site, _ edit: Edit, others: [String]
  ) -> XMLElement? {
    guard let index = path.first else { return editedHere(site, edit, others: others) }
    guard case .element(let child) = children[index] else { return nil }
    var nodes = children
    if path.count == 1, case .element = site {
      switch edit {
      case .remove: nodes.remove(at: index)
      case .repeatLast: nodes.insert(nodes[index], at: index)
      default:
        guard let changed = child.editedHere(site, edit, others: others) else { return nil }
        nodes[index] = .element(changed)
      }
    } else {
      guard let changed = child.edited(path.dropFirst(), site, edit, others: others) else {
        return nil
      }
      nodes[index] = .element(changed)
    }
    return with(nodes, attributes)
  }

  private func editedHere(_ site: AnswerPart.Site, _ edit: Edit, others: [String]) -> XMLElement? {
    switch site {
    case .element: return edit == .clear && !children.isEmpty ? with([], attributes) : nil
    case .attribute(_, let name):
      guard let index = attributes.firstIndex(where: { $0.name == name }) else { return nil }
      var changed = attributes
      if edit == .remove {
        changed.remove(at: index)
      } else {
        guard let text = edit.edited(attributes[index].value, others: others) else { return nil }
        changed[index] = XMLAttribute(name, text)
      }
      return with(children, changed)
    case .text:
      if edit == .remove { return nil }
      return edit.edited(text, others: others).map { with([.text($0)], attributes) }
    default: return nil
    }
  }

  private func with(_ children: [XMLNode], _ attributes: [XMLAttribute]) -> XMLElement {
    XMLElement(
      name: name, namespaceURI: namespaceURI, attributes: attributes, children: children,
      position: position)
  }
}
