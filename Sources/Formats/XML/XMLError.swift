// SPDX-License-Identifier: Apache-2.0
// Why a text is no XML document that is read here.

package import Text

/// What is wrong with an XML document, and where.
package typealias XMLError = LocatedError<XMLMistake, ByteOffset>

/// Why a text is not an XML document that is read here.
package enum XMLMistake: Sendable, Equatable {
  case invalidUTF8
  case otherEncoding(String)
  case forbiddenCharacter(UInt32)
  case documentType
  case noRoot
  case contentAfterRoot
  case contentBeforeRoot
  case unclosedElement(String)
  case mismatchedEndTag(String, expected: String)
  case expected(String)
  case duplicateAttribute(String)
  case lessThanInAttribute
  case unknownEntity(String)
  case invalidReference
  case endOfSectionInText
  case misplacedDeclaration
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)
  case tooManyNodes(limit: Int)
  case tooManyAttributes(limit: Int)
}

extension XMLError {
  /// - Parameter index: Of the reader, which counts bytes.
  init(_ reason: XMLMistake, at index: Int) {
    self.init(reason, at: ByteOffset(index))
  }
}

extension XMLMistake: CustomStringConvertible {
  /// One sentence without the place.
  package var description: String {
    switch self {
    case .invalidUTF8: "these bytes are not UTF-8"
    case .otherEncoding(let name): "the encoding is '\(name)', only UTF-8 is read"
    case .forbiddenCharacter(let scalar):
      "the character U+\(XMLCharacters.hexadecimal(scalar)) is not allowed in XML"
    case .documentType: "a document type declaration (<!DOCTYPE) is refused"
    case .noRoot: "there is no element"
    case .contentAfterRoot: "there is something after the end of the root element"
    case .contentBeforeRoot: "there is something before the root element"
    case .unclosedElement(let name): "the element '\(name)' is not closed"
    case .mismatchedEndTag(let name, let expected):
      "the end tag '\(name)' does not close the element '\(expected)'"
    case .expected(let what): "expected \(what)"
    case .duplicateAttribute(let name): "the attribute '\(name)' is given twice"
    case .lessThanInAttribute: "'<' in an attribute has to be written as '&lt;'"
    case .unknownEntity(let name): "the entity '&\(name);' is not one of amp, lt, gt, quot, apos"
    case .invalidReference: "'&' begins no reference; as a character it is written '&amp;'"
    case .endOfSectionInText: "']]>' in a text has to be written as ']]&gt;'"
    case .misplacedDeclaration: "an XML declaration stands at the very beginning or nowhere"
    case .tooLarge(let limit): "the document has more than \(limit) bytes"
    case .tooDeep(let limit): "elements are nested more than \(limit) deep"
    case .tooManyNodes(let limit): "the document has more than \(limit) nodes"
    case .tooManyAttributes(let limit): "an element has more than \(limit) attributes"
    }
  }
}
