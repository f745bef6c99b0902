// SPDX-License-Identifier: Apache-2.0
// When what an answer gave is over.

import Expectations
import Formats
import Text

/// When what an answer gave is over, in milliseconds since 1970.
enum ValidityEnd {
  case at(Int)
  /// Later than any time.
  case never
  case unknown(UnjudgedReason)
}

extension ExchangeValidity {
  /// When what the answer of an exchange gave is over.
  ///
  /// - Parameter time: When the answer was complete; nil where that is not known.
  func end(of document: ExchangeDocument, answeredAt time: Int?) -> ValidityEnd {
    let lacking = document.lacking(parts, header: header)
    guard lacking.isEmpty else { return .unknown(.lacks(lacking)) }
    let template =
      switch end {
      case .after(let source), .at(let source): source
      }
    let observation = document.request(at: Timestamp(milliseconds: document.time))
    guard let source = try? template.source(evaluatedIn: .unknown),
      case .success(let value) = source.value(in: observation),
      let number = value.number?.integer ?? value.string.flatMap({ Int($0) })
    else { return .unknown(.nothingToCompare("end of the validity")) }
    if case .after = end {
      let (milliseconds, isTooMuch) = number.multipliedReportingOverflow(by: 1000)
      let (sum, isTooLate) = (time ?? document.time).addingReportingOverflow(milliseconds)
      return isTooMuch || isTooLate ? .never : .at(sum)
    }
    // As in a token's `exp`: as milliseconds, the number would be a time before 1973.
    return .at(value.isInSeconds ? number * 1000 : number)
  }

  /// Whether what is over at an end holds, or is over, at a time.
  func match(_ end: ValidityEnd, at now: Int) -> Match {
    switch end {
    case .unknown(let doubt): return .unknown(doubt)
    case .never: return isValid ? .yes : .no
    case .at(let limit):
      let margin = margin.wholeMilliseconds
      if limit > now + margin { return isValid ? .yes : .no }
      if limit < now - margin { return isValid ? .no : .yes }
      return .unknown(.nearEnd)
    }
  }
}
