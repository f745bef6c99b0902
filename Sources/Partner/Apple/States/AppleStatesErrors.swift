// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: errors of the framework, and no answer at all.

extension AppleState {
  static let errorStates: [AppleState] = [
    AppleState(
      "metadata-error-temporary",
      "Service temporarily unavailable",
      "The only code for which a later attempt may work."
    ) { $0.start.fault = .error(AppleErrors.error(3)) },
    AppleState(
      "metadata-error-rejected",
      "Rejected",
      "For TV provider applications only, says the header; an application may still have to"
        + " survive it."
    ) { $0.start.fault = .error(AppleErrors.error(6)) },
    AppleState(
      "metadata-error-region",
      "Unsupported in this region",
      "The feature is not available in the region of the device."
    ) { $0.start.fault = .error(AppleErrors.error(7)) },
    AppleState(
      "metadata-error-unknown",
      "Unknown error",
      "A code that no header lists."
    ) { $0.start.fault = .error(AppleErrors.error(99)) },
    AppleState(
      "metadata-error-with-provider",
      "An error together with a still known provider",
      "The application keeps the last good provider and adds the error: a legal header with"
        + " three members."
    ) {
      $0.start.fault = .error(AppleErrors.error(3))
      $0.keepsProvider = true
    },
    AppleState(
      "reauthentication-needed",
      "The provider wants the user again; only an interruption helps",
      "Tells apart a client that follows the prose (interruption true) from one that copies"
        + " the snippet."
    ) { $0.start.needsUser = true },
    AppleState(
      "authentication-rejected",
      "The provider refuses",
      "With and without interruption, for example because of the subscription tier."
    ) {
      $0.start.fault = .error(AppleErrors.error(4))
      $0.start.faultOn = .authentication
    },
    AppleState(
      "authentication-cancelled",
      "The user cancels the sign-in at the provider",
      "Picker passed, sign-in screen cancelled."
    ) {
      $0.start.needsUser = true
      $0.start.signIn = .cancel
    },
    AppleState(
      "invalid-verification-token",
      "The provider rejects the request that the service made",
      "Whatever the token is."
    ) {
      $0.start.fault = .error(AppleErrors.error(5))
      $0.start.faultOn = .authentication
    },
    AppleState(
      "framework-timeout",
      "The framework never answers",
      "The completion handler is not called. The step must time out with a message that"
        + " says what was waited for."
    ) { $0.start.fault = .never },
  ]
}
