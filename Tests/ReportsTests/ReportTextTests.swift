// SPDX-License-Identifier: Apache-2.0
// Tests of texts that page and certificate have in their own forms.

import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct ReportTextTests {
  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"'", "&quot;&#39;"),
    ("a `b` c", "a <code>b</code> c"),
    ("a ` b", "a ` b"), ("`<`", "<code>&lt;</code>"), ("`a` `b", "`a` `b"),
  ])
  func `escapes prose for the page`(text: String, shown: String) {
    #expect(HTML.prose(text) == shown)
  }

  @Test(arguments: [(20, ""), (21, " and 1 more"), (1021, " and 1,001 more")])
  func `names twenty in the certificate`(count: Int, more: String) {
    let names = (0..<count).map(String.init)
    #expect(MarkdownPage.named(names) == names.prefix(20).joined(separator: ", ") + more)
  }

  @Test func `tells what was selected, and how`() {
    var record = SampleRecords.conformant
    record.selection = SelectionRecord(
      paths: ["a.yaml"], tags: ["t"], excludedTags: ["x"], names: ["n"], phases: ["C"],
      requirements: ["R"],
      budget: BudgetRecord(
        limits: ["5m", "9req"], requests: 1, duration: .zero, leftOut: 1,
        proves: 1, provable: 1), selected: 2, total: 1737)
    record.shard = ShardRecord(index: 2, count: 3)
    record.isStrict = true
    let options = [
      "--tag": "t", "--exclude-tag": "x", "--scenario": "n", "--phase": "C",
      "--requirement": "R", "--budget": "9req",
    ]
    let text = MarkdownReport().text(of: record)
    #expect(text.contains("- Selected: 2 of 1,737 scenarios: `a.yaml`, `--tag` `t`, "))
    #expect(text.contains("- Shard: 2 of 3\n") && text.contains("; strict: warnings are failures"))
    let page = HTMLReport().text(of: record)
    #expect(page.contains("<dt>Selected</dt><dd>2 of 1,737 scenarios: <code>a.yaml</code>, "))
    #expect(page.contains("<dt>Shard</dt><dd>2 of 3</dd>"))
    #expect(page.contains("<dt>Strict</dt>"))
    let diff = RecordDiff(from: SampleRecords.conformant, to: record).text.rendered
    #expect(
      diff.contains("  before: all scenarios\n  after: 2 of 1,737 scenarios (a.yaml --tag 't' "))
    for (name, value) in options {
      #expect(text.contains("`\(name)` `\(value)`"), "\(name)")
      #expect(page.contains("<code>\(name) \(value)</code>"), "\(name)")
      #expect(diff.contains("\(name) '\(value)'"), "\(name)")
    }
    record.selection = nil
    record.shard = nil
    record.isStrict = false
    let whole = HTMLReport().text(of: record)
    for name in ["Selected", "Shard", "Strict"] { #expect(!whole.contains("<dt>\(name)</dt>")) }
  }
}
