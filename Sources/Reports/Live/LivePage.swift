// SPDX-License-Identifier: Apache-2.0
// The page that follows a live audit.

import Text

/// The page that follows a live audit: one HTML page without any traffic in it. Its script asks for
/// what came, and puts it in as text alone.
package enum LivePage {
  /// The whole page.
  package static var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Live audit</title>
    <link rel="icon" href="data:,">
    <style>\(style)</style>
    </head>
    <body>
    <a class="skip" href="#traffic">Skip to what came</a>
    <header id="head" class="live">
    <p class="badge" id="badge">Live</p>
    <h1 id="sentence">The application is judged while it runs</h1>
    <p class="note" id="state" role="status">This page needs JavaScript, and the program that serves it.</p>
    <ul class="facts" id="counts" aria-label="What came so far"></ul>
    <p class="note" id="saying">Secrets are masked by all that is known so far, and whatever looks like a token, a code or an id is withheld until the end: the reports show more.</p>
    </header>
    <form id="filter" aria-label="Filter what came">
    <label>Device <select id="filter-device"><option value="">all</option></select></label>
    <label><input type="checkbox" id="filter-broken"> only what breaks a rule</label>
    <label><input type="checkbox" id="follow"> show the latest</label>
    <p id="filter-count" role="status"></p>
    </form>
    <main>
    <section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">Devices and their steps</h2>
    <p class="note" id="no-device">No request has named a device yet.</p><div id="devices"></div></section>
    <section id="traffic" aria-labelledby="traffic-title"><h2 id="traffic-title">What came</h2>
    <ol class="rows" id="rows"></ol></section>
    <section id="ending" aria-labelledby="ending-title"><h2 id="ending-title">What is told at the end</h2>
    <p>An exchange that is still to come may break what is obeyed so far. Rules that count all occasions, and rules about calls of the framework, are judged at the end, with all traffic: so are these.</p>
    <details><summary id="ending-count">Rules</summary><ul id="ending-rules"></ul></details></section>
    </main>
    <script>\(script)</script>
    </body>
    </html>

    """
  }

  /// What the page may do, for `Content-Security-Policy`: nothing but to ask its own server.
  package static var policy: String {
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
      + "img-src data:; connect-src 'self'; style-src '\(HTMLPage.policyDigest(style))'; "
      + "script-src '\(HTMLPage.policyDigest(script))'"
  }

  private static let style =
    HTMLAssets.style + String(decoding: PackageResources.live_css, as: UTF8.self)
  private static let script = String(decoding: PackageResources.live_js, as: UTF8.self)
}
