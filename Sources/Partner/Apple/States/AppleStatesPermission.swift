// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: whether the application may read the subscription.

extension AppleState {
  static let permissionStates: [AppleState] = [
    AppleState(
      "granted-signed-in",
      "Permission granted, user already signed in",
      "The ordinary case. Neither call shows UI, since somebody is signed in."
    ),
    AppleState(
      "granted-not-signed-in-user-picks-provider",
      "Permission granted, nobody signed in; the user picks a provider and signs in",
      "The silent query gives no metadata; the interactive one opens the picker and returns"
        + " the provider; from then on both give it."
    ) {
      $0.start.provider = nil
      $0.start.pickerChoice = .provider(.own)
      $0.event = .interactiveQuery
    },
    AppleState(
      "granted-not-signed-in",
      "Permission granted, nobody signed in, interruption not allowed",
      "Status query of a user without a TV provider: no metadata, no error. If the"
        + " application opens the picker all the same, the user cancels."
    ) { $0.start.provider = nil },
    AppleState(
      "denied",
      "Permission denied earlier",
      "No prompt is shown again; whatever is asked, access is denied. A metadata request"
        + " all the same gives error 0."
    ) { $0.start.permission = .denied },
    AppleState(
      "denied-with-error",
      "Permission denied, the framework explains by an error",
      "As denied, and the header carries frameworkPermissionInfo.error with code \"0\" as a"
        + " string."
    ) {
      $0.start.permission = .denied
      $0.start.permissionError = AppleErrors.error(0)
    },
    AppleState(
      "restricted",
      "Access restricted by the device",
      "For example parental controls. Never prompts."
    ) { $0.start.permission = .restricted },
    AppleState(
      "not-determined",
      "No choice made and no prompt allowed",
      "Asked without prompting it stays undetermined; for suites that check the header with"
        + " that value."
    ) { $0.start.permission = .notDetermined },
    AppleState(
      "not-determined-then-granted",
      "The user is asked and allows",
      "The first prompting call shows the prompt and grants; every later call, prompting or"
        + " not, gives granted without UI."
    ) {
      $0.start.permission = .notDetermined
      $0.event = .promptingPermission
    },
    AppleState(
      "not-determined-then-denied",
      "The user is asked and refuses",
      "After the prompt it is denied for good, without asking again."
    ) {
      $0.start.permission = .notDetermined
      $0.start.promptChoice = .deny
      $0.event = .promptingPermission
    },
    AppleState(
      "prompt-dismissed",
      "The permission prompt goes away without a choice",
      "The prompt is shown on each prompting call and never answered. Whether a real device"
        + " does this is not documented."
    ) {
      $0.start.permission = .notDetermined
      $0.start.promptChoice = .dismiss
    },
    AppleState(
      "framework-unavailable",
      "No partner framework: nothing to send",
      "A device or build without the entitlement. The application leaves the header out."
    ) { $0.start.permission = .unavailable },
  ]
}
