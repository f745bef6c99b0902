// SPDX-License-Identifier: Apache-2.0
// JSON laid out in lines, with the places of findings marked.

import Formats
import HTTP
import Record
import Text

/// Writes JSON indented, and knows of each line which place it shows.
struct JSONLines {
  let marked: [JSONPointer]
  var lines: [BodyLayout.Line] = []

  mutating func add(_ value: JSONValue, at pointer: JSONPointer, name: String?, comma: Bool) {
    let indent = String(repeating: "  ", count: pointer.tokens.count)
    let key = name.map { "\(JSONWriter.text(.string($0))): " } ?? ""
    let end = comma ? "," : ""
    let isMarked = marked.contains(pointer)
    func line(_ text: String) -> BodyLayout.Line {
      BodyLayout.Line(text: "\(indent)\(text)", isMarked: isMarked)
    }
    switch value {
    case .object(let object) where !object.isEmpty:
      lines.append(line("\(key){"))
      for (index, member) in object.members.enumerated() {
        add(
          member.value, at: pointer.appending(name: member.name), name: member.name,
          comma: index + 1 < object.count)
      }
      lines.append(BodyLayout.Line(text: "\(indent)}\(end)"))
    case .array(let items) where !items.isEmpty:
      lines.append(line("\(key)["))
      for (index, item) in items.enumerated() {
        add(item, at: pointer.appending(index: index), name: nil, comma: index + 1 < items.count)
      }
      lines.append(BodyLayout.Line(text: "\(indent)]\(end)"))
    default: lines.append(line("\(key)\(JSONWriter.text(value))\(end)"))
    }
  }
}
