// SPDX-License-Identifier: Apache-2.0
// The kinds of values that a pattern can match.

package import Formats

/// A set of kinds of values; "nothing" is the kind of a missing member.
package struct Kinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let nothing = Kinds(rawValue: 1)
  package static let null = Kinds(rawValue: 2)
  package static let boolean = Kinds(rawValue: 4)
  package static let number = Kinds(rawValue: 8)
  package static let string = Kinds(rawValue: 16)
  package static let array = Kinds(rawValue: 32)
  package static let object = Kinds(rawValue: 64)

  /// All kinds of JSON values.
  package static let values: Kinds = [.null, .boolean, .number, .string, .array, .object]
  /// All kinds of JSON values, and nothing.
  package static let everything = values.union(.nothing)
}

extension Kinds {
  /// The kind of a value; nil is nothing.
  package init(of value: JSONValue?) {
    self =
      switch value {
      case nil: .nothing
      case .null: .null
      case .boolean: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}

extension Kinds: CustomStringConvertible {
  /// `a number or a string`.
  package var description: String {
    let names: [(kind: Kinds, name: String)] = [
      (.nothing, "nothing"), (.null, "null"), (.boolean, "a boolean"), (.number, "a number"),
      (.string, "a string"), (.array, "an array"), (.object, "an object"),
    ]
    let held = names.filter { contains($0.kind) }.map(\.name)
    guard let last = held.last, held.count > 1 else { return held.first ?? "no value" }
    return "\(held.dropLast().joined(separator: ", ")) or \(last)"
  }
}
