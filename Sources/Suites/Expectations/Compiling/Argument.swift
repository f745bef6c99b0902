// SPDX-License-Identifier: Apache-2.0
// The result of reading the argument of a matcher.

/// The result of reading an argument.
enum Argument<Value> {
  case known(Value)
  /// A variable in it has no value yet.
  case unknown
  /// The argument is wrong, and that is reported.
  case mistake
}

extension Argument {
  func map<Other>(_ transform: (Value) -> Other) -> Argument<Other> {
    switch self {
    case .known(let value): .known(transform(value))
    case .unknown: .unknown
    case .mistake: .mistake
    }
  }

  func flatMap<Other>(_ transform: (Value) -> Argument<Other>) -> Argument<Other> {
    switch self {
    case .known(let value): transform(value)
    case .unknown: .unknown
    case .mistake: .mistake
    }
  }
}

/// The members of a map of options, such as `{min: 1, max: 5}`, that have values.
struct Options<Value> {
  var members: [(name: String, value: Value)] = []
  /// Whether a variable among them has no value yet.
  var hasUnknown = false

  subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

  /// In the order written.
  var values: [Value] { members.map(\.value) }
}
