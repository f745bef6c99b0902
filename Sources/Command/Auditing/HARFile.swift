// SPDX-License-Identifier: Apache-2.0
// A file of recorded traffic.

import Audit
import Suites

/// A file of recorded traffic. Only the owner may read it: nothing in it is masked.
enum HARFile {
  /// Writes a recording.
  ///
  /// - Parameter entries: As `HARWriter` writes them, in their order.
  static func write(_ entries: some Sequence<[UInt8]>, to path: String) throws(FileError) {
    try Files.write(to: path, isPrivate: true) { take in
      take(HARWriter.head(creator: ConformanceCommand.name, version: ConformanceCommand.version))
      for (index, entry) in entries.enumerated() {
        take(index == 0 ? entry : HARWriter.separator + entry)
      }
      take(HARWriter.tail)
    }
  }
}
