// SPDX-License-Identifier: Apache-2.0
// What the system lets a process have.

import Host
import Testing

@Suite struct CapacityTests {
  @Test func `counts no further than it is asked to`() {
    #expect(Capacity.descriptors(upTo: 5) == 5)
    #expect(Capacity.descriptors(upTo: 0) == 0)
    #expect(Capacity.threads(upTo: 5) == 5)
    #expect(Capacity.threads(upTo: 0) == 0)
    #expect(Capacity.hasMemory(bytes: 1 << 20))
  }
}
