// SPDX-License-Identifier: Apache-2.0
// A number with commas between its thousands.

extension Int {
  /// The number with a comma at each thousand: `10,000`.
  package var grouped: String {
    var digits = Array(String(magnitude))
    for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
