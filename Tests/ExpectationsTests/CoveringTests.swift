// SPDX-License-Identifier: Apache-2.0
// Alternatives that can't be told apart.

import TestSupport
import Testing
import Text

@testable import Expectations

struct CoveringTests {
  private func mistakes(_ expectation: String) throws -> [String] {
    try Written.mistakes { try Written.expectation(expectation) }
  }

  @Test(arguments: [
    ("status: 200", "status: 200"), ("status: 2xx", "status: 200"),
    ("status: 2xx", "status: !one-of [200, 201]"), ("status: !one-of [200, 201]", "status: 201"),
    ("status: 400", "status: 400, json: {a: 1}"), ("json: {}", "json: {a: 1}"),
    ("json: {a: !string {}}", "json: {a: x, b: 1}"),
    ("json: {a: !optional [!any {}]}", "json: {b: 1}"), ("json: !object {}", "json: {a: 1}"),
    ("json: {a: !integer {min: 3}}", "json: {a: 4}"),
    ("json: {a: !starts-with in}", "json: {a: invalid}"),
    ("json: !enhanced-error {}", "json: !enhanced-error {code: x}"),
    ("json: {a: !some {b: !any {}}}", "json: {a: !some {b: 1}}"),
    ("json: {$..a: !each [!string {}]}", "json: {$..a: !each x}"),
    ("headers: {X: !string {}}", "headers: {x: y}"), ("xml: {}", "xml: {/a: b}"),
    ("json: {a: 1}", "json: !all [{a: 1}, {b: 2}]"),
    ("json: {a: !not x}", "json: {a: !not [!string {}]}"),
    ("either: [{as: a, status: 200}, {as: b, status: 201}]", "status: 201"),
    (
      "either: [{as: a, status: 200}, {as: b, status: 201}]",
      "either: [{as: c, status: 201}, {as: d, status: 200}]"
    ), ("text: !string {}", "text: x"), ("text: x", "text: x, status: 200"),
    ("xml: {/a: !string {}}", "xml: {/a: b, /c: d}"),
    ("headers: {X: !absent {}}", "headers: {x: !absent {}}"),
    ("json: [1, !any {}]", "json: [1, 2]"),
  ])
  func `are seen`(earlier: String, later: String) throws {
    let mistakes = try mistakes("either: [{as: one, \(earlier)}, {as: two, \(later)}]")
    let column = "{either: [{as: one, \(earlier)}, {".count
    #expect(
      mistakes == [
        "\(column)+3 'two' can't be told from 'one': what matches it matches that,"
          + " which stands before it"
      ])
  }

  @Test(arguments: [
    ("status: 200", "status: 201"), ("status: 200", "status: 2xx"), ("status: 200", "json: {}"),
    ("json: {a: 1}", "json: {b: 1}"), ("json: {a: 1}", "json: {}"),
    ("json: {a: x}", "json: {a: !string {}}"), ("json: {}", "json: []"),
    ("json: {}", "status: 200"), ("json: !exactly {a: 1}", "json: {a: 1}"),
    ("json: {profiles: !none {type: a}}", "json: {profiles: {x: {type: a}}}"),
    ("json: {a: !timestamp {after: now}}", "json: {a: 1752149281000}"),
    ("json: {a: '${x}'}", "json: {a: '${x}'}"), ("headers: {X: a}", "headers: {Y: a}"),
    ("headers: {X: !absent {}}", "status: 200"), ("text: x", "json: {}"),
    ("json: {$..a: !any {}}", "json: {$..a: !size 2}"),
    ("headers: {X: !any {}}", "headers: {X: !each x}"), ("json: {a: !absent {}}", "json: {b: 1}"),
    (
      "either: [{as: a, status: 200}, {as: b, status: 201}]",
      "either: [{as: c, status: 201}, {as: d, status: 404}]"
    ), ("xml: {/a: b}", "xml: {/c: b}"), ("xml: {/a: b, /c: d}", "xml: {/a: b}"),
    ("xml: {}", "json: {}"), ("xml: {/a: b}", "xml: {/a: c}"), ("text: x", "text: y"),
    ("text: x", "status: 200"), ("json: [1]", "json: [1, 2]"), ("json: [1, 2]", "json: [1, 3]"),
    ("json: !exactly {a: 1}", "json: !exactly {a: 1, b: 2}"),
    ("headers: {X: a, Y: b}", "headers: {X: a}"), ("json: {a: 1, b: 2}", "json: {a: 1}"),
  ])
  func `are not suspected where they differ`(earlier: String, later: String) throws {
    #expect(try mistakes("either: [{as: one, \(earlier)}, {as: two, \(later)}]") == [])
  }

  @Test(
    arguments: table(
      #"""
      statuses: !some 2xx | statuses: !some 200 | true
      statuses: !some 200 | statuses: !some 2xx | false
      statuses: !some 200 | answers: [{status: 200, text: x}] | false
      answers: [{status: 200, text: x}] | answers: [{status: 404, text: y}, {status: 200, text: x}] | true
      answers: [{status: 404, text: y}, {status: 200, text: x}] | answers: [{status: 404, text: y}] | false
      """#) as [(String, String, Bool)])
  func `are seen of bursts`(earlier: String, later: String, covers: Bool) throws {
    let expectation = try Written.expectation(earlier)
    #expect(expectation.covers(try Written.expectation(later)) == covers)
  }

  @Test func `are found in inner alternatives`() throws {
    let mistakes = try mistakes(
      """
      either: [{as: a, status: 200, either: [{as: b, json: {}}, {as: c, json: {x: 1}}]}, \
      {as: d, status: 201}]
      """)
    #expect(
      mistakes == [
        "60+1 'c' can't be told from 'b': what matches it matches that, which stands before it"
      ])
  }
}
