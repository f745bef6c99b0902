// SPDX-License-Identifier: Apache-2.0
// What the person can do outside the application, as a framework declares it.

/// Something that the person does outside the application.
package struct DeclaredUserEvent: Sendable, Equatable {
  package let name: String
  /// The thing that it names, such as `a provider`; nil if it names nothing.
  package let argument: String?
}
