// SPDX-License-Identifier: Apache-2.0
// That the catalogue of errors is that of the documents.

import Formats
import Foundation
import TestSupport
import Testing
import Text

@testable import ReferenceService

@Suite struct EnhancedErrorsTests {
  @Test(.enabled(if: SharedFolder.has("reference/error-codes.json"), SharedFolder.missing))
  func `has each code with the status and action of the documents, and no other`() throws {
    let root = try JSONParser.document(SharedFolder.bytes("reference/error-codes.json")).root
    let entries = (root.array ?? []).filter { $0["apiVersion"] == "v2" && $0["kind"] == "code" }
    #expect(!entries.isEmpty)
    #expect(
      Set(entries.compactMap { $0["code"]?.string }) == Set(ErrorCode.allCases.map(\.rawValue)))
    for entry in entries {
      let code = try #require(ErrorCode(rawValue: entry["code"]?.string ?? ""))
      #expect(entry["status"]?.array == [.integer(code.status)], "\(code)")
      #expect(entry["action"] == .string(code.action), "\(code)")
    }
  }

  @Test(.enabled(if: SharedFolder.has("reference/error-codes.json"), SharedFolder.missing))
  func `has each code of the other version with its action, and no other`() throws {
    let root = try JSONParser.document(SharedFolder.bytes("reference/error-codes.json")).root
    let entries = (root.array ?? []).filter { $0["apiVersion"] == "v1" && $0["kind"] == "code" }
    #expect(!entries.isEmpty)
    #expect(
      Set(entries.compactMap { $0["code"]?.string }) == Set(V1ErrorCode.allCases.map(\.rawValue)))
    for entry in entries {
      let code = try #require(V1ErrorCode(rawValue: entry["code"]?.string ?? ""))
      #expect(entry["action"] == .string(code.action), "\(code)")
    }
  }

  @Test func `writes the flat form`() {
    let answer = Walk.ready().get("profiles/Nobody")
    #expect(
      answer.json.object?.names == ["action", "status", "code", "message", "helpUrl", "trace"])
    #expect(answer["action"] == "none")
    #expect(answer["status"] == 400)
    #expect(answer["message"] == "The mvpd parameter value is missing or invalid.")
    #expect(answer["trace"].string.map(UUIDText.isUUID) == true)
  }
}
