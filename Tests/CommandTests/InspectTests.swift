// SPDX-License-Identifier: Apache-2.0
// `inspect yaml` and `inspect json-path`.

import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct InspectTests {
  @Test(arguments: [
    ("", ""),
    ("a: 1", #"{"a":1}"#),
    ("- a\n--- \n- b\n...\n---\n", "[\"a\"]\n[\"b\"]\nnull"),
    ("a: !some {x: 1}", #"{"a":{"!some":{"x":1}}}"#),
    ("[!any , !not [!absent {}]]", #"[{"!any":null},{"!not":[{"!absent":{}}]}]"#),
    ("[0x1F, 0o17, +1.50e+3, .5, -0]", "[31,15,1.50e+3,0.5,-0]"),
    ("[~, null, True, yes, .inf, '1']", #"[null,null,true,"yes",".inf","1"]"#),
    (#"{"q\"\\": "\x01\n\u263A"}"#, "{\"q\\\"\\\\\":\"\\u0001\\n☺\"}"),
    ("1: a\ntrue: b\n: c", #"{"1":"a","true":"b","":"c"}"#),
  ])
  func `prints each document as one line`(text: String, lines: String) {
    let line = CommandLine(["inspect", "yaml", "-"], input: text)
    #expect(line.status == .success)
    #expect(line.output == (lines.isEmpty ? "" : "\(lines)\n"))
    #expect(line.errors.isEmpty)
  }

  @Test func `refuses what can't be read, at its place`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a:\n  b: 1\n  b: 2\n", to: "a.yaml")
    let line = CommandLine(["inspect", "yaml", path])
    #expect(line.status == .invalidInput)
    #expect(line.output.isEmpty)
    #expect(
      line.errors == """
        \(path):3:3: error: the key 'b' is already at 2:3; keep one of them
         3 |   b: 2
           |   ^

        """)
  }

  @Test(arguments: [
    ("$..b", false, "[[],1.50e3]"),
    ("$..b", true, #"["$['b']","$['a'][0]['b']"]"#),
    ("$.c", false, "[]"),
    ("$", true, #"["$"]"#),
  ])
  func `prints what a query selects`(query: String, asPaths: Bool, output: String) {
    let line = CommandLine(
      ["inspect", "json-path", query, "-"] + (asPaths ? ["--paths"] : []),
      input: #"{"a": [{"b": 1.50e3}], "b": []}"#)
    #expect(line.status == .success)
    #expect(line.output == "\(output)\n")
  }

  @Test(arguments: [
    ("$.a[", "query:1:5: error: "), ("a", "query:1:1: error: "),
    ("$.a\n[ x]", "query:2:3: error: "),
  ])
  func `refuses a query with its column`(query: String, message: String) {
    let line = CommandLine(["inspect", "json-path", query, "-"], input: "{}")
    #expect(line.status == .invalidInput)
    #expect(line.output.isEmpty)
    #expect(line.errors.hasPrefix(message), "\(line.errors)")
  }

  @Test func `refuses a document that is no JSON, at its place`() {
    let line = CommandLine(["inspect", "json-path", "$", "-"], input: "{\n  \"a\": x}")
    #expect(line.status == .invalidInput)
    #expect(line.errors.hasPrefix("-:2:8: error: "), "\(line.errors)")
  }

  @Test func `warns of names that are there twice`() {
    let line = CommandLine(["inspect", "json-path", "$.a", "-"], input: #"{"a":1,"a":2}"#)
    #expect(line.status == .success)
    #expect(line.output == "[1]\n")
    #expect(line.errors.hasPrefix("-:1:8: warning: "))
  }
}
