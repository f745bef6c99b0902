// SPDX-License-Identifier: Apache-2.0
// The digests of recordings.

import Audit
import HTTP
import Record
import Synchronization
import Text

/// The digests of recordings, made on a thread of their own while the recordings are judged.
final class RecordingDigests: Sendable {
  private static let pieceBytes = 1 << 20

  private let threads = ThreadGroup()
  private let digests = Mutex<[EvidenceFile]>([])

  /// Starts to read the recordings.
  ///
  /// - Parameter cancellation: Ends the reading.
  init(_ files: [RecordingFile], until cancellation: Cancellation) {
    threads.start { [self] in
      for file in files {
        guard let digest = Self.digest(file, until: cancellation) else { continue }
        digests.withLock {
          $0.append(EvidenceFile(kind: .recording, path: file.name, digest: digest))
        }
      }
    }
  }
}

extension RecordingDigests {
  /// Blocks until the recordings are read. One that can't be read to its end is not there.
  func wait() -> [EvidenceFile] {
    threads.wait()
    return digests.withLock { $0 }
  }

  private static func digest(_ file: RecordingFile, until cancellation: Cancellation) -> String? {
    var hash = SHA256()
    var offset = 0
    while offset < file.byteCount, !cancellation.isCancelled {
      guard let piece = file.read(offset, min(pieceBytes, file.byteCount - offset)) else {
        return nil
      }
      hash.add(piece)
      offset += piece.count
    }
    return cancellation.isCancelled ? nil : hash.hexadecimal()
  }
}
