// SPDX-License-Identifier: Apache-2.0
// Why a YAML file is refused, and where.

package import Text

/// The first thing in a file that is no YAML, or outside the subset, or over a limit.
package struct YAMLError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    // What YAML allows and the subset leaves out.
    case tabIndentation
    case duplicateKey(String, first: Position)
    case mergeKey
    case complexKey
    /// A tag as written.
    case foreignTag(String)
    case tagEndsInColon(String)
    case octalNumber(String)
    /// A directive as written.
    case directive(String)
    case anchoredSequence(String)

    case over(YAMLLimits.Measure, limit: Int)

    // What is no YAML.
    case invalidUTF8
    case forbiddenCharacter(UInt32)
    case misplacedByteOrderMark
    case textAfterValue
    case keyInValue
    case keyOverLines
    /// On a line that continues the text of an earlier one.
    case keyInText(began: Int)
    case collectionOnIndicatorLine
    case missingColon
    /// A key with text at once behind its colon.
    case missingSpace(String)
    case sequenceInMapping
    case wrongIndentation
    case shallowContinuation(minimum: Int)
    /// The bracket or quote that is open.
    case unclosed(String)
    case markerInside
    case invalidEscape(String)
    case invalidBlockHeader
    case deepBlankLine
    case cannotBegin(String)
    case extraComma
    /// The bracket that would close.
    case missingComma(String)
    case repeatedTag
    case repeatedAnchor
    case aliasWithProperties
    case propertiesBeforeDash
    case unnamedAnchor
    case unseparatedProperty
    case undefinedAlias(String)
    case recursiveAlias(String)
    case missingDocumentStart
    case repeatedDirective
  }

  package let reason: Reason
  package let position: Position
  /// How many scalars carets underline, from 1.
  package let length: Int

  package init(_ reason: Reason, at position: Position, length: Int = 1) {
    self.reason = reason
    self.position = position
    self.length = max(1, length)
  }
}

extension YAMLError.Reason {
  package enum Kind: Sendable, Equatable {
    /// YAML, but outside the subset.
    case subset
    /// Over one of the limits.
    case limit
    /// No YAML.
    case malformed
  }

  package var kind: Kind {
    switch self {
    case .tabIndentation, .duplicateKey, .mergeKey, .complexKey, .foreignTag, .tagEndsInColon,
      .octalNumber, .directive, .anchoredSequence:
      .subset
    case .over: .limit
    default: .malformed
    }
  }
}
