// SPDX-License-Identifier: Apache-2.0
// An XML document as a tree of elements.

package import Text

/// An element with all that stands in it.
package struct XMLElement: Sendable, Equatable {
  /// As written, with its prefix: `samlp:Response`.
  package let name: String
  /// The namespace of the prefix, or the default namespace; nil where there is none or the prefix
  /// is not declared.
  package let namespaceURI: String?
  /// In the order written, namespace declarations among them.
  package let attributes: [XMLAttribute]
  /// Elements and text in their order; comments and processing instructions are left out, and the
  /// text around them is one.
  package let children: [XMLNode]
  /// Where `<` stands.
  package let position: Position

  package init(
    name: String, namespaceURI: String? = nil, attributes: [XMLAttribute] = [],
    children: [XMLNode] = [], position: Position = .start
  ) {
    self.name = name
    self.namespaceURI = namespaceURI
    self.attributes = attributes
    self.children = children
    self.position = position
  }
}

package enum XMLNode: Sendable, Equatable {
  case element(XMLElement)
  case text(String)
}

package struct XMLAttribute: Sendable, Equatable {
  /// As written, with its prefix.
  package let name: String
  /// With references replaced and white space made blanks (XML 1.0, section 3.3.3).
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The name without its prefix.
  package var localName: String { XMLElement.localPart(of: name) }
}

extension XMLElement {
  /// The name without its prefix.
  package var localName: String { Self.localPart(of: name) }

  package var elements: [XMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All text in the element and in those below it, as written.
  package var text: String {
    if case .text(let text)? = children.first, children.count == 1 { return text }
    var text = ""
    var rest = Array(children.reversed())
    while let node = rest.popLast() {
      switch node {
      case .text(let part): text += part
      case .element(let element): rest += element.children.reversed()
      }
    }
    return text
  }

  /// The text without white space at either end.
  package var trimmedText: String { XMLCharacters.trimmed(text) }

  /// The value of the first attribute of that local name.
  package func attribute(_ localName: String) -> String? {
    attributes.first { $0.localName == localName }?.value
  }

  /// The first child of that local name.
  package func first(_ localName: String) -> XMLElement? {
    for case .element(let element) in children where element.localName == localName {
      return element
    }
    return nil
  }

  static func localPart(of name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }
}
