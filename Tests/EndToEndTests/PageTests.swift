// SPDX-License-Identifier: Apache-2.0
// The HTML page of a run, in a real browser.

import Formats
import Foundation
import SelfTest
import TestSupport
import Testing

@Suite(.waits, .enabled(if: Browser.path != nil, "there is no chromium here"))
struct PageTests {
  /// One run for all tests.
  private static let shared = Result {
    let defect = try #require(Defect.all.first { $0.name == "partner-logout-with-url" })
    let server = try AlteringServer(defect.deviation)
    defer { server.stop() }
    return try SuiteRun(server, suites: ["a-registration", "e-logout"])
  }

  private let run: SuiteRun

  init() throws {
    run = try Self.shared.get()
    #expect(run.status == 1, "\(run.finished)")
  }

  private var page: String { "\(run.folder.path)/Reports/report.html" }

  /// What a script finds in the page, as JSON.
  private func result(of script: String, before: String = "") throws -> JSONValue {
    let page = try run.report("report.html")
    let policy = try #require(page.firstRange(of: /script-src '[^']*'/))
    var copy = page.replacingCharacters(in: policy, with: "script-src 'unsafe-inline'")
    copy.replace(
      "<style>",
      with: """
        <script>window.faults = [];
        addEventListener('error', function (event) { faults.push(String(event.message)); });
        addEventListener('securitypolicyviolation', function (event) { faults.push(event.violatedDirective); });
        console.error = function (text) { faults.push(String(text)); };</script><style>
        """, maxReplacements: 1)
    copy.replace(
      "</body>",
      with: """
        <script>\(before)</script>
        <script>(async function () {
          let result = await (\(script))();
          let output = document.createElement('pre');
          output.id = 'result';
          output.textContent = JSON.stringify(result);
          document.body.append(output);
        })();</script></body>
        """, maxReplacements: 1)
    let folder = try TemporaryFolder()
    let path = try folder.write(copy, to: "copy.html")
    let document = try Browser.document(path)
    let begin = try #require(document.range(of: "<pre id=\"result\">"))
    let end = try #require(
      document.range(of: "</pre>", range: begin.upperBound..<document.endIndex))
    let text = document[begin.upperBound..<end.lowerBound]
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    return try JSONParser.document(Array(text.utf8)).root
  }

  @Test func `filters, and asks for nothing`() throws {
    let result = try result(
      of: """
        async function () {
          let visible = () => [...document.querySelectorAll('.row')].filter((row) => !row.hidden);
          let field = (id) => document.getElementById(id);
          let filter = (id, value) => {
            field(id).value = value;
            field(id).dispatchEvent(new Event('input', {bubbles: true}));
            return visible();
          };
          let all = visible().length;
          let failed = filter('filter-verdict', 'failed error');
          let isAllFailed = failed.length > 0 && failed.every((row) => row.dataset.verdict === 'failed');
          let counted = field('filter-count').textContent;
          filter('filter-verdict', '');
          let phase = filter('filter-phase', 'E');
          let isAllE = phase.length > 0 && phase.every((row) => row.dataset.phase === 'E');
          filter('filter-phase', '');
          let named = filter('filter-text', 'api-logout-12');
          let none = filter('filter-text', 'no such thing at all').length;
          let groups = [...document.querySelectorAll('.group')].filter((one) => !one.hidden).length;
          let again = filter('filter-text', '').length;
          return {all, failed: failed.length, isAllFailed, counted, isAllE,
            named: named.some((row) => row.id === 'requirement-api-logout-12'), none, groups, again,
            requests: performance.getEntriesByType('resource').map((one) => one.name), faults};
        }
        """)
    let all = try #require(result["all"]?.number.flatMap { Int($0.literal) })
    let failed = try #require(result["failed"]?.number.flatMap { Int($0.literal) })
    #expect(all > failed && failed > 1)
    #expect(result["isAllFailed"] == true)
    #expect(result["counted"]?.string == "\(failed) of \(all) shown")
    #expect(result["isAllE"] == true)
    #expect(result["named"] == true)
    #expect(result["none"] == 0)
    #expect(result["groups"] == 0)
    #expect(result["again"] == result["all"])
    #expect(result["requests"] == .array([]))
    #expect(result["faults"] == .array([]))
  }

  @Test(
    .enabled(if: Browser.accessibilityCheck != nil, "the Python package axe-core-python is missing")
  )
  func `has no fault of accessibility`() throws {
    let check = try #require(Browser.accessibilityCheck)
    let result = try result(
      of: """
        async function () {
          document.querySelectorAll('details').forEach((one) => { one.open = true; });
          let result = await axe.run(document);
          return result.violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 200));
        }
        """, before: check)
    #expect(result == .array([]))
  }

  @Test func `runs its own script, opens what a link leads to, and finds every link's end`() throws
  {
    let page = try run.report("report.html")
    let id = try #require(page.firstMatch(of: /id="(scenario-[^"]*)" data-verdict="passed"/))
    let document = try Browser.document(self.page, fragment: String(id.1))
    #expect(document.contains(#/<form id="filter"[^>]*Filter requirements and scenarios">/#))
    #expect(document.contains("id=\"\(id.1)\" data-verdict=\"passed\" data-phase=\"A\" open"))
    let ids = Set(page.matches(of: /id="([^"]*)"/).map { String($0.1) })
    for link in page.matches(of: /href="#([^"]*)"/) {
      #expect(ids.contains(String(link.1)), "\(link.1)")
    }
  }
}
