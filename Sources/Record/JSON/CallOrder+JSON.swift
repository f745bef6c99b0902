// SPDX-License-Identifier: Apache-2.0
// The order of calls as JSON, and without secrets.

import Expectations
import Redaction

extension CallOrder: RecordPart {
  init(_ c: RecordCoder, _ old: CallOrder?) throws(RecordError) {
    let demand = try c("demand", old?.demand, c.word)
    self.init(demand, of: try c("call", old?.call, c.object))
    wanted = try c("wanted", old?.wanted, c.strings, unless: [])
    same = try c("same", old?.same, c.strings, unless: [])
    isValid = try c.optional("isValid", old?.isValid, c.flag)
    bound = try c("bound", old?.bound, c.strings, unless: [])
    limit = try c.optional("limitMs", old?.limit, c.duration)
    most = try c.optional("most", old?.most, c.count)
    others = try c("others", old?.others, c.list, unless: [])
    count = try c("count", old?.count, c.count, unless: 0)
  }
}

extension TimedCall: RecordPart {
  init(_ c: RecordCoder, _ old: TimedCall?) throws(RecordError) {
    self.init(
      method: try c("method", old?.method, c.string), path: try c("path", old?.path, c.string),
      status: try c("status", old?.status, c.count), time: try c("time", old?.time, c.time),
      retryAfter: try c.optional("retryAfter", old?.retryAfter, c.string),
      recording: try c("recording", old?.recording, c.string),
      entry: try c("entry", old?.entry, c.count))
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
