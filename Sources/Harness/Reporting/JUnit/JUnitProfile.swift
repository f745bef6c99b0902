// SPDX-License-Identifier: Apache-2.0
// The readers that a JUnit file is written for.

/// A form of JUnit XML. No file is valid for the schemas of all readers, so there are several.
package enum JUnitProfile: String, Sendable, CaseIterable {
  /// Jenkins, GitLab, Azure DevOps, Buildkite, GitHub: valid for the schema `junit-10` of Jenkins's
  /// xUnit plug-in.
  case jenkins
  /// Strict readers of Ant's form: valid for `junit-10` and the schema of Windy Road.
  case ant
  /// Maven's readers: a file for each suite, valid for `junit-10` and the schema of Surefire.
  case surefire
  /// GitLab, CircleCI, TestRail: with file, line and properties of each case. Not valid for any
  /// schema.
  case rich
}
