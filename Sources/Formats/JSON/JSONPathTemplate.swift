// SPDX-License-Identifier: Apache-2.0
// A JSONPath query with variables: parsed first, bound then.

package import Text

/// A query with `${…}` in it.
///
///     $.mvpds[?@.id == ${mvpd}]     a value: a string, number, boolean or null
///     $.profiles[${mvpd}]           a selector: a string is a name, a whole number an index
///     $.links['${mvpd}-logout']     a part of a string: a string, number or boolean
///
/// In a string `$${` is a literal `${`. A variable can stand nowhere else.
package struct JSONPathTemplate: Sendable, Equatable {
  package let source: String
  /// Whether the query is made of names and indices only, with any values of its variables.
  package let isSingular: Bool
  private let slots: [JSONPathParser.Slot]
  /// The query itself where nothing is put into it.
  private let constant: JSONPath?

  package init(_ source: String) throws(JSONPathError) {
    var parser = JSONPathParser(source, isTemplate: true)
    let query = try parser.wholeQuery()
    isSingular = query.isSingular
    slots = parser.slots
    constant = slots.isEmpty ? JSONPath(query, source: source, warnings: parser.warnings) : nil
    self.source = source
  }

  /// In the order of the template.
  package var variables: [TemplateVariable] { slots.compactMap(\.variable) }

  /// The query with the values of its variables, which its source has as literals.
  ///
  /// - Parameter value: The value of a variable, by what stands between `${` and `}`.
  /// - Throws: `.value` what `value` throws; `.place` where a value can't stand in its place, such
  ///   as a map in a comparison, with the offset of the variable.
  package func bound<Failure: Error>(
    _ value: (String) throws(Failure) -> JSONValue
  ) throws(TemplateBindingError<Failure, JSONPathError>) -> JSONPath {
    if let constant { return constant }
    let scalars = Array(source.unicodeScalars)
    var bound = ""
    var end = 0
    for slot in slots {
      bound.unicodeScalars += scalars[end..<slot.range.lowerBound]
      end = slot.range.upperBound
      guard let variable = slot.variable else {
        bound += "${"
        continue
      }
      let given: JSONValue
      do throws(Failure) { given = try value(variable.expression) } catch { throw .value(error) }
      do throws(JSONPathError) {
        bound += try Self.text(of: given, in: slot.place, of: variable)
      } catch { throw .place(error) }
    }
    bound.unicodeScalars += scalars[end...]
    // The shape is known to be right; a value can be a regular expression that is too large.
    do throws(JSONPathError) { return try JSONPath(bound) } catch {
      throw .place(JSONPathError(error.reason, at: variables.first?.offset ?? 0))
    }
  }

  private static func text(
    of value: JSONValue, in place: JSONPathParser.Slot.Place, of variable: TemplateVariable
  ) throws(JSONPathError) -> String {
    switch (place, value) {
    case (.literal, .string(let text)), (.selector, .string(let text)):
      return "'\(escaped(text, in: "'"))'"
    case (.literal, .number), (.literal, .boolean), (.literal, .null): return JSONWriter.text(value)
    case (.selector, .number(let number)):
      if let index = number.integer, index.magnitude < 1 << 53 { return String(index) }
      throw mismatch(variable, "as a selector it is a string or a whole number", value)
    case (.quoted(let quote), .string(let text)): return escaped(text, in: quote)
    case (.quoted, .number), (.quoted, .boolean): return JSONWriter.text(value)
    case (.literal, _):
      throw mismatch(variable, "as a value it is a string, number, boolean or null", value)
    case (.selector, _):
      throw mismatch(variable, "as a selector it is a string or a whole number", value)
    case (.quoted, _), (.dollar, _):
      throw mismatch(variable, "in quotes it is a string, number or boolean", value)
    }
  }

  private static func mismatch(
    _ variable: TemplateVariable, _ rule: String, _ value: JSONValue
  ) -> JSONPathError {
    let kind: String
    if case .number(let number) = value { kind = number.literal } else { kind = value.typeName }
    return JSONPathError(
      .variable("${\(variable.expression)} is \(kind) here; \(rule)"), at: variable.offset)
  }

  private static func escaped(_ text: String, in quote: Unicode.Scalar) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case quote, "\\":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\u{0}"..<" ": escaped += JSONWriter.escape(ofControl: UInt8(scalar.value))
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
