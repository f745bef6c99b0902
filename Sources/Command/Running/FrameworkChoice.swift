// SPDX-License-Identifier: Apache-2.0
// The options that choose who answers as the partner's framework.

import HTTP
import Partner
import Record
import Redaction
import Runner
import Suites
import Text

/// Chooses the source of the framework's answers in a run.
package enum FrameworkChoice {
  /// The option that chooses a source.
  package static let option = Option(
    "partner", "KIND:VALUE",
    help: "who answers as the partner's framework: "
      + Wording.list(
        FrameworkSourceKind.all.map { "\($0.name):\($0.parameter) (\($0.help))" }, "or"))

  static let recordingOptions = [
    Option("record-partner", "FILE", help: "writes down what the framework answers, for a replay"),
    Option(
      "record-secrets",
      help: "the recording keeps tokens and responses as they are; every report warns of it"),
  ]
}
