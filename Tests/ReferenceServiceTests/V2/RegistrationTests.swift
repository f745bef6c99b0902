// SPDX-License-Identifier: Apache-2.0
// POST /o/client/register and /o/client/token.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

@Suite struct RegistrationTests {
  static let statements = ServiceData.standard.statements.map(\.statement)

  @Test func `gives credentials`() {
    let answer = Walk().register([
      "software_statement": .string(Walk.statement), "redirect_uri": "app://orchard#1",
    ])
    #expect(answer.status == 201)
    #expect(answer.response.headers["Content-Type"] == "application/json")
    #expect(answer["client_id"].string?.utf8.count == 32)
    #expect(answer["client_secret"].string?.utf8.count == 32)
    #expect(answer["client_id_issued_at"] == 1_893_456_000)
    #expect(answer["redirect_uris"] == ["app://orchard#1"])
    #expect(answer["grant_types"] == ["client_credentials"])
    #expect(answer["scopes"] == ["api:client:v1", "api:client:v2"])
  }

  @Test func `gives another client each time`() {
    let walk = Walk()
    let answers = (0..<2).map { _ in
      walk.register(["software_statement": .string(Walk.statement)])["client_id"].string
    }
    #expect(answers[0] != answers[1])
  }

  @Test(arguments: [
    ("", "invalid_request"),
    ("[]", "invalid_request"),
    ("{\"software_statement\":", "invalid_request"),
    ("{}", "invalid_request"),
    ("{\"software_statement\":\"\"}", "invalid_request"),
    ("{\"software_statement\":1}", "invalid_request"),
    ("{\"software_statement\":null}", "invalid_request"),
    ("{\"software_statement\":\"a\",\"software_statement\":\"b\"}", "invalid_request"),
    ("{\"software_statement\":\"made.up.one\"}", "invalid_software_statement"),
    ("{\"software_statement\":\"\(statements[2])\"}", "unapproved_software_statement"),
    ("{\"software_statement\":\"\(statements[0])\",\"redirect_uri\":\"\"}", "invalid_redirect_uri"),
    (
      "{\"software_statement\":\"\(statements[0])\",\"redirect_uri\":\"no uri\"}",
      "invalid_redirect_uri"
    ),
    ("{\"software_statement\":\"\(statements[0])\",\"redirect_uri\":1}", "invalid_redirect_uri"),
  ])
  func `refuses to register`(body: String, error: String) {
    let answer = Walk().send("POST", "/o/client/register", [:], Array(body.utf8))
    #expect(answer.status == 400)
    #expect(answer.json == ["error": .string(error)])
  }

  @Test(arguments: [
    ("client_id=ID&client_secret=SECRET", "invalid_request"),
    ("client_id=ID&grant_type=client_credentials", "invalid_request"),
    ("client_secret=SECRET&grant_type=client_credentials", "invalid_request"),
    ("client_id=ID&client_secret=SECRET&grant_type=", "invalid_request"),
    (
      "client_id=ID&client_id=ID&client_secret=SECRET&grant_type=client_credentials",
      "invalid_request"
    ),
    ("client_id=ID&client_secret=SECRET&grant_type=client_credentials&x=%", "invalid_request"),
    ("{\"client_id\":\"ID\"}", "invalid_request"),
    ("", "invalid_request"),
    ("client_id=ID&client_secret=SECRET&grant_type=password", "unsupported_grant_type"),
    ("client_id=ID&client_secret=wrong&grant_type=client_credentials", "invalid_client"),
    ("client_id=wrong&client_secret=SECRET&grant_type=client_credentials", "invalid_client"),
  ])
  func `refuses a token`(body: String, error: String) {
    let walk = Walk()
    let client = walk.register(["software_statement": .string(Walk.statement)])
    let form = body.replacing("ID", with: client["client_id"].string ?? "")
      .replacing("SECRET", with: client["client_secret"].string ?? "")
    let answer = walk.send("POST", "/o/client/token", [:], Array(form.utf8))
    #expect(answer.status == 400)
    #expect(answer.json == ["error": .string(error)])
  }

  @Test(arguments: [("Basic aWQ6c2VjcmV0", 400), ("Bearer an-older-token", 201)])
  func `refuses credentials in the header beside those in the body`(header: String, status: Int) {
    let walk = Walk()
    let client = walk.register(["software_statement": .string(Walk.statement)])
    let form = Walk.form([
      ("client_id", client["client_id"].string ?? ""),
      ("client_secret", client["client_secret"].string ?? ""),
      ("grant_type", "client_credentials"),
    ])
    let answer = walk.send("POST", "/o/client/token", ["Authorization": header], form)
    #expect(answer.status == status)
  }

  @Test(arguments: [(0, 21_600), (1, 1)])
  func `gives a token for as long as the application's live`(statement: Int, seconds: Int) {
    let walk = Walk()
    let client = walk.register(["software_statement": .string(Self.statements[statement])])
    let answer = walk.token([
      ("client_id", client["client_id"].string ?? ""),
      ("client_secret", client["client_secret"].string ?? ""),
      ("grant_type", "client_credentials"),
    ])
    #expect(answer.status == 201)
    #expect(answer["created_at"] == 1_893_456_000_000)
    #expect(answer["expires_in"] == .integer(seconds))
    #expect(answer["token_type"] == "bearer")
    #expect(answer["id"].string.map(UUIDText.isUUID) == true)
    #expect(answer["access_token"].string?.isEmpty == false)
  }
}
