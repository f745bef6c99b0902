// SPDX-License-Identifier: Apache-2.0
// Escapes text for HTML; the style and the script of the page.

import Suites
import Text

/// Makes pieces of HTML from any text. Nothing in the text can begin an element, end an attribute or
/// hide.
enum HTML {
  /// One line of text, also for an attribute in double quotes.
  static func text(_ text: String, limit: Int = 2000) -> String {
    escaped(Visible.name(text, limit: limit))
  }

  /// Prose whose `code` in backticks is shown as code.
  static func prose(_ text: String, limit: Int = 4000) -> String {
    let parts = Visible.name(text, limit: limit).split(
      separator: "`", omittingEmptySubsequences: false)
    guard parts.count > 1, !parts.count.isMultiple(of: 2) else {
      return escaped(parts.joined(separator: "`"))
    }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? escaped(String(part)) : "<code>\(escaped(String(part)))</code>"
    }.joined()
  }

  /// The exact text on one line, as code.
  static func code(_ text: String, limit: Int = 500) -> String {
    "<code>\(escaped(Visible.line(text, limit: limit)))</code>"
  }

  /// A text of several lines, for `<pre>`.
  static func lines(_ text: String, limit: Int = 20_000) -> String {
    escaped(Visible.lines(text, limit: limit))
  }

  static func link(to id: String, _ inner: String) -> String { "<a href=\"#\(id)\">\(inner)</a>" }

  /// A link to a public page; the text alone where there is no address.
  static func link(to address: WebAddress?, _ inner: String) -> String {
    address.map { "<a href=\"\(escaped($0.text))\" rel=\"noreferrer\">\(inner)</a>" } ?? inner
  }

  private static let marks = Set("&<>\"'".utf8)

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: Self.marks.contains) else { return text }
    var output = ""
    output.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

/// The style and the script that the HTML page carries, so that it loads nothing.
enum HTMLAssets {
  /// Colours meet a contrast of 4.5 to 1 on their grounds, in light and dark.
  static let style = """
    :root{--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--pane:#f6f8fa;--good:#116329;--bad:#a40e26;--warn:#7d4e00;--link:#0550ae;--mark:#fff3b0;--bar:4rem}
    @media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9da7b3;--line:#3d444d;--pane:#161b22;--good:#56d364;--bad:#ff8f88;--warn:#e3b341;--link:#79c0ff;--mark:#4d3800}}
    *{box-sizing:border-box}
    html{scroll-padding-top:var(--bar)}
    body{margin:0 auto;max-width:76rem;padding:0 1rem 4rem;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
    a{color:var(--link)}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px}
    .skip{position:absolute;left:-99rem}
    .skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem}
    header{padding:1rem 0 .5rem}
    h1{font-size:1.4rem;line-height:1.3;margin:.2rem 0 .6rem}
    h2{font-size:1.25rem;margin:2rem 0 .5rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}
    h3{font-size:1.05rem;margin:1rem 0 .3rem}
    summary h3,summary h4{display:inline;font-size:1rem;margin:0}
    summary h4{font-weight:500}
    h5{font-size:.9rem;margin:.5rem 0 .2rem}
    .badge{display:inline-block;margin:0 0 .5rem;padding:.1rem .7rem;border:2px solid;border-radius:1rem;font-weight:700}
    .good .badge{color:var(--good)}
    .bad .badge{color:var(--bad)}
    .bar{display:block;width:100%;height:.5rem;border-radius:.25rem}
    .chips{display:flex;flex-wrap:wrap;gap:.4rem;list-style:none;margin:.6rem 0;padding:0}
    .chip{display:block;border:1px solid;border-radius:1rem;padding:.1rem .8rem;text-decoration:none}
    .chip:hover{background:var(--pane)}
    .failed{color:var(--bad);fill:var(--bad)}
    .known,.known-failures,.warned{color:var(--warn);fill:var(--warn)}
    .passed{color:var(--good);fill:var(--good)}
    .unjudged{color:var(--soft);fill:var(--soft)}
    nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;margin:.5rem 0 0;padding:0}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0}
    dt{color:var(--soft)}
    dd{margin:0}
    code,pre{font:.85em/1.45 ui-monospace,monospace}
    .digest{color:var(--soft);font-size:.75em}
    pre{background:var(--pane);border:1px solid var(--line);border-radius:6px;margin:.2rem 0;max-height:32rem;overflow:auto;padding:.6rem;white-space:pre-wrap}
    mark{background:var(--mark);color:inherit;display:inline-block;width:100%}
    table{border-collapse:collapse}
    caption{text-align:left;font-weight:600;padding:.3rem 0}
    th,td{border:1px solid var(--line);padding:.25rem .6rem;text-align:left;vertical-align:top}
    thead th{overflow-wrap:normal}
    td.failed,td.error,.broken a{color:var(--bad);font-weight:700}
    .expected{color:var(--good)}
    .found code{color:var(--bad)}
    .wide{overflow-x:auto}
    #fix ol{list-style:none;padding:0;counter-reset:fix}
    .fix{counter-increment:fix;border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:6px;padding:.3rem 1rem .6rem;margin:.7rem 0}
    .fix h3{margin:.3rem 0}
    .fix h3::before{content:counter(fix) ". "}
    .fix p,.fix dl,.fix details{margin:.35rem 0}
    summary{cursor:pointer;padding:.15rem 0}
    .group{border-top:1px solid var(--line);padding:.3rem 0}
    .count,.level,.source,.where,.call,.covers,.why,.about,.note{color:var(--soft);font-size:.88em;font-weight:400}
    .broken{font-size:.88em}
    .why,.source{display:block;margin-left:1.2rem}
    .explain{margin-left:1.2rem;font-size:.88em}
    .explain dt{font-weight:600}
    .explain dd{margin:0 0 .3rem 1rem}
    .explain p,.explain ul{margin:.1rem 0}
    .rows{list-style:none;margin:.2rem 0;padding:0}
    .row{padding:.25rem 0 .25rem .6rem;border-left:3px solid var(--line);margin:.25rem 0;content-visibility:auto;contain-intrinsic-size:auto 2.2rem}
    .row[data-verdict=failed],.row[data-verdict=error]{border-color:var(--bad)}
    .row[data-verdict=warned],.row[data-verdict=known]{border-color:var(--warn)}
    .row[data-verdict=passed]{border-color:var(--good)}
    :target{outline:2px solid var(--link);outline-offset:2px;background:var(--pane)}
    .verdict{font-size:.85em}
    .verdict.error{color:var(--bad)}
    .advice{border-left:3px solid var(--warn);padding-left:.6rem}
    .steps{margin:.3rem 0;padding-left:1.6rem}
    .sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:.8rem}
    .sides>div{min-width:0}
    .diagram{margin:.6rem 0}
    .diagram svg{font:12px system-ui,sans-serif;display:block;max-width:100%;height:auto}
    svg text{fill:var(--fg)}
    svg .failure{fill:var(--bad);font-weight:700}
    .life{stroke:var(--line)}
    .actor{fill:var(--pane);stroke:var(--line)}
    .call,.head{stroke:none}
    line.call{stroke:var(--fg)}
    line.answer{stroke:var(--soft);stroke-dasharray:5 4}
    line.lost{stroke:var(--bad);stroke-dasharray:2 4}
    .head{fill:var(--soft)}
    form{position:sticky;top:0;z-index:1;background:var(--bg);border-block:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;padding:.5rem 0}
    form[hidden],[hidden]{display:none}
    input,select,button{font:inherit;color:inherit;background:var(--pane);border:1px solid var(--soft);border-radius:4px;padding:.2rem .4rem;max-width:100%}
    form select{max-width:9rem}
    form input{width:12rem}
    #filter-count{margin:0;color:var(--soft)}
    footer{border-top:1px solid var(--line);color:var(--soft);margin-top:3rem}
    @media (max-width:40rem){form{position:static}html{scroll-padding-top:1rem}.diagram svg{max-width:none}.findings thead{display:none}.findings tr,.findings th,.findings td{display:block}.findings td.expected::before{content:"Expected "}.findings td.found::before{content:"Found "}}
    @media print{form,nav,.skip,.explain,.chips,#sources,#scenarios .row:not(.lead),.row:not([data-verdict=failed]):not([data-verdict=error]),.group:not([open]),#scenarios .group:not(:has(.lead)),.steps>li:not(.fault),.fault~.fault .sides,.row .why,.row .covers,.fix details{display:none}html{font-size:11px}body{max-width:none;font-size:11px}pre{max-height:15rem;overflow:hidden;font-size:8px}.sides{grid-template-columns:1fr 1fr}.row{content-visibility:visible}.fix,tr,.diagram{break-inside:avoid}.diagram svg{max-height:24rem}}
    """

  /// Shows the filter, filters, and opens what a link leads to. Without it everything can be read.
  static let script = """
    'use strict';
    (function () {
      var form = document.getElementById('filter');
      var text = document.getElementById('filter-text');
      var verdict = document.getElementById('filter-verdict');
      var phase = document.getElementById('filter-phase');
      var count = document.getElementById('filter-count');
      var rows = Array.prototype.slice.call(document.querySelectorAll('.row'));
      var groups = Array.prototype.slice.call(document.querySelectorAll('.group'));
      var contents = new Map();
      var choices = {};
      Array.prototype.forEach.call(verdict.options, function (option) {
        if (option.value) choices[option.value] = option.dataset.verdicts.split(' ');
      });
      function content(row) {
        if (!contents.has(row)) {
          // What many rows say would be found in all of them.
          var copy = row.cloneNode(true);
          Array.prototype.forEach.call(copy.querySelectorAll('.explain'), function (more) {
            more.remove();
          });
          contents.set(row, copy.textContent.toLowerCase());
        }
        return contents.get(row);
      }
      function tally(noun, selector) {
        var all = document.querySelectorAll(selector);
        var shown = Array.prototype.filter.call(all, function (row) { return !row.hidden; }).length;
        return all.length ? shown + ' of ' + all.length + ' ' + noun : '';
      }
      function filter() {
        var words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
        var verdicts = choices[verdict.value] || [];
        var isFiltered = words.length || verdicts.length || phase.value;
        rows.forEach(function (row) {
          row.hidden = !((!verdicts.length || verdicts.indexOf(row.dataset.verdict) >= 0)
            && (!phase.value || row.dataset.phase === phase.value)
            && words.every(function (word) { return content(row).indexOf(word) >= 0; }));
        });
        groups.forEach(function (group) {
          var fits = group.querySelector('.row:not([hidden])');
          group.hidden = !fits;
          if (isFiltered && fits) group.open = true;
        });
        var shown = [tally('requirements', 'li.row'), tally(form.dataset.cases, '.scenario')];
        var isEmpty = isFiltered && rows.every(function (row) { return row.hidden; });
        count.textContent = isEmpty ? 'Nothing matches' : shown.filter(Boolean).join(', ');
      }
      function keep() {
        var more = new URLSearchParams();
        if (text.value) more.set('text', text.value);
        if (phase.value) more.set('phase', phase.value);
        var address = (verdict.value || (text.value || phase.value ? 'all' : '')) + (more.size ? '?' + more : '');
        history.replaceState(null, '', address ? '#' + address : location.pathname + location.search);
      }
      function reveal() {
        var hash = location.hash.slice(1);
        var word = hash.split('?')[0];
        if (choices[word] || word === 'all') {
          var more = new URLSearchParams(hash.split('?')[1] || '');
          verdict.value = choices[word] ? word : '';
          text.value = more.get('text') || '';
          phase.value = more.get('phase') || '';
          filter();
          document.getElementById('scenarios').scrollIntoView();
          return;
        }
        var target = hash && document.getElementById(decodeURIComponent(hash));
        for (var node = target; node; node = node.parentElement) {
          node.hidden = false;
          if (node.tagName === 'DETAILS') node.open = true;
        }
        if (target) target.scrollIntoView();
      }
      function bar() {
        var height = getComputedStyle(form).position === 'sticky' ? form.offsetHeight + 8 : 8;
        document.documentElement.style.setProperty('--bar', height + 'px');
      }
      form.hidden = false;
      form.addEventListener('submit', function (event) { event.preventDefault(); });
      [text, verdict, phase].forEach(function (field) { 
        field.addEventListener('input', function () { filter(); keep(); });
      });
      document.getElementById('expand').addEventListener('click', function () {
        var all = document.querySelectorAll('details');
        var open = Array.prototype.some.call(all, function (one) { return !one.open; });
        Array.prototype.forEach.call(all, function (one) { one.open = open; });
        this.textContent = open ? 'Close all' : 'Open all';
      });
      window.addEventListener('hashchange', reveal);
      window.addEventListener('resize', bar);
      filter();
      bar();
      reveal();
    })();
    """
}
