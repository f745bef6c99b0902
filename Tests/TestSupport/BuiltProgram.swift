// SPDX-License-Identifier: Apache-2.0
// The programs that are built with the tests.

import Foundation

package enum BuiltProgram {
  /// The executable file of the main program.
  package static var path: String { path(of: "sso-conformance") }

  /// An executable file beside the bundle of tests; building the tests builds it.
  package static func path(of program: String) -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var parts = bundle.split(separator: "/", omittingEmptySubsequences: false)
    while let last = parts.popLast(), !last.hasSuffix(".xctest"), !parts.isEmpty {}
    // Programs start in other folders.
    return URL(filePath: parts.joined(separator: "/")).appending(path: program)
      .absoluteURL.path
  }
}
