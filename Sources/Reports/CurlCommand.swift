// SPDX-License-Identifier: Apache-2.0
// An exchange of a run as a `curl` command that a shell takes as it stands.

import Formats
import HTTP
package import Record
import Text

extension RunRecord {
  /// The request of an exchange as one `curl` command, after comments on what is to be filled in:
  ///
  ///     # SSO_ACCESS_TOKEN: from the answer to step 2.1, “Get an access token”
  ///     curl --include … --request 'GET' \
  ///       --url 'https://api.example/api/v2/ORCHARD/profiles' \
  ///       --header 'Authorization: Bearer '"$SSO_ACCESS_TOKEN"
  ///
  /// Each masked value is a variable of the shell, whose name begins with `SSO_`, so that no service
  /// and no report can ask for those of other programs. All else is text to the shell.
  ///
  /// - Parameter scenario: The scenario, or the shared fragment in the form of one, that has the
  ///   exchange.
  /// - Returns: nil where the head of the request was not kept.
  package func curlCommand(of exchange: ExchangeRecord, in scenario: ScenarioRecord) -> String? {
    guard let detail = exchange.detail,
      exchange.url.hasPrefix("http://") || exchange.url.hasPrefix("https://")
    else { return nil }
    var command = CurlCommand()
    command.write(exchange, detail)
    let sources = MaskSources(self, scenario, before: exchange)
    let comments =
      command.variables.map { "\($0.name): \(sources.source(of: $0.mask))\($0.form)" }
      + command.remarks
    return (comments.map(ShellWord.comment) + [command.text]).joined(separator: "\n")
  }
}

/// A `curl` command, as far as it is written.
private struct CurlCommand {
  /// A variable of the shell that stands for a masked value.
  struct Variable {
    /// What stands between `‹` and `›`: `access_token 2`.
    let mask: String
    /// `SSO_ACCESS_TOKEN_2`.
    let name: String
    /// How the value has to be written, with a comma before it; empty for as it is.
    var form = ""
  }

  private(set) var variables: [Variable] = []
  /// What the record does not have of the request.
  private(set) var remarks: [String] = []
  private var options: [String] = []

  var text: String { options.joined(separator: " \\\n  ") }
}

extension CurlCommand {
  mutating func write(_ exchange: ExchangeRecord, _ detail: ExchangeRecord.Detail) {
    let usual = "curl --include --http1.1 --globoff --path-as-is"
    // What is sent without a body, so that curl does not wait for one.
    let isHead = exchange.method == "HEAD" && detail.requestBody.isEmpty
    options = ["\(usual) \(isHead ? "--head" : "--request \(word(exchange.method))")"]
    options.append("--url \(word(exchange.url, form: ", percent-encoded as in a URL"))")
    let data = data(of: detail, exchange.method)
    writeHeaders(detail, hasData: !data.isEmpty)
    options += data
  }

  private mutating func writeHeaders(_ detail: ExchangeRecord.Detail, hasData: Bool) {
    let hasMaskInBody = MaskedText.pieces(of: detail.requestBody).contains(where: \.isMask)
    for field in detail.requestHeaders {
      guard Octets.isToken(field.name) else {
        remarks.append("a header is left out, whose name curl does not send")
        continue
      }
      // The length with the mask is not that of the request.
      if hasMaskInBody, HeaderList.isSame(field.name, "Content-Length") { continue }
      options.append("--header \(header(field))")
    }
    // Otherwise curl sends its own.
    let own = ["Accept", "User-Agent"] + (hasData ? ["Content-Type"] : [])
    for name in own
    where !detail.requestHeaders.contains(where: { HeaderList.isSame($0.name, name) }) {
      options.append("--header '\(name):'")
    }
  }

  private mutating func header(_ field: HeaderField) -> String {
    if field.value.allSatisfy(\.isWhitespace) { return ShellWord.quoted("\(field.name);") }
    let isDocument = (try? JSONParser.document(Array(field.value.utf8)).root.object) != nil
    guard isDocument, MaskedText.pieces(of: field.value).contains(where: \.isMask) else {
      return word("\(field.name): \(field.value)")
    }
    // A report shows what the Base64 of a header says where something in it is masked.
    let start = ShellWord.quoted("\(field.name): ")
    return "\(start)\"$(printf '%s' \(word(field.value)) | base64 | tr -d '\\n')\""
  }

  /// The options for the body.
  private mutating func data(of detail: ExchangeRecord.Detail, _ method: String) -> [String] {
    var body = detail.requestBody
    guard !body.isEmpty else {
      // Such a request has a length, also one of 0.
      return ["POST", "PUT", "PATCH"].contains(method) ? ["--data-raw ''"] : []
    }
    if detail.requestIsCut {
      if body.last == "…" { body.removeLast() }
      remarks.append("the body was longer, the report has its beginning")
    }
    if body.contains("\u{FFFD}") { remarks.append("the body had bytes that are no UTF-8") }
    let type = detail.requestHeaders.first { HeaderList.isSame($0.name, "Content-Type") }
    if type?.value.hasPrefix("application/x-www-form-urlencoded") ?? false,
      let form = form(body)
    {
      return form
    }
    let isJSON = type?.value.contains("json") ?? false
    return ["--data-raw \(word(body, form: isJSON ? ", escaped as in JSON" : ""))"]
  }

  /// The fields of a form, in which curl encodes masked values; nil where that would change others.
  private mutating func form(_ body: String) -> [String]? {
    let fields = body.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard MaskedText.pieces(of: body).contains(where: \.isMask), !fields.contains("") else {
      return nil
    }
    var parts: [(isEncoded: Bool, text: String)] = []
    for field in fields {
      guard MaskedText.pieces(of: field).contains(where: \.isMask) else {
        if let last = parts.last, last.isEncoded {
          parts[parts.count - 1].text += "&\(field)"
        } else {
          parts.append((true, field))
        }
        continue
      }
      let sides = field.utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      guard sides.count == 2, !sides[0].isEmpty,
        !MaskedText.pieces(of: sides[0]).contains(where: \.isMask),
        let value = MaskedText.decoded(sides[1])
      else { return nil }
      parts.append((false, "\(sides[0])=\(value)"))
    }
    return parts.map { part in
      "\(part.isEncoded ? "--data-raw" : "--data-urlencode") \(word(part.text))"
    }
  }

  /// A text as a word of the shell, with a variable for each masked value in it.
  ///
  /// - Parameter form: How masked values have to be written in the text, with a comma before it.
  private mutating func word(_ text: String, form: String = "") -> String {
    let word = MaskedText.pieces(of: text).map { piece in
      switch piece {
      case .text(let text): ShellWord.quoted(text)
      case .mask(let mask): "\"$\(variable(for: mask, form))\""
      }
    }
    return word.isEmpty ? "''" : word.joined()
  }

  private mutating func variable(for mask: String, _ form: String) -> String {
    if let known = variables.first(where: { $0.mask == mask && $0.form == form }) {
      return known.name
    }
    let letters = mask.uppercased().utf8.prefix(100).map { byte -> Character in
      byte.isAlphanumeric ? Character(Unicode.Scalar(byte)) : "_"
    }
    var name = "SSO_\(String(letters))"
    // `a-b` and `a_b` are two values, and one value may have two forms.
    while variables.contains(where: { $0.name == name }) { name += "_" }
    variables.append(Variable(mask: mask, name: name, form: form))
    return name
  }
}
