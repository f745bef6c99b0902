// SPDX-License-Identifier: Apache-2.0
// Texts of suites whose variables nothing has filled in.

extension String {
  /// A name as people read it: `The user plays …`.
  package var withoutVariables: String { replacing(/\$\{[^{}]*\}/, with: "…") }

  /// A text with the names of its variables alone: `set mvpd to 'mvpd'`.
  package var namingVariables: String { replacing(/\$\{([^{}]*)\}/) { $0.output.1 } }

  /// A name as `--scenario` finds it, whatever fills its variables: `The user plays *`.
  package var asScenarioPattern: String { replacing(/\$\{[^{}]*\}/, with: "*") }
}
