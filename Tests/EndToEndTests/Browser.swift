// SPDX-License-Identifier: Apache-2.0
// A real browser without a window.

import Foundation
import TestSupport

/// Chromium, which Debian's package `chromium` installs.
enum Browser {
  static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The script of axe-core, which checks a page for accessibility; from the Python package
  /// `axe-core-python`.
  static let accessibilityCheck: String? = {
    let folder = try? output(
      "/usr/bin/env", ["python3", "-c", "import axe_core_python as a; print(a.__path__[0])"])
    return folder.flatMap {
      try? String(
        contentsOfFile: "\($0.trimmingCharacters(in: .whitespacesAndNewlines))/axe.min.js",
        encoding: .utf8)
    }
  }()

  /// Opens a page, lets its scripts run, and returns the document as it then is.
  ///
  /// - Parameters:
  ///   - page: The path of the file.
  ///   - fragment: Which place of the page is opened; empty for the page as a whole.
  static func document(_ page: String, fragment: String = "") throws -> String {
    try output(
      path ?? "chromium",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
        "--user-data-dir=\(page).profile", "--virtual-time-budget=20000", "--dump-dom",
        "file://\(page)\(fragment.isEmpty ? "" : "#\(fragment)")",
      ])
  }

  /// Runs a program for as long as a busy machine may take.
  private static func output(_ program: String, _ arguments: [String]) throws -> String {
    try LimitedProcess.run(program, arguments, seconds: 120).output
  }
}
