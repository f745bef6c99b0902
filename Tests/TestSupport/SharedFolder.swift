// SPDX-License-Identifier: Apache-2.0
// The folder of public test data and protocol notes that stands beside the project.

package import Foundation
package import Testing

/// Files beside the checkout, in `../shared`, which a checkout alone does not have.
package enum SharedFolder {
  /// The root of this checkout.
  package static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static let url = project.deletingLastPathComponent().appending(path: "shared")

  /// Whether the file is there: for `.enabled(if:)`, so that a test without its data is skipped.
  package static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: path).path)
  }

  /// What a skipped test says.
  package static let missing: Comment = "the data in ../shared is not beside this checkout"

  package static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appending(path: path)))
  }
}
