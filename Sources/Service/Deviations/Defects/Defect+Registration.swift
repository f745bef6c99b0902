// SPDX-License-Identifier: Apache-2.0
// Defects of Dynamic Client Registration.

internal import ReferenceService

extension Defect {
  static let registration: [Defect] = [
    Defect(
      "register-answers-200", of: "V2-A2-04", summary: "A registration is answered with 200",
      .status(at: [.register], 201, to: 200)),
    Defect(
      "any-client-secret", of: "V2-A4-02", summary: "The token endpoint takes any client secret",
      switch: .acceptsAnySecret),
  ]
}
