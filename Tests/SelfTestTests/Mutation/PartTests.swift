// SPDX-License-Identifier: Apache-2.0
// Tests of the parts of an answer that are changed.

import Formats
import HTTP
import Testing

@testable import SelfTest

@Suite struct PartTests {
  private static func parts(_ json: String, words: Set<String> = []) throws -> [AnswerPart] {
    let root = try JSONParser.document(json).root
    return AnswerDissection(knownWords: words).parts(of: answer(json), .json(root))
  }

  /// The places of the values, with indices and all names.
  private static func pointers(_ json: String) throws -> [String] {
    try parts(json).compactMap { part in
      if case .json(let pointer, _) = part.site { pointer.description } else { nil }
    }
  }

  @Test(arguments: [
    (0, []), (1, [0]), (3, [0, 1, 2]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 4]), (9, [0, 1, 2, 8]),
  ])
  func `are the first items of a list, and its last`(count: Int, indices: [Int]) throws {
    let list = (0..<count).map(String.init).joined(separator: ",")
    #expect(try Self.pointers("[\(list)]") == [""] + indices.map { "/\($0)" })
  }

  @Test func `are the members of an object, however many there are`() throws {
    let members = (0..<9).map { "\"m\($0)\":{\"n\":1}" }.joined(separator: ",")
    #expect(try Self.pointers("{\(members)}").count == 19)
  }

  @Test(arguments: [
    ("{\"actionName\":1}", "/actionName"), ("{\"a b\":1}", "/*"), ("{\"1a\":1}", "/*"),
    ("{\"a-b\":1}", "/*"), ("{\"known-word\":1}", "/known-word"), ("{\"\":1}", "/*"),
    ("{\"\(String(repeating: "a", count: 40))\":1}", "/\(String(repeating: "a", count: 40))"),
    ("{\"\(String(repeating: "a", count: 41))\":1}", "/*"), ("[1]", "/*"),
    // Names that no document has, with an object each, are ids.
    ("{\"a\":{},\"b\":{}}", "/*"), ("{\"known-word\":{},\"b\":{}}", "/b"),
    ("{\"a\":{},\"b\":1}", "/b"),
  ])
  func `show the names of members, and no value`(json: String, place: String) throws {
    let parts = try Self.parts(json, words: ["known-word"])
    #expect(parts.last?.place == place)
  }

  @Test func `are the status, each header but those of the transport, and the body`() {
    var response = answer("")
    response.headers = HeaderList(
      ["Content-Length", "transfer-encoding", "Date", "Server", "Connection", "X-A", "x-a", "X-B"]
        .map { HeaderField($0, "1") })
    let dissection = AnswerDissection(knownWords: [])
    #expect(
      dissection.parts(of: response, .other).map(\.place) == [
        "status", "header X-A", "header X-B",
      ])
    response.body = [0x20]
    #expect(dissection.parts(of: response, .other).last?.place == "body")
  }

  @Test func `are the elements, attributes and texts of XML`() throws {
    let text = "<a xmlns:x='u' b='1'><c>t</c><c><d/></c>u</a>"
    let root = try XMLReader.read(Array(text.utf8))
    let parts = AnswerDissection(knownWords: []).parts(of: answer(text), .xml(root))
    #expect(
      parts.dropFirst(3).map(\.place) == ["/a", "/a/@b", "/a/c", "/a/c", "/a/c", "/a/c/d"])
    #expect(parts.compactMap(\.text).dropFirst() == ["1", "t"])
  }

  @Test(
    arguments: [
      ("[{\"a\":1}]", "{\"a\":1}"), ("[1]", nil), ("[]", nil), ("{\"x1\":{\"a\":1}}", "{\"a\":1}"),
      ("{\"word\":{\"a\":1}}", nil), ("{\"x1\":1}", nil), ("1", nil),
    ] as [(String, String?)])
  func `hold entries where they are objects of one kind`(json: String, entry: String?) throws {
    let part = try #require(
      try Self.parts(json, words: ["word"]).first {
        if case .json = $0.site { true } else { false }
      })
    #expect(part.firstEntry.map { JSONWriter.text($0) } == entry)
  }

  @Test(arguments: [
    ("/api/v2/known/x", "/api/v2/known/{…}"), ("/api/x.json", "/api/{…}"), ("/", ""),
    ("/known.json", "/known.json"), ("/api//v2", "/api/v2"),
  ])
  func `hides the segments of a path that no document has`(path: String, shown: String) {
    let dissection = AnswerDissection(knownWords: ["api", "v2", "known", "json"])
    #expect(dissection.knownPath(path) == shown)
  }

  @Test(
    arguments: [
      (.value, .null, "1", true), (.string, .alter, "\"a\"", true), (.string, .alter, "1", false),
      (.string, .borrow, "\"a\"", true), (.string, .borrow, "\"word\"", false),
      (.string, .alter, "\"word\"", true),
      (.string, .borrow, "\"2026-11-21T05:30:00Z\"", false), (.word, .borrow, "\"word\"", true),
      (.word, .borrow, "\"a\"", false), (.boolean, .flip, "true", true),
      (.boolean, .flip, "\"true\"", false), (.number, .increment, "1", true),
      (.number, .seconds, "\"1795239000123\"", true),
      (.number, .increment, "\"1795239000123\"", false), (.number, .seconds, "\"5\"", false),
      (.list, .clear, "[1]", true), (.object, .clear, "[1]", false), (.object, .clear, "{}", true),
      (.entries, .clear, "[1]", false),
    ] as [(MutationKind.Subject, Edit, String, Bool)])
  func `are changed by the kinds that are about them`(
    subject: MutationKind.Subject, edit: Edit, json: String, applies: Bool
  ) throws {
    let part = try #require(
      try Self.parts("{\"m\":\(json)}", words: ["word", "m"]).last { $0.place == "/m" })
    let kind = MutationKind("m", subject, edit, "s")
    #expect(kind.applies(to: part, hasEntries: false) == applies)
    // A collection that holds entries is changed by them.
    let isCollection = json.hasPrefix("[") || json.hasPrefix("{")
    let withEntries = isCollection ? subject == .entries : applies
    #expect(kind.applies(to: part, hasEntries: true) == withEntries)
    let root = try #require(try Self.parts(json).dropFirst(3).first)
    #expect(!MutationKind("m", .value, .null, "s").applies(to: root, hasEntries: false))
  }
}
