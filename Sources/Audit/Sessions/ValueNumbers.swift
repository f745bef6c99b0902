// SPDX-License-Identifier: Apache-2.0
// Numbers for the texts and the values of exchanges, by which equal ones are known.

internal import Formats

/// Numbers for texts and for JSON values.
struct ValueNumbers {
  private var numbers: [String: Int32] = [:]
  private(set) var texts: [String] = []
  /// The JSON values that exchanges have, each once.
  private(set) var details: [JSONValue] = []
  /// The numbers of those that are strings, which share their memory with them.
  private var stringNumbers: [String: Int32] = [:]
  /// The numbers of the others, by the JSON that they are.
  private var otherNumbers: [String: Int32] = [:]
  private var detailBytes = 0

  /// So many bytes of JSON values may be kept. Others are read once more where they are needed.
  private static let detailBytesLimit = 32 << 20
}

extension ValueNumbers {
  mutating func number(of text: String) -> Int32 {
    if let number = numbers[text] { return number }
    let number = Int32(texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  /// Forgets which text has which number: there are no more texts.
  mutating func close() {
    numbers = [:]
    stringNumbers = [:]
    otherNumbers = [:]
  }

  /// Whether there is room for further JSON values.
  var hasRoom: Bool { detailBytes < Self.detailBytesLimit }

  /// The number of a JSON value.
  mutating func detail(_ value: JSONValue) -> Int32 {
    let next = Int32(details.count)
    if let text = value.string {
      if let number = stringNumbers[text] { return number }
      stringNumbers[text] = next
      detailBytes += text.utf8.count
    } else {
      let text = String(decoding: JSONWriter.bytes(value), as: UTF8.self)
      if let number = otherNumbers[text] { return number }
      otherNumbers[text] = next
      // The value takes several times as much as its text.
      detailBytes += 8 * text.utf8.count
    }
    details.append(value)
    return next
  }
}
