// SPDX-License-Identifier: Apache-2.0
// What the system lets a process have.

import Command
import Testing

@Suite struct CapacityTests {
  @Test func `allows what every process may have`() {
    #expect(Capacity.descriptors(upTo: 5) >= 5)
    #expect(Capacity.threads ?? .max >= 5)
    #expect(Capacity.hasMemory(bytes: 1 << 20))
  }
}
