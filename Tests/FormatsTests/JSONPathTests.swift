// SPDX-License-Identifier: Apache-2.0
// Tests of JSONPath queries, those of the compliance suite among them.

import Formats
import TestSupport
import Testing
import Text

struct JSONPathTests {
  private static func unwritten(_ found: String) -> String {
    "expected '.', '..', '[' or the end of the query, found '\(found)'; other names are written ['name']"
  }

  @Test(arguments: [
    ("", 0, "expected '$' at the start of a query, found the end of the query"),
    ("a.b", 0, "expected '$' at the start of a query, found 'a'"),
    ("$.é b", 3, unwritten(" ")), ("$.a-b", 3, unwritten("-")),
    ("$.1", 2, "expected a name or '*' after '.', found '1'; other names are written ['name']"),
    (
      "$..", 3,
      "expected a name or '*' or '[' after '..', found the end of the query; other names are written ['name']"
    ),
    (
      "$[a]", 2,
      "expected a selector: a name in quotes, an index, a slice, '*', or '?' and a condition, found 'a'"
    ), ("$['a'", 5, "expected ',' or ']' after a selector, found the end of the query"),
    ("$['a", 4, "expected ' at the end of a string, found the end of the query"),
    (
      #"$['a\x']"#, 4,
      #"invalid escape: after '\' comes one of ' \ / b f n r t or u and 4 hex digits"#
    ), (#"$["\ud800"]"#, 3, "an escape for half of a surrogate pair stands for no character"),
    (#"$["\u12"]"#, 3, #"after '\u' come four hexadecimal digits"#),
    ("$['\t']", 3, "a control character in a string must be escaped"),
    ("$[01]", 2, "an index has no leading zero"), ("$[-0]", 2, "an index has no '-0'"),
    ("$[0:-]", 5, "expected a digit after '-', found ']'"),
    ("$[9007199254740992]", 2, "an index is less than 2^53"),
    ("$[99999999999999999999999]", 2, "an index is less than 2^53"),
    ("$[?@.a == 1", 11, "expected ',' or ']' after a selector, found the end of the query"),
    ("$[?@.a = 1]", 7, "expected ',' or ']' after a selector, found '='"),
    ("$[?@.a ==]", 9, "expected a query, a value or a function, found ']'"),
    ("$[?(@.a]", 7, "expected ')', found ']'"),
    ("$[?@.a == 01]", 10, "'01' is not a number as JSON writes it"),
    ("$[?1]", 3, "a value alone is not a condition; compare it"),
    ("$[?length(@.a)]", 3, "the value of a function is not a condition; compare it"),
    ("$[?@.* == 1]", 3, "only a query of names and indices has one value; see value() and count()"),
    (
      "$[?match(@.a, 'a') == true]", 3,
      "the result of match() is true or false by itself; don't compare it"
    ), ("$[?length(@.a, 1) == 1]", 3, "length() takes 1 argument, not 2"),
    ("$[?match(@.a)]", 3, "match() takes 2 arguments, not 1"),
    ("$[?count(1) == 1]", 9, "count() takes a query"),
    ("$[?foo(@.a)]", 3, "no function 'foo'; there are length, count, value, match and search"),
    ("$[?@.a == yes]", 10, "'yes' is not a value; a member is written @.yes, a text 'yes'"),
    ("$[?match(@, 'a{2000}')]", 12, "the regular expression: a repetition counts to 1000 at most"),
    (
      "$.\u{1}", 2,
      "expected a name or '*' after '.', found U+0001; other names are written ['name']"
    ),
  ])
  func `refuses what is no query, with its place`(source: String, offset: Int, message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(source) }
    #expect(error?.offset == ScalarOffset(offset))
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("$", true), ("$.a['b'][-1]", true), ("$ .a [0]", true), ("$.*", false), ("$..a", false),
    ("$[0,1]", false), ("$[0:1]", false), ("$[?@.a]", false),
  ])
  func `knows whether it is singular`(source: String, isSingular: Bool) throws {
    #expect(try JSONPath(source).isSingular == isSingular)
  }

  @Test(
    arguments: [
      ("$[?@ == 12345678901234567891]", "[12345678901234567890, 12345678901234567891]", [1]),
      ("$[?@ == 0.10]", "[0.1, 0.11, \"0.1\"]", [0]),
      ("$[?@ < 1e400]", "[1e399, 1e400, 1e401]", [0]),
      ("$[?@ == 'e\\u0301']", "[\"é\", \"e\u{301}\"]", [1]),
      ("$[?@ > 'Z']", "[\"z\", \"Z\", \"😀\", \"\u{FFFF}\"]", [0, 2, 3]),
      ("$[?@ > '\\uFFFF']", "[\"😀\", \"z\"]", [0]),
      // The letter e stands before f, though é as one character stands behind it.
      ("$[?@ < 'f']", "[\"é\", \"e\u{301}\"]", [1]),
      ("$[?@ >= 'e\\u0301']", "[\"é\", \"e\u{301}\", \"e\"]", [0, 1]),
      ("$[?@['e\\u0301']]", "[{\"é\": 1}, {\"e\u{301}\": 1}]", [1]),
      ("$[?length(@) == 1]", "[\"😀\", \"e\u{301}\", [1], {\"a\": 1}, 1]", [0, 2, 3]),
      ("$[?match(@, '[')]", "[\"[\"]", []),
      ("$[?@ == $[0]]", "[{\"a\": [1.0]}, {\"a\": [1e0]}, {\"a\": [2]}]", [0, 1]),
    ] as [(String, String, [Int])])
  func `compares exactly`(source: String, text: String, indices: [Int]) throws {
    let nodes = try JSONPath(source).nodes(in: try JSONParser.document(text).root)
    #expect(nodes.map(\.pointer) == indices.map { JSONPointer([.index($0)]) })
  }

  @Test(
    arguments: [
      ("$.a[0]..b[-1]['c','d'][*]", ["/a", "/0", "//b", "/?", "/?", "/?"]), ("$", []),
      ("$..[1][0:1][?@.a]", ["//1", "/?", "/?"]), ("$['é']", ["/é"]),
    ] as [(String, [String])])
  func `says what it goes into`(source: String, outline: [String]) throws {
    let found = try JSONPath(source).outline.map { "\($0.isDeep ? "//" : "/")\($0.name ?? "?")" }
    #expect(found == outline)
  }

  @Test(
    arguments: [
      ("$.mvpds[0].id", "mvpds"), ("$.a_b1-c", "a_b1"), ("$.é", "é"), ("$['a']", nil),
      ("$..a", nil), ("$", nil), ("$.*", nil), ("a.b", nil),
    ] as [(String, String?)])
  func `knows the member that it goes into first`(source: String, name: String?) {
    #expect(JSONPath.firstName(of: source) == name)
  }

  @Test func `selects and looks at as many nodes as it may`() throws {
    let path = try JSONPath("$[*]")
    func count(nodes: Int, work: Int) throws -> Int {
      try path.nodes(in: [1, 2, 3], limits: JSONPathLimits(nodes: nodes, work: work)).count
    }
    #expect(try count(nodes: 3, work: 100) == 3)
    #expect(throws: JSONPathError(.tooManyNodes(limit: 2), at: 0)) {
      try count(nodes: 2, work: 100)
    }
    #expect(try count(nodes: 10, work: 3) == 3)
    #expect(throws: JSONPathError(.tooMuchWork, at: 0)) { try count(nodes: 10, work: 2) }
  }

  /// Each costs more than a hundred nodes by what it looks at, and less than a thousand.
  @Test(arguments: [
    ("$[?@ < 'b']", JSONValue.array([.string(long)])),
    ("$[?'b' > @]", .array([.string(long)])), ("$[?@ == 'b']", .array([.string(long)])),
    ("$[?length(@) > 1]", .array([.string(long)])), ("$[?match(@, 'a*')]", .array([.string(long)])),
    ("$[?@ == $[0]]", .array([.array(Array(repeating: 1, count: 150))])),
    ("$[?@ < 1]", .array([number])), ("$[?1 > @]", .array([number])),
    ("$[?@ == 1]", .array([number])), ("$.a", members), ("$[?@.a]", .array([members])),
    ("$[?search('a', $[0])]", .array([.string(String(repeating: "b", count: 150))])),
  ])
  func `counts what is long as several nodes`(source: String, root: JSONValue) throws {
    let path = try JSONPath(source)
    #expect(throws: Never.self) { try path.nodes(in: root, limits: JSONPathLimits(work: 30_000)) }
    #expect(throws: JSONPathError(.tooMuchWork, at: 0)) {
      try path.nodes(in: root, limits: JSONPathLimits(work: 90))
    }
  }

  static let long = String(repeating: "a", count: 6400)
  static let number =
    JSONNumber(literal: String(repeating: "1", count: 2400)).map { .number($0) } ?? JSONValue.null
  static let members = JSONValue.object((0..<960).map { (name: "n\($0)", value: 1) })

  @Test(arguments: ["(", "length("]) func `nests to its depth`(open: String) throws {
    let close = open == "(" ? "@" : "@)"
    func source(_ depth: Int) -> String {
      let nested = String(repeating: open, count: depth)
      let ends = String(repeating: ")", count: open == "(" ? depth : depth - 1)
      return "$[?\(nested)\(close)\(ends)\(open == "(" ? "" : " == 1")]"
    }
    #expect(throws: Never.self) { try JSONPath(source(63)) }
    let error = #expect(throws: JSONPathError.self) { try JSONPath(source(64)) }
    #expect(error?.reason == .tooDeep(limit: 64))
  }

  @Test func `warns of an expression that is no I-Regexp`() throws {
    let path = try JSONPath(#"$[?match(@, '\\d+')]"#)
    #expect(path.warnings.map(\.offset) == [12])
    #expect(try JSONPath("$[?match(@, '[0-9]+')]").warnings.isEmpty)
    #expect(try JSONPath(#"$[?search(@, '\\d+')]"#).warnings.map(\.offset) == [13])
    let template = try JSONPathTemplate(#"$[?match(@, '\\d+')]"#).bound { _ in .null }
    #expect(template.warnings.map(\.offset) == [12])
  }

  @Test(arguments: [
    "$..[*,*,*,*]..[*,*,*,*]..[*,*,*,*]",
    "$[*,*,*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*,*,*]",
    "$..[?count($..[?count($..*) > 0]) > 0]", "$..[?$ == $]..[?$ == $]",
    "$..[?search($.text, '(a{0,500}b?){10}c')]", "$..[?search($.text, $.regex)]",
  ])
  func `gives up what would take for ever`(source: String) throws {
    let items = JSONValue.array((0..<60).map { .array([.integer($0), .array([1, 2, 3])]) })
    let text = JSONValue.string(String(repeating: "a", count: 1000))
    let root: JSONValue = ["items": items, "text": text, "regex": "(a{0,500}b?){10}c"]
    let limits = JSONPathLimits(nodes: 10_000, work: 200_000)
    let error = #expect(throws: JSONPathError.self) {
      try JSONPath(source).nodes(in: root, limits: limits)
    }
    #expect(error?.reason == .tooMuchWork || error?.reason == .tooManyNodes(limit: 10_000))
  }

  @Test func `takes a regular expression of the document that is too large for an error`() throws {
    let root: JSONValue = ["items": ["a"], "regex": "a{2000}"]
    let error = JSONPathError(
      .expression(ExpressionError(.tooManyRepetitions(limit: 1000), at: 2)), at: 0)
    #expect(throws: error) { try JSONPath("$.items[?match(@, $.regex)]").nodes(in: root) }
  }

  @Test func `goes to its depth on a small stack`() throws {
    try onSmallStack {
      let filters = String(repeating: "[?@.a && (@", count: 32)
      let closing = String(repeating: ")]", count: 32)
      let deep = String(repeating: "{\"a\":[", count: 256)
      let ends = String(repeating: "]}", count: 256)
      guard let root = try? JSONParser.document("\(deep)\(ends)").root else {
        Issue.record("the document is no JSON")
        return
      }
      #expect(throws: Never.self) { try JSONPath("$..*\(filters)\(closing)").nodes(in: root) }
      #expect((try? JSONPath("$..*").nodes(in: root).count) == 511)
      #expect(throws: JSONPathError(.tooDeep(limit: 64), at: 354)) {
        try JSONPath("$\(filters)[?@]\(closing)")
      }
    }
  }
}

struct JSONPathTemplateTests {
  struct Missing: Error, Equatable { let name: String }

  static let values: [String: JSONValue] = {
    let text = #"""
      {"name": "it's \\ \"\n", "number": 1.0, "large": 12345678901234567891, "truth": true,
       "nothing": null, "list": [1], "map": {}, "half": 1.5, "text": "a",
       "last": 9007199254740991, "beyond": 9007199254740992, "minus": -1}
      """#
    let members = (try? JSONParser.document(text).root.object)?.members ?? []
    return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
  }()

  @Test(arguments: [
    ("$[${name}]", #"$['it\'s \\ "\u000a']"#), ("$.a[ ${number} ]", "$.a[ 1 ]"),
    ("$[?@.id == ${name}]", #"$[?@.id == 'it\'s \\ "\u000a']"#),
    (
      "$[?@.id < ${large} && ${truth} != @.b || @ == ${nothing}]",
      "$[?@.id < 12345678901234567891 && true != @.b || @ == null]"
    ), ("$[?length(${text}) == 1 && match(@, ${text})]", "$[?length('a') == 1 && match(@, 'a')]"),
    ("$['${text}-${number}-$${x}']", "$['a-1.0-${x}']"),
    (#"$["${name}"]"#, #"$["it's \\ \"\u000a"]"#),
    ("$['${text}', ${text}, 0]", "$['a', 'a', 0]"), ("$.a", "$.a"),
    ("$['${truth}']", "$['true']"), ("$[${last}]", "$[9007199254740991]"), ("$[${minus}]", "$[-1]"),
    ("$['$${a}${text}']", "$['${a}a']"), (#"$["$${a}"]"#, #"$["${a}"]"#),
  ])
  func `puts values in as literals`(source: String, bound: String) throws {
    let template = try JSONPathTemplate(source)
    let path = try template.bound { name throws(Missing) in
      guard let value = Self.values[name] else { throw Missing(name: name) }
      return value
    }
    #expect(path.source == bound)
  }

  @Test func `knows its variables and whether it is singular`() throws {
    let template = try JSONPathTemplate("$['é${a}'][?@ == ${now + 1h}]")
    #expect(template.variables.map(\.expression) == ["a", "now + 1h"])
    #expect(template.variables.map(\.offset) == [4, 17])
    #expect(!template.isSingular)
    #expect(try JSONPathTemplate("$.a[${b}]['${c}']").isSingular)
    #expect(throws: TemplateBindingError<Missing, JSONPathError>.value(Missing(name: "a"))) {
      try template.bound { name throws(Missing) in throw Missing(name: name) }
    }
  }

  private static let afterDot = "a variable can't stand after a '.'; write [${…}] for '.${…}'"
  private static let misplaced =
    "a variable can't stand here: it stands for a name or an index, [${…}], for a value, == ${…}, or "
    + "in quotes, '…${…}…'"

  @Test(arguments: [
    ("$.profiles.${a}", 11, afterDot), ("$..${a}", 3, afterDot), ("${a}.b", 0, misplaced),
    ("$.a${a}", 3, misplaced), ("$[0:${a}]", 4, misplaced), ("$[?@.${a}]", 5, afterDot),
    ("$[?${a}]", 3, "a value alone is not a condition; compare it"),
    ("$[${}]", 2, "a '${' needs a name and a '}'; for the characters write '$${'"),
    ("$['${a']", 3, "a '${' needs a name and a '}'; for the characters write '$${'"),
  ])
  func `refuses variables elsewhere`(source: String, offset: Int, message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPathTemplate(source) }
    #expect(error?.offset == ScalarOffset(offset))
    #expect(error?.description == message)
  }

  private static let asValue = "as a value it is a string, number, boolean or null"
  private static let asSelector = "as a selector it is a string or a whole number"
  private static let inQuotes = "in quotes it is a string, number or boolean"

  @Test(arguments: [
    ("$[?@ == ${list}]", 8, "${list} is array here; \(asValue)"),
    ("$[${half}]", 2, "${half} is 1.5 here; \(asSelector)"),
    ("$[${large}]", 2, "${large} is 12345678901234567891 here; \(asSelector)"),
    ("$[${beyond}]", 2, "${beyond} is 9007199254740992 here; \(asSelector)"),
    ("$[${list}]", 2, "${list} is array here; \(asSelector)"),
    ("$[?@ == ${map}]", 8, "${map} is object here; \(asValue)"),
    ("$['${text}${list}']", 10, "${list} is array here; \(inQuotes)"),
    ("$[${truth}]", 2, "${truth} is boolean here; \(asSelector)"),
    ("$['a${nothing}']", 4, "${nothing} is null here; \(inQuotes)"),
    ("$['a${map}']", 4, "${map} is object here; \(inQuotes)"),
  ])
  func `refuses values that don't fit`(source: String, offset: Int, message: String) throws {
    let template = try JSONPathTemplate(source)
    let place = JSONPathError(.variable(message), at: ScalarOffset(offset))
    #expect(throws: TemplateBindingError<Never, JSONPathError>.place(place)) {
      try template.bound { Self.values[$0] ?? .null }
    }
  }
}

struct JSONPathComplianceTests {
  static let file = "corpora/jsonpath-cts.json"

  @Test(.enabled(if: SharedFolder.has(file), SharedFolder.missing))
  func `passes each of 703 cases`() throws {
    let document = try JSONParser.document(try SharedFolder.bytes(Self.file))
    let cases = try #require(document.root["tests"]?.array)
    #expect(cases.count == 703)
    for test in cases {
      let name = test["name"]?.string ?? ""
      let selector = try #require(test["selector"]?.string)
      if test["invalid_selector"] == true {
        let error = #expect(throws: JSONPathError.self, "\(name)") { try JSONPath(selector) }
        let offset = error?.offset.value ?? -1
        #expect((0...selector.unicodeScalars.count).contains(offset), "\(name)")
        continue
      }
      let nodes = try JSONPath(selector).nodes(in: try #require(test["document"]))
      let values = JSONValue.array(nodes.map(\.value))
      let results = test["results"]?.array ?? test["result"].map { [$0] } ?? []
      #expect(results.contains(values), "\(name): \(selector)")
      let paths = JSONValue.array(nodes.map { .string($0.normalizedPath) })
      let expected = test["results_paths"]?.array ?? test["result_paths"].map { [$0] } ?? []
      #expect(expected.contains(paths), "\(name): \(selector)")
    }
  }
}
