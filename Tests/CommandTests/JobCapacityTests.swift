// SPDX-License-Identifier: Apache-2.0
// How many jobs a run has, and how many scenarios may wait, where the system allows all of them.

import Testing

@testable import Command

@Suite struct JobCapacityTests {
  @Test(arguments: [
    (1, true, false, 50), (3, false, false, 50), (3, true, true, 3), (1, false, true, 1),
  ])
  func `is as wanted, and programs wait only as many as there are jobs`(
    wanted: Int, hasService: Bool, hasPrograms: Bool, waiting: Int
  ) throws {
    let capacity = try JobCapacity(
      wanted: wanted, hasService: hasService, hasPrograms: hasPrograms)
    #expect(capacity.jobs == wanted)
    #expect(capacity.waiting == waiting)
    #expect(capacity.remark == nil)
  }
}
