// SPDX-License-Identifier: Apache-2.0
// Why a value does not fit in its place or its filter.

import Text

/// Why a value does not fit in its place or its filter, as a sentence.
package struct ValueMistake: Error {
  package let message: String
}

extension ValueMistake {
  init<Place: Error & CustomStringConvertible>(
    _ error: TemplateBindingError<Never, Place>
  ) {
    switch error {
    case .place(let error): message = error.description
    }
  }
}
