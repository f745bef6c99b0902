// SPDX-License-Identifier: Apache-2.0
// Values that follow from another one and are made once.

import Synchronization

/// Values that follow from another one: the first who asks for one has it made, for all others.
package final class DerivedValues: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
}

extension DerivedValues {
  /// The value of a type.
  ///
  /// - Parameter make: Makes it, without asking for another one.
  package func value<Value: Sendable>(_ make: () -> Value) -> Value {
    values.withLock { values in
      let key = ObjectIdentifier(Value.self)
      if let known = values[key] as? Value { return known }
      let value = make()
      values[key] = value
      return value
    }
  }
}
