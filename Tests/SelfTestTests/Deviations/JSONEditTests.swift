// SPDX-License-Identifier: Apache-2.0
// Edits of JSON as data.

import Formats
import Testing

@testable import SelfTest

@Suite struct JSONEditTests {
  static let json = """
    {"a": {"b": "1752149281000", "c": 7}, "list": [{"id": "x", "on": true}, {"id": "y", "on": false}]}
    """

  @Test(arguments: [
    (JSONEdit.remove("a/c"), "{\"a\":{\"b\":\"1752149281000\"},"),
    (.remove("a/none"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},"),
    (.replace("a/c", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":\"z\"},"),
    (.replace("a/none", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},"),
    (.put("a/d", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7,\"d\":\"z\"},"),
    (.rename("a/c", to: "d"), "{\"a\":{\"b\":\"1752149281000\",\"d\":7},"),
    (.copy("a/c", to: "d"), "\"d\":7}"),
    (.swap("a/b", "a/c"), "{\"a\":{\"b\":7,\"c\":\"1752149281000\"},"),
    (.seconds("a/b"), "{\"a\":{\"b\":\"1752149281\",\"c\":7},"),
    (.shift("a/*", by: -1), "{\"a\":{\"b\":\"1752149280999\",\"c\":6},"),
    (.text("a/c"), "\"c\":\"7\"},"),
    (.text("list/*/on"), "\"on\":\"false\"}]"),
    (.number("list/*/on"), "\"on\":0}]"),
    (.number("a/b"), "{\"a\":{\"b\":1752149281000,\"c\":7},"),
    (.substitute("list/*/id", "x", by: "z"), "[{\"id\":\"z\",\"on\":true},{\"id\":\"y\","),
    (.prefix("list/0/id", "z"), "[{\"id\":\"zx\",\"on\":true},{\"id\":\"y\","),
    (.list("a"), "{\"a\":[\"1752149281000\",7],"),
    (.map("list", by: "id"), "\"list\":{\"x\":{\"id\":\"x\","),
    (.rekey("a", to: "k"), "{\"a\":{\"k\":\"1752149281000\"},"),
    (.append("list", 1), "\"on\":false},1]}"),
    (.double("list"), "false},{\"id\":\"x\",\"on\":true},{\"id\":\"y\",\"on\":false}]}"),
    (.reverse("list"), "[{\"id\":\"y\",\"on\":false},{\"id\":\"x\",\"on\":true}]"),
    (.prepend("list", 1), "\"list\":[1,{"),
    (.suffix("list/0/id", "z"), "[{\"id\":\"xz\",\"on\":true},{\"id\":\"y\","),
    (.removeLast("list"), "[{\"id\":\"x\",\"on\":true}]"),
    (
      .each("list/*", where: [.equals("on", true)], [.remove("id")]), "[{\"on\":true},{\"id\":\"y\""
    ),
    (.removeEach("list/*", where: [.equals("on", true)]), "[{\"id\":\"y\",\"on\":false}]"),
    // All conditions have to hold.
    (.removeEach("list/*", where: [.has("id"), .equals("on", true)]), "\"list\":[{\"id\":\"y\""),
    (.removeEach("list/*", where: [.has("z"), .equals("on", true)]), "\"list\":[{\"id\":\"x\""),
    (
      .each("list/*", where: [.equals("on", true), .has("z")], [.remove("id")]),
      "\"list\":[{\"id\":\"x\",\"on\":true}"
    ),
    (
      .each("list/*", where: [], [.remove("id"), .rename("on", to: "off")]),
      "\"list\":[{\"off\":true},{\"off\":false}]"
    ),
    (.remove("list/0"), "\"list\":[{\"id\":\"y\",\"on\":false}]"),
    (.remove("list/2"), "\"list\":[{\"id\":\"x\",\"on\":true},{\"id\":\"y\",\"on\":false}]"),
    (.remove("list/*/id"), "\"list\":[{\"on\":true},{\"on\":false}]"),
    (.put("list/1/on", 1), "{\"id\":\"x\",\"on\":true},{\"id\":\"y\",\"on\":1}]"),
    (.put("none/d", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},\"list\""),
    (.swap("a/b", "a/none"), "{\"a\":{\"c\":7,\"none\":\"1752149281000\"}"),
    (.copy("a/none", to: "d"), "\"on\":false}]}"),
    (.rename("a/none", to: "d"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},"),
    (.seconds("a/c"), "\"c\":0}"), (.text("a/b"), "{\"b\":\"1752149281000\""),
    (.number("list/*/id"), "\"id\":\"x\""), (.list("list"), "\"list\":[{\"id\":\"x\","),
    (.rekey("a/c", to: "k"), "\"c\":7}"), (.append("a", 1), "{\"a\":{\"b\":"),
    (.substitute("a/b", "1", by: "x"), "\"b\":\"x752x4928x000\""),
    (.prefix("a/c", "z"), "\"c\":7}"),
  ])
  func `changes what stands at its path`(edit: JSONEdit, part: String) throws {
    var json = try JSONParser.document(Array(Self.json.utf8)).root
    edit.apply(to: &json)
    #expect(JSONWriter.text(json).contains(part), "\(JSONWriter.text(json))")
  }

  @Test(arguments: [
    (JSONCondition.equals("a/c", 7), true), (.equals("a/c", 8), false), (.differs("a/c", 8), true),
    (.differs("a/c", 7), false), (.has("a"), true), (.isOne("a/c", of: [6, 7]), true),
    (.isOne("a/c", of: [6]), false), (.has("z"), false), (.lacks("z"), true),
    (.lacks("a"), false), (.begins("a/b", "17"), true), (.begins("a/b", "7"), false),
    (.isEmpty("list"), false),
    (.isFilled("list"), true), (.isFilled("z"), false), (.has("list/1/id"), true),
    (.has("list/2/id"), false), (.has("list/-1/id"), false), (.isFilled("a"), true),
    (.isFilled("a/b"), false), (.isEmpty("z"), false), (.isEmpty("a/b"), false),
    (.isEmpty("a"), false), (.differs("z", 8), true), (.equals("z", .null), false),
    (.isOne("z", of: [6]), false), (.isOne("a/c", of: []), false), (.begins("a/c", "7"), false),
    (.begins("z", ""), false),
  ])
  func `holds of some`(condition: JSONCondition, holds: Bool) throws {
    #expect(JSONCondition.isEmpty("e").holds(of: ["e": []]))
    #expect(JSONCondition.isEmpty("e").holds(of: ["e": [:]]))
    let json = try JSONParser.document(Array(Self.json.utf8)).root
    #expect(condition.holds(of: json) == holds)
  }
}
