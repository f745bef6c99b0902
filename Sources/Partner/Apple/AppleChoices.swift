// SPDX-License-Identifier: Apache-2.0
// The choices of the person, the device and the application that decide an answer.

import Formats

/// The permission stored on the device; `unavailable` means that there is no framework.
enum DevicePermission: String, Sendable, CaseIterable {
  case granted, denied, restricted, notDetermined, unavailable
}

/// The user's answers to the permission prompt.
enum PromptChoice: String, Sendable, CaseIterable { case allow, deny, dismiss }

/// The user's choices in the picker.
enum PickerChoice: Sendable, Equatable {
  case provider(String)
  case other
  case cancel
}

/// How a sign-in screen ends.
enum SignInOutcome: String, Sendable, CaseIterable { case complete, cancel, reject }

/// The application's delegate, which presents the picker.
enum DelegateAnswer: String, Sendable, CaseIterable { case accepts, refuses, none }
