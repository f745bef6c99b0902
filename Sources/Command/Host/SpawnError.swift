// SPDX-License-Identifier: Apache-2.0
// The error that kept a program from starting.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The number of the error that kept a program from starting.
struct SpawnError: Error {
  let error: Int32

  static let notFound = ENOENT
  static let noFormat = ENOEXEC
  static let isBeingWritten = ETXTBSY
  static let noDescriptors = EMFILE

  /// Whether the system lacks descriptors, processes or memory, which passes.
  var isShortage: Bool { [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(error) }
}
