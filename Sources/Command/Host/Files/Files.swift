// SPDX-License-Identifier: Apache-2.0
// Files and folders: listed, made and removed.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file could not be read or written: a sentence that doesn't contain the file's name.
package struct FileError: Error, Sendable, Equatable {
  package let message: String
}

/// Reads, writes and lists files and folders.
package enum Files {
  package enum Kind: Sendable, Equatable {
    case file
    case folder
    case link
    case other
  }

  /// The kind of what is at a path, without following links; nil where there is nothing.
  package static func kind(_ path: String) -> Kind? {
    // FileManager's attributes include the names of owner and group, looked up for each file.
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// The names of a folder's entries, in no particular order.
  package static func list(_ path: String) throws(FileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw FileError(message: sentence(error, doing: "listed"))
    }
  }

  package static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func sentence(_ error: any Error, doing verb: String) -> String {
    guard let error = error as? CocoaError else { return "it can't be \(verb): \(error)" }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission:
      return "it can't be \(verb): permission denied"
    case .fileWriteOutOfSpace: return "it can't be \(verb): no space is left"
    case .fileWriteVolumeReadOnly: return "it can't be \(verb): the volume is read-only"
    case .fileWriteFileExists: return "it can't be \(verb): a file with that name exists"
    default: return "it can't be \(verb) (error \(error.code.rawValue))"
    }
  }
}
