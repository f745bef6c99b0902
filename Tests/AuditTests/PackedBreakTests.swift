// SPDX-License-Identifier: Apache-2.0
// Changes of an attribute in a packed XML text, which break a rule about it alone.

import Audit
import Encodings
import SourceText
import Testing
import Traffic

@Suite struct PackedBreakTests {
  /// Two rules about the root element of what is posted: one about its ID, and one about the rest.
  private static func rules(_ form: String, known: String) -> AuditRules {
    let rules = """
      application: T
      cookbook: book
      rules:
        - rule: The ID has its form
          covers: [R-1]
          on: profiles
          expect: {decoded: {saml: {"@ID": \(form)}}}
        - rule: The rest is as it is
          covers: [R-2]
          on: profiles
          expect: {decoded: {saml: {"@ID": !any {}, "@Z": z}}}
        - rule: The ID is a known one
          covers: [R-2]
          on: profiles
          expect: {decoded: {saml: {"@ID": !one-of [\(known)]}}}
      """
    return load(rules, exchanges: VocabularyWordTests.words)
  }

  /// What breaks the first rule alone; nil where nothing does.
  private static func change(_ xml: String, _ form: String, known: String) throws -> String? {
    let rules = rules(form, known: known)
    #expect(rules.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    let text = PercentEncoding.encodeForm(Base64.encode(xml))
    let source = traffic([Sent("POST /app/profiles", at: 0, form: "saml=\(text)")])
    #expect(try Audit(rules).judge(source).rules.map(\.broken.count) == [0, 0, 0])
    guard case .alone(let change) = try RecordingMutants(rules, source).breaking(0) else {
      return nil
    }
    return change
  }

  @Test(arguments: [
    #"<r ID="_1" Z="z"/>"#, #"<r ID='_1' Z='z'/>"#, #"<r Z="z" ID='_1'></r>"#,
    "<r\n\tZ='z'\r\n  ID\t=\n'_1'\n/>",
    #"<?xml version="1.0"?><!-- a --> <x:r xmlns:x='u' Z="z" ID="_1"/>"#,
    #"<!-- <r ID='_9'> --><?x <r ID="_8"> ?><r Z="z" ID="_1"/>"#,
    // An attribute of this name in another one's value, and of another element.
    #"<r Z="z" Y="ID='_0'" ID="_1"><s ID="_2"/></r>"#, #"<r XID="_0" IDX="_2" Z="z" ID="_1"/>"#,
  ])
  func `changes an attribute of the root element, and no other`(xml: String) throws {
    #expect(try Self.change(xml, "_1", known: "_1, _9") == "profiles: decoded saml @ID")
  }

  @Test(arguments: [
    (#"<r ID="_1" Z="z"/>"#, "'[^<]*'", "'<a'"), (#"<r ID="_1" Z="z"/>"#, "'[^&]*'", "'a&b'"),
    (#"<r ID="_1" Z="z"/>"#, #"'[^"]*'"#, #"'a"b'"#),
    (#"<r ID='_1' Z='z'/>"#, #"'[^'']*'"#, #"'a''b'"#),
    (#"<r ID='_1' Z='z'/>"#, "'[^<]*'", "'<a'"),
  ])
  func `escapes the new value`(xml: String, pattern: String, other: String) throws {
    let change = try Self.change(xml, "!matches \(pattern)", known: "_1, \(other)")
    #expect(change == "profiles: decoded saml @ID")
  }
}
