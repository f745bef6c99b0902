// SPDX-License-Identifier: Apache-2.0
// The made-up facts of the emulated Apple platform: providers and times.

/// Made-up facts of the emulated platform: no real provider is involved.
enum AppleDefaults {
  /// In milliseconds.
  static let minute = 60_000
  static let hour = 60 * minute
  static let day = 24 * hour
  /// How long a sign-in lasts.
  static let signInLifetime = 30 * day

  /// The provider of a state whose step names none, and another provider.
  static let firstProvider = "apple-mso-101"
  static let secondProvider = "apple-mso-102"

  /// Providers that the platform can't sign in: one is only shown in its picker, one is unknown. All
  /// others count as onboarded, so a suite can use the ids of a live configuration.
  static let notOnboarded = ["apple-mso-103", "apple-mso-999"]

  /// A provider that is not `provider`.
  static func other(than provider: String) -> String {
    provider == secondProvider ? firstProvider : secondProvider
  }
}
