// SPDX-License-Identifier: Apache-2.0
// What rules demand: met, broken, or not judged.

import Audit
import Testing
import Traffic

@Suite struct DemandTests {
  static let registered = Sent("POST /register", at: 0, answer: #"{"client_id": "c"}"#)

  @Test(
    arguments: [
      // The occasion itself.
      (
        "on: token\nexpect: {form: {grant_type: client_credentials}}",
        [Sent("POST /token", at: 0, form: "grant_type=client_credentials")], "+1 -0 ?0"
      ),
      (
        "on: token\nexpect: {form: {grant_type: client_credentials}}",
        [Sent("POST /token", at: 0, form: "grant_type=password")], "+0 -1 ?0"
      ),
      // A registration that stands before, with the same client.
      (
        "on: token\nsave: {client: $.form.client_id}\n"
          + "earlier: {is: register, answer: {json: {client_id: \"${client}\"}}}",
        [registered, Sent("POST /token", at: 1, form: "client_id=c")], "+1 -0 ?0"
      ),
      (
        "on: token\nsave: {client: $.form.client_id}\n"
          + "earlier: {is: register, answer: {json: {client_id: \"${client}\"}}}",
        [registered, Sent("POST /token", at: 1, form: "client_id=d")], "+0 -1 ?0"
      ),
      ("on: token\nearlier: register", [Sent("POST /token", at: 1)], "+0 -0 ?1"),
      // The same by a value.
      (
        "on: token\nearlier: {is: register, same: client}",
        [registered, Sent("POST /token", at: 1, form: "client_id=c")], "+1 -0 ?0"
      ),
      (
        "on: token\nearlier: {is: register, same: client}",
        [registered, Sent("POST /token", at: 1, form: "client_id=d")], "+0 -1 ?0"
      ),
      // The most recent one, whatever came before it.
      (
        "on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}",
        [
          Sent("POST /token", at: 1, status: 400), Sent("POST /token", at: 2),
          Sent("GET /x/profiles", at: 3),
        ], "+1 -0 ?0"
      ),
      (
        "on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}",
        [
          Sent("POST /token", at: 1), Sent("POST /token", at: 2, status: 400),
          Sent("GET /x/profiles", at: 3),
        ], "+0 -1 ?0"
      ),
      (
        "on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}",
        [registered, Sent("GET /x/profiles", at: 3)], "+0 -0 ?1"
      ),
      // What was under way already when the answer came is no reaction to it.
      (
        "on: {is: profiles, answer: {status: 429}}\napart: {of: profiles, at-least: 1s}",
        [
          Sent("GET /x/profiles", at: 1, status: 429), Sent("GET /x/profiles", at: 1),
          Sent("GET /x/profiles", at: 2),
        ], "+1 -0 ?0"
      ),
      (
        "on: {is: profiles, answer: {status: 429}}\napart: {of: profiles, at-least: 2s}",
        [Sent("GET /x/profiles", at: 1, status: 429), Sent("GET /x/profiles", at: 2)],
        "+0 -1 ?0"
      ),
    ] as [(String, [Sent], String)])
  func `judges an occasion`(text: String, sent: [Sent], expected: String) throws {
    #expect(try outcome(rule(text), sent) == expected)
  }
}
