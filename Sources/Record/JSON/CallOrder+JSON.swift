// SPDX-License-Identifier: Apache-2.0
// The order of calls as JSON, and without secrets.

import Expectations
import Redaction

extension CallOrder: RecordPart {
  init(_ c: RecordCoder, _ old: CallOrder?) throws(RecordError) {
    let demand = try c("demand", old?.demand)
    self.init(demand, of: try c("call", old?.call))
    wanted = try c.some("wanted", old?.wanted)
    same = try c.some("same", old?.same)
    isValid = try c.optional("isValid", old?.isValid)
    bound = try c.some("bound", old?.bound)
    limit = try c.optional("limitMs", old?.limit)
    most = try c.optionalCount("most", old?.most)
    others = try c.some("others", old?.others)
    count = try c.count("count", old?.count, unless: 0)
  }
}

extension TimedCall: RecordPart {
  init(_ c: RecordCoder, _ old: TimedCall?) throws(RecordError) {
    self.init(
      method: try c("method", old?.method), path: try c("path", old?.path),
      status: try c.count("status", old?.status), time: try c("time", old?.time),
      retryAfter: try c.optional("retryAfter", old?.retryAfter),
      recording: try c("recording", old?.recording),
      entry: try c.count("entry", old?.entry))
  }
}

extension Mask {
  func masked(_ order: CallOrder) -> CallOrder {
    var result = order
    result.call = masked(order.call)
    result.others = order.others.map(masked)
    return result
  }

  func masked(_ call: TimedCall) -> TimedCall {
    var result = call
    result.method = maskedOwn(call.method)
    result.path = maskedOwn(call.path)
    result.retryAfter = call.retryAfter.map(maskedOwn)
    return result
  }
}
