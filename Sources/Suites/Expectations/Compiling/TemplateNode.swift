// SPDX-License-Identifier: Apache-2.0
// One node of a template with its own variables filled in.

internal import Formats
internal import Text

/// One node of a template with its own variables filled in; the templates inside it are as written.
struct TemplateNode {
  enum Content {
    case scalar(JSONValue, written: String, isPlain: Bool)
    /// The value of a variable: it must be equal as a whole, a map too.
    case value(JSONValue)
    /// A variable whose value is not known yet.
    case unknown
    case list([ValueTemplate])
    case map([ValueTemplate.Member])
    case tagged(ValueTemplate.Tag, ValueTemplate?)
    case expression(RegularExpression, source: String)
  }

  let content: Content
  let position: Position

  init(_ content: Content, at position: Position) {
    self.content = content
    self.position = position
  }
}

extension TemplateNode {
  init(_ template: ValueTemplate, in bindings: Bindings) throws(EvaluationError) {
    switch template {
    case .scalar(let value, let written, let isPlain, let position):
      self.init(.scalar(value, written: written, isPlain: isPlain), at: position)
    case .text(let text):
      if bindings.isUnknown, !text.variables.isEmpty {
        self.init(.unknown, at: text.position)
      } else {
        let filled = try text.text(in: bindings)
        self.init(
          .scalar(.string(filled), written: filled, isPlain: false), at: text.position)
      }
    case .variable(let expression):
      switch try expression.value(in: bindings) {
      case .json(let value): self.init(.value(value), at: expression.position)
      case .pattern(let template): try self.init(template, in: bindings)
      case .unknown: self.init(.unknown, at: expression.position)
      }
    case .list(let items, let position): self.init(.list(items), at: position)
    case .map(let members, let position): self.init(.map(members), at: position)
    case .tagged(let tag, let argument):
      self.init(.tagged(tag, argument), at: tag.contentPosition)
    case .expression(let template):
      if bindings.isUnknown, !template.variables.isEmpty {
        self.init(.unknown, at: template.position)
      } else {
        self.init(
          .expression(try template.bound(in: bindings), source: template.source),
          at: template.position)
      }
    }
  }

  var isUnknown: Bool {
    if case .unknown = content { true } else { false }
  }

  /// Whether it is written in the suite as a scalar.
  var isScalar: Bool {
    if case .scalar = content { true } else { false }
  }

  /// The value of a scalar or a variable; nil for any other node.
  var constant: JSONValue? {
    switch content {
    case .scalar(let value, _, _), .value(let value): value
    case .unknown, .list, .map, .tagged, .expression: nil
    }
  }

  /// Where a message about the node as a whole points to.
  var mark: (position: Position, length: Int) {
    switch content {
    case .scalar(_, let written, true): (position, written.unicodeScalars.count)
    case .tagged(let tag, _): (tag.position, tag.length)
    case .scalar, .value, .unknown, .list, .map, .expression: (position, 1)
    }
  }
}
