// SPDX-License-Identifier: Apache-2.0
// Opens the recordings that a command line names.

package import Audit
import Suites
import Text

extension RecordingFile {
  /// How many bytes a recording may have that comes through a pipe, and so has to be in memory.
  private static let pipeLimitBytes = 1 << 30

  /// Opens a recording; `-` is standard input.
  package init(_ name: String, _ console: Console) throws(UsageError) {
    if name == "-" {
      guard let bytes = console.input(Self.pipeLimitBytes) else {
        throw UsageError(
          "standard input has more than \(Self.pipeLimitBytes) bytes, which is the limit")
      }
      self.init(name: "-", bytes)
      return
    }
    if let file = OpenFile(name) {
      self.init(name: name, byteCount: file.count) { file.read($0, $1) }
      return
    }
    let bytes = try UsageError.naming("'\(name)'") { () throws(FileError) in
      try Files.read(name, limit: Self.pipeLimitBytes)
    }
    self.init(name: name, bytes)
  }
}
