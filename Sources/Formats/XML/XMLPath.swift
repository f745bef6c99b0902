// SPDX-License-Identifier: Apache-2.0
// Paths into XML documents, and what they select.

package import Text

/// A path that selects elements or attributes of a document:
///
///     /error/status             child by child, from the root
///     //mvpd[2]/id              the second `mvpd` of its parent, anywhere
///     /a/*[@kind='x']/@id       an attribute
///     /list/item[name='v']/url  the `item` with a child `name` whose text is `v`
///
/// Names are local names: prefixes in the path and in the document are ignored. `[n]` counts from
/// 1 among those of one parent that the step has selected so far.
package struct XMLPath: Sendable, Equatable {
  let steps: [XMLPathStep<String>]
  /// The attribute at the end; nil where the path ends in an element.
  let attribute: XMLPathStep<String>?
}

extension XMLPath {
  /// - Throws: `XMLPathError`, also for a path with variables.
  package init(_ source: String) throws(XMLPathError) {
    let template = try XMLPathTemplate(source)
    if let variable = template.variables.first {
      throw XMLPathError(.variable, at: variable.offset)
    }
    self = template.bound { _ in "" }
  }

  /// The local name of the element that each step goes into, `@` and that of an attribute, and nil
  /// for any. `isDeep` is whether any depth counts (`//`).
  package var outline: [(isDeep: Bool, name: String?)] {
    let last = attribute.map { [($0.isDeep, $0.name.map { "@\($0)" })] } ?? []
    return steps.map { ($0.isDeep, $0.name) } + last
  }

  /// The values that the path selects, in document order: of an element its text without white
  /// space at either end, of an attribute its value.
  package func values(in root: XMLElement) -> [String] {
    let document = FlatXML(root)
    var selected: [Int] = [FlatXML.document]
    for step in steps { selected = document.select(step, from: selected) }
    guard let attribute else { return selected.map { document.nodes[$0].element.trimmedText } }
    if attribute.isDeep { selected = document.withDescendants(selected) }
    return selected.filter { $0 != FlatXML.document }.flatMap { index in
      document.nodes[index].element.attributes.compactMap { candidate in
        attribute.accepts(candidate.localName) ? candidate.value : nil
      }
    }
  }
}

/// A step of a path. Its names and values are a `String`, or a text with variables in a template.
struct XMLPathStep<Text: Sendable & Equatable>: Sendable, Equatable {
  /// Whether any depth counts (`//`) or children only.
  let isDeep: Bool
  /// nil for any.
  let name: Text?
  var predicates: [Predicate] = []

  enum Predicate: Sendable, Equatable {
    case position(Int)
    case child(name: Text, text: Text)
    case attribute(name: Text, value: Text)
  }

  /// The names and values in the order in which they are written.
  var texts: [Text] {
    [name].compactMap(\.self)
      + predicates.flatMap { predicate -> [Text] in
        switch predicate {
        case .position: []
        case .child(let name, let value), .attribute(let name, let value): [name, value]
        }
      }
  }

  /// The step with each text replaced.
  func bound<Failure: Error>(
    _ bind: (Text) throws(Failure) -> String
  ) throws(Failure) -> XMLPathStep<String> {
    var step = XMLPathStep<String>(isDeep: isDeep, name: nil)
    if let name { step = XMLPathStep<String>(isDeep: isDeep, name: try bind(name)) }
    for predicate in predicates {
      switch predicate {
      case .position(let position): step.predicates.append(.position(position))
      case .child(let name, let text):
        step.predicates.append(.child(name: try bind(name), text: try bind(text)))
      case .attribute(let name, let value):
        step.predicates.append(.attribute(name: try bind(name), value: try bind(value)))
      }
    }
    return step
  }
}

extension XMLPathStep<String> {
  fileprivate func accepts(_ localName: String) -> Bool {
    name?.utf8.elementsEqual(localName.utf8) ?? true
  }

  fileprivate static func holds(
    _ predicate: Predicate, for element: XMLElement, position: Int
  ) -> Bool {
    switch predicate {
    case .position(let wanted): position == wanted
    case .child(let name, let text):
      element.elements.contains { $0.localName == name && $0.trimmedText == text }
    case .attribute(let name, let value):
      element.attributes.contains { $0.localName == name && $0.value == value }
    }
  }
}

/// The elements of a document in its order, so that a set of them is a sorted list of indices.
private struct FlatXML {
  /// The index of the document itself, the parent of the root.
  static let document = -1

  struct Node {
    let element: XMLElement
    var children: [Int] = []
    /// The index after the last element below this one.
    var end = 0
  }

  private(set) var nodes: [Node] = []

  init(_ root: XMLElement) {
    // Each element is entered twice: to take its number, and, after those below it, to end it.
    var rest: [(element: XMLElement?, index: Int)] = [(root, Self.document)]
    while let (element, index) = rest.popLast() {
      guard let element else {
        nodes[index].end = nodes.count
        continue
      }
      let own = nodes.count
      nodes.append(Node(element: element))
      if index != Self.document { nodes[index].children.append(own) }
      rest.append((nil, own))
      rest += element.elements.reversed().map { ($0, own) }
    }
  }

  func select(_ step: XMLPathStep<String>, from context: [Int]) -> [Int] {
    let parents = step.isDeep ? withDescendants(context) : context
    return parents.flatMap { parent in
      var selected = children(of: parent).filter { step.accepts(nodes[$0].element.localName) }
      for predicate in step.predicates {
        selected = zip(1..., selected).filter { position, index in
          XMLPathStep.holds(predicate, for: nodes[index].element, position: position)
        }.map(\.1)
      }
      return selected
    }.sorted()
  }

  /// The elements and all below them, each once.
  func withDescendants(_ context: [Int]) -> [Int] {
    var all: [Int] = []
    for index in context where index > all.last ?? Int.min {
      all += index...(index == Self.document ? nodes.count : nodes[index].end) - 1
    }
    return all
  }

  private func children(of index: Int) -> [Int] {
    index == Self.document ? [0] : nodes[index].children
  }
}

/// A path with places for values: `/list/item[id='${mvpd}']/${member}`.
///
/// The path is parsed first and values are put in as literals: none of them can change
/// neither a step nor a predicate.
package struct XMLPathTemplate: Sendable, Equatable {
  private let steps: [XMLPathStep<Text>]
  private let attribute: XMLPathStep<Text>?

  /// Literal text and variables in turn.
  struct Text: Sendable, Equatable {
    enum Part: Sendable, Equatable {
      case literal(String)
      case variable(TemplateVariable)
    }

    var parts: [Part]
  }

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
    func bind(_ text: Text) throws(Failure) -> String {
      var result = ""
      for part in text.parts {
        switch part {
        case .literal(let literal): result += literal
        case .variable(let variable): result += try value(variable.expression)
        }
      }
      return result
    }
    var bound: [XMLPathStep<String>] = []
    for step in steps { bound.append(try step.bound(bind)) }
    return XMLPath(steps: bound, attribute: try attribute?.bound(bind))
  }

  /// Each occurrence, in the order of the template.
  package var variables: [TemplateVariable] {
    let all = steps + [attribute].compactMap(\.self)
    return all.flatMap(\.texts).flatMap(\.parts).compactMap { part in
      if case .variable(let variable) = part { variable } else { nil }
    }
  }
}

/// Why a text is no XML path, and where.
package typealias XMLPathError = LocatedError<XMLPathMistake, ScalarOffset>

/// Why a text is not an XML path.
package enum XMLPathMistake: Sendable, Equatable, CustomStringConvertible {
  case expected(String)
  case afterAttribute
  case variable
  case tooLong(limit: Int)

  package var description: String {
    switch self {
    case .expected(let what): "expected \(what)"
    case .afterAttribute: "an attribute ends a path"
    case .variable: "a variable can't stand here"
    case .tooLong(let limit): "the path is longer than \(limit) bytes"
    }
  }
}
