// SPDX-License-Identifier: Apache-2.0
// The files that mutations begin with.

import Formats
import Foundation

/// The files of the repository, and the public corpora in the folder `shared` beside it if they are
/// there.
struct Corpus: Sendable {
  let root: URL

  /// - Parameter root: The checkout; by default that of these sources, or else the current folder.
  init() {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let isThere = FileManager.default.fileExists(atPath: sources.appending(path: "Suites").path)
    root = isThere ? sources : URL(filePath: FileManager.default.currentDirectoryPath)
  }
}

extension Corpus {
  /// The files below a folder, by their paths from the root, in order.
  func files(in folder: String, _ suffix: String) throws -> [(path: String, bytes: [UInt8])] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted()
      .map { ("\(folder)/\($0)", try bytes("\(folder)/\($0)")) }
  }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// A public corpus as JSON; null without the folder.
  func shared(_ name: String) -> JSONValue {
    let url = root.appending(path: "../shared/corpora/\(name)")
    guard let data = try? Data(contentsOf: url) else { return .null }
    return (try? JSONParser.document([UInt8](data)).root) ?? .null
  }
}
