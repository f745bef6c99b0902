// SPDX-License-Identifier: Apache-2.0
// The errors of the Apple emulator.

import Text

/// The errors of `VSError`, with the messages of the emulator.
enum AppleErrors {
  static let accessNotGranted = error(0, "The user has not granted access to the subscription.")
  static let pickerCancelled = error(2, "The request was cancelled by the user.")
  static let signInCancelled = error(2, "Cancelled")
  static let noDelegate = error(3, "No delegate to present the picker")
  static let providerRejected = error(4, message(of: 4))
  static let interactionRequired = error(4, "Interactive reauthentication is required")

  /// Error 1.
  ///
  /// - Parameter provider: The provider that the user picked; nil for "Other TV Provider".
  static func unsupported(_ provider: String?) -> FrameworkError {
    FrameworkError(code: 1, message: message(of: 1), unsupportedProviderIdentifier: provider)
  }

  /// The error of a code, for a fault.
  static func error(_ code: Int) -> FrameworkError { error(code, message(of: code)) }

  static func message(of code: Int) -> String {
    switch code {
    case 0: "Access not granted"
    case 1: "Unsupported provider"
    case 2: "Cancelled"
    case 3: "Service temporarily unavailable"
    case 4: "Provider rejected"
    case 5: "Invalid verification token"
    case 6: "Rejected"
    case 7: "Unsupported in this region"
    default: "Unknown error"
    }
  }

  private static func error(_ code: Int, _ message: String) -> FrameworkError {
    FrameworkError(code: code, message: message)
  }
}
