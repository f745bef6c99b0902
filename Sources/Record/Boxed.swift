// SPDX-License-Identifier: Apache-2.0
// An optional value behind a reference.

/// An optional value behind a reference: what holds it is copied at the cost of a word.
///
/// Steps and exchanges are copied whenever a record is judged, masked or shown, and few of them have such
/// a value.
@propertyWrapper package struct Boxed<Value: Sendable & Equatable>: Sendable, Equatable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  package init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  package static func == (one: Boxed, other: Boxed) -> Bool {
    one.box === other.box || one.wrappedValue == other.wrappedValue
  }
}
