// SPDX-License-Identifier: Apache-2.0
// The grammar of XML paths, with variables that are bound after parsing.

package import Text

/// A path with places for values: `/list/item[id='${mvpd}']/${member}`.
///
/// The path is parsed first and values are put in as literals: whatever they hold, they change
/// neither a step nor a predicate.
package struct XMLPathTemplate: Sendable, Equatable {
  private let steps: [Step]
  private let attribute: (isDeep: Bool, name: Text)?

  /// Literal text and variables in turn.
  struct Text: Sendable, Equatable {
    enum Part: Sendable, Equatable {
      case literal(String)
      case variable(TemplateVariable)
    }

    var parts: [Part]
  }

  enum Predicate: Sendable, Equatable {
    case position(Int)
    case child(name: Text, text: Text)
    case attribute(name: Text, value: Text)
  }

  struct Step: Sendable, Equatable {
    let isDeep: Bool
    let name: Text
    let predicates: [Predicate]
  }
}

extension XMLPathTemplate {
  package init(_ source: String) throws(XMLPathError) {
    var parser = XMLPathParser(source)
    (steps, attribute) = try parser.path()
  }

  /// The path with each variable replaced by its text.
  ///
  /// - Parameter value: The text of what stands between `${` and `}`.
  package func bound<Failure: Error>(
    _ value: (String) throws(Failure) -> String
  ) throws(Failure) -> XMLPath {
    func bound(_ text: Text) throws(Failure) -> String {
      var result = ""
      for part in text.parts {
        switch part {
        case .literal(let literal): result += literal
        case .variable(let variable): result += try value(variable.expression)
        }
      }
      return result
    }
    func test(_ name: Text) throws(Failure) -> XMLPath.NameTest {
      name.parts == [.literal("*")] ? .any : .name(try bound(name))
    }
    var result: [XMLPath.Step] = []
    for step in steps {
      let name = try test(step.name)
      var predicates: [XMLPath.Predicate] = []
      for predicate in step.predicates {
        switch predicate {
        case .position(let position): predicates.append(.position(position))
        case .child(let name, let text):
          predicates.append(.child(name: try bound(name), text: try bound(text)))
        case .attribute(let name, let value):
          predicates.append(.attribute(name: try bound(name), value: try bound(value)))
        }
      }
      result.append(XMLPath.Step(isDeep: step.isDeep, name: name, predicates: predicates))
    }
    var last: XMLPath.AttributeStep?
    if let attribute {
      last = XMLPath.AttributeStep(isDeep: attribute.isDeep, name: try test(attribute.name))
    }
    return XMLPath(steps: result, attribute: last)
  }

  /// Each occurrence, in the order of the template.
  package var variables: [TemplateVariable] {
    let texts = steps.flatMap { step in
      [step.name]
        + step.predicates.flatMap { predicate -> [Text] in
          switch predicate {
          case .position: []
          case .child(let name, let value), .attribute(let name, let value): [name, value]
          }
        }
    }
    return (texts + [attribute?.name].compactMap { $0 }).flatMap(\.parts).compactMap { part in
      if case .variable(let variable) = part { variable } else { nil }
    }
  }

  package static func == (left: XMLPathTemplate, right: XMLPathTemplate) -> Bool {
    left.steps == right.steps && left.attribute?.isDeep == right.attribute?.isDeep
      && left.attribute?.name == right.attribute?.name
  }
}
