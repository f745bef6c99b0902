// SPDX-License-Identifier: Apache-2.0
// Variables in texts that have a grammar of their own.

/// A variable in a template: `${now + 1h}`.
package struct TemplateVariable: Sendable, Equatable {
  /// The text between `${` and its `}`, as written.
  package let expression: String
  /// Where its `$` stands in the template.
  package let offset: ScalarOffset

  package init(_ expression: String, at offset: ScalarOffset) {
    self.expression = expression
    self.offset = offset
  }

  /// Where the text after it goes on.
  package var end: ScalarOffset { offset + ScalarOffset(expression.unicodeScalars.count + 3) }

  /// Reads a variable.
  ///
  /// - Parameter start: The index where `${` stands.
  /// - Returns: nil where there is nothing in it, or no `}` for it; inner braces are counted.
  package init?(in scalars: [Unicode.Scalar], at start: Int) {
    var depth = 1
    var index = start + 2
    while index < scalars.count {
      if scalars[index] == "{" { depth += 1 }
      if scalars[index] == "}" { depth -= 1 }
      if depth == 0 { break }
      index += 1
    }
    guard index < scalars.count, index > start + 2 else { return nil }
    expression = String(String.UnicodeScalarView(scalars[(start + 2)..<index]))
    offset = ScalarOffset(start)
  }

  /// The message where no variable follows a `${`.
  package static let mistake = "a '${' needs a name and a '}'; for the characters write '$${'"
}

/// Why a template could not be bound.
package enum TemplateBindingError<Value: Error, Place: Error>: Error {
  /// A variable has no value: what the function that gives the values has thrown.
  case value(Value)
  /// A value does not fit in its place.
  case place(Place)
}

extension TemplateBindingError: Equatable where Value: Equatable, Place: Equatable {}
