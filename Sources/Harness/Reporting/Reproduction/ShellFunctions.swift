// SPDX-License-Identifier: Apache-2.0
// The functions of a script that reproduces a failure.

import Results

/// The functions that scripts use, in POSIX shell, awk and curl. Values from answers stand in quotes
/// everywhere, and reach awk by its environment or its input, so that nothing in them is run.
enum ShellFunctions {
  /// The function that writes its input in another form.
  static func name(of coding: StepRecipe.Coding) -> String {
    switch coding {
    case .base64: "base64_text"
    case .form: "form_text"
    case .percent: "percent_text"
    case .json: "json_text"
    case .target: "target_text"
    case .requestID: "request_id"
    case .requestURL: "request_url"
    case .requestIssuer: "request_issuer"
    case .plain: "cat"
    }
  }

  /// The functions that every script needs, and those others that a script uses.
  static func text(for script: String) -> String {
    // A visit reads a header.
    var script = script.contains("visit ") ? "\(script) header_value " : script
    // The three that read a SAML request.
    if script.contains("request_") { script += " request_xml " }
    let others = optional.filter { name, _ in
      script.contains("\(name) ") || script.contains("\(name))")
    }
    return (always + others.map(\.text)).joined(separator: "\n\n")
  }

  private static let optional = values + codings + provider
}
