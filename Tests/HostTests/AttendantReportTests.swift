// SPDX-License-Identifier: Apache-2.0
// What the attendant of a program and the run tell each other, in bytes.

import Testing

@testable import Host

@Suite struct AttendantReportTests {
  @Test(
    arguments: [
      .started(1), .started(.max), .failed(2), .failed(-1), .ended(.status(0)),
      .ended(.status(255)),
      .ended(.signal(9)), .ended(.signal(15)),
    ] as [AttendantReport])
  func `means the same once it is read`(report: AttendantReport) {
    let bytes = report.bytes
    #expect(bytes.count == AttendantNumbers.size)
    #expect(AttendantReport(bytes[...]) == report)
    #expect(AttendantReport((bytes + [1])[...]) == report)
    #expect(AttendantReport(([7] + bytes).dropFirst()) == report)
    #expect(AttendantReport(bytes.dropLast()) == nil)
  }

  @Test func `gives an order the same way`() {
    let order = AttendantOrder(patienceMilliseconds: 500, graceMilliseconds: 70_000)
    #expect(AttendantOrder(order.bytes[...]) == order)
    #expect(AttendantOrder(order.bytes.dropFirst()) == nil)
  }
}
