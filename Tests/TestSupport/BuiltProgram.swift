// SPDX-License-Identifier: Apache-2.0
// The program that is built with the tests.

import Foundation

package enum BuiltProgram {
  /// The executable file beside the bundle of tests; building the tests builds it.
  package static var path: String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var parts = bundle.split(separator: "/", omittingEmptySubsequences: false)
    while let last = parts.popLast(), !last.hasSuffix(".xctest"), !parts.isEmpty {}
    // Programs start in other folders.
    return URL(filePath: parts.joined(separator: "/")).appending(path: "sso-conformance")
      .absoluteURL.path
  }
}
