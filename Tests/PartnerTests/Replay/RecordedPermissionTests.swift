// SPDX-License-Identifier: Apache-2.0
// A recording in which no call asked for permission.

import Formats
import TestSupport
import Testing

@testable import Partner

struct RecordedPermissionTests {
  /// What was recorded came after the question: the status tells the answer, or nothing does.
  @Test(
    arguments: table(
      #"""
      {"call":"status","result":{"frameworkPermissionInfo":{"accessStatus":"granted"}}} | true
      {"call":"status","result":"eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6eyJhY2Nlc3NTdGF0dXMiOiJncmFudGVkIn19"} | true
      {"call":"status","result":{"frameworkPermissionInfo":{"accessStatus":"denied"}}} | false
      {"call":"status","result":"no status"} | false
      {"call":"status","result":null} | false
      {"call":"metadata","result":{"accountProviderIdentifier":"c"}} | false
      """#) as [(String, Bool)], [false, true])
  func `takes permission for granted where only the status says so`(
    row: (answer: String, isGranted: Bool), isOrdered: Bool
  ) throws {
    let (answer, isGranted) = row
    let framework = try HandWrittenRecordingTests().open(
      #"{"partnerRecording":1,"sessions":[{"ordered":\#(isOrdered),"answers":[\#(answer)]}]}"#)
    let call = try PartnerCall.written("permission", .null)
    guard isGranted else {
      #expect(throws: PartnerError.self) { try framework.answer(to: call, deadline: never) }
      return
    }
    #expect(
      try framework.answer(to: call, deadline: never)
        == .result(
          PermissionAnswer(.granted).object,
          remark:
            "the recording has no answer to permission; its status says that access is granted"
        ))
  }
}
