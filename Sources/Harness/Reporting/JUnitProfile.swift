// SPDX-License-Identifier: Apache-2.0
// Which readers a JUnit file is written for.

/// A form of JUnit XML. The schemas of its readers agree only in pairs, so there are several.
package enum JUnitProfile: String, Sendable, CaseIterable {
  /// Jenkins, GitLab, Azure DevOps, Buildkite, GitHub: valid for the schema `junit-10` of Jenkins's
  /// xUnit plug-in.
  case jenkins
  /// Strict readers of Ant's form: valid for `junit-10` and the schema of Windy Road.
  case ant
  /// Maven's readers: a file a suite, valid for `junit-10` and the schema of Surefire.
  case surefire
  /// With file, line and properties of each case: for GitLab, CircleCI, TestRail. Valid for no
  /// schema.
  case rich
}
