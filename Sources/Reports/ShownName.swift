// SPDX-License-Identifier: Apache-2.0
// Texts of suites whose variables nothing has filled in.

extension String {
  /// A name as people read it: `The user plays …`.
  package var withoutVariables: String {
    hasVariables ? replacing(/\$\{[^{}]*\}/, with: "…") : self
  }

  /// A text with the names of its variables alone: `set mvpd to 'mvpd'`.
  package var namingVariables: String {
    hasVariables ? replacing(/\$\{([^{}]*)\}/) { $0.output.1 } : self
  }

  /// A name as `--scenario` finds it, whatever fills its variables: `The user plays *`.
  package var asScenarioPattern: String {
    hasVariables ? replacing(/\$\{[^{}]*\}/, with: "*") : self
  }

  /// Most texts have no variable, and to make a regular expression costs more than to look for its sign.
  private var hasVariables: Bool { utf8.contains(UInt8(ascii: "$")) }
}
