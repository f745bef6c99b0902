// SPDX-License-Identifier: Apache-2.0
// Reads path, query, form and header fields of a request.

import HTTP
import Text

/// A request as it came, and the address that it came from.
struct ReceivedRequest {
  private let request: HTTPRequest
  private let peer: String
  private let isSecure: Bool
  /// The content of X-Device-Info; nil if the field is missing, repeated or unreadable.
  let deviceInformation: DeviceInformation?

  /// - Parameters:
  ///   - peer: The address of the client, without its port.
  ///   - isSecure: Whether it came by https.
  init(_ request: HTTPRequest, peer: String, isSecure: Bool = false) {
    self.request = request
    self.peer = peer
    self.isSecure = isSecure
    let values = request.headers.values(of: "X-Device-Info")
    deviceInformation = values.count == 1 ? DeviceInformation(header: values[0]) : nil
  }
}

extension ReceivedRequest {
  var method: String { request.method }
  var body: [UInt8] { request.body }

  /// The segments of the path, decoded; empty for a target that does not begin with `/`. A segment
  /// with an invalid escape stays as it came: no resource has such a name.
  var path: [String] {
    guard encodedPath.hasPrefix("/") else { return [] }
    return encodedPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { PercentEncoding.decode(String($0)) ?? String($0) }
  }

  /// The path as it came, without the query.
  var encodedPath: Substring { request.target.prefix { $0 != "?" && $0 != "#" } }

  var query: FormFields {
    guard let start = request.target.firstIndex(of: "?") else { return FormFields() }
    let rest = request.target[request.target.index(after: start)...]
    return FormFields(String(rest.prefix { $0 != "#" }))
  }

  /// The fields of the body; none if the body is not UTF-8.
  var form: FormFields {
    String(validating: body, as: UTF8.self).map { FormFields($0) } ?? FormFields()
  }

  func has(_ name: String) -> Bool { request.headers[name] != nil }

  /// The values of a header field, in the order in which they came.
  func headers(_ name: String) -> [String] { request.headers.values(of: name) }

  /// The value of a header field that may occur once; nil if it is missing or repeated.
  func header(_ name: String) -> String? {
    let values = headers(name)
    return values.count == 1 ? values.first : nil
  }

  /// The token of `Authorization: Bearer <token>`; the scheme compares without case (RFC 9110,
  /// section 11.1).
  var bearerToken: String? {
    guard let header = header("Authorization") else { return nil }
    let parts = header.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, String(Substring(parts[0])).lowercased() == "bearer"
    else { return nil }
    return String(Substring(parts[1]))
  }

  /// Whether the client sends credentials in the header, as HTTP's Basic authentication does.
  var hasBasicCredentials: Bool {
    request.headers["Authorization"]?.lowercased().hasPrefix("basic ") ?? false
  }

  /// The Base64 of `AP-Device-Identifier: fingerprint <base64 of the identifier>`.
  var deviceIdentifier: String? {
    let word = "fingerprint "
    guard let header = header("AP-Device-Identifier"), header.hasPrefix(word) else { return nil }
    let identifier = String(header.dropFirst(word.count))
    guard !identifier.isEmpty, Base64.decode(identifier) != nil else { return nil }
    return identifier
  }

  /// Whether AP-TempPass-Identity names a user: the field is Base64 of a text.
  var hasIdentity: Bool {
    guard let header = header("AP-TempPass-Identity"), let bytes = Base64.decode(header) else {
      return false
    }
    return !bytes.isEmpty && String(validating: bytes, as: UTF8.self) != nil
  }

  /// The origin that the client sent the request to, by the field Host; empty if Host is missing
  /// or can't stand in a URL.
  var origin: String {
    guard let host = header("Host"), !host.isEmpty,
      host.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Array("/?#@\\\"<>".utf8).contains($0) })
    else { return "" }
    return "\(isSecure ? "https" : "http")://\(host)"
  }

  /// The address of the device: the first that X-Forwarded-For names, else the client's own.
  var deviceAddress: String {
    guard let forwarded = request.headers["X-Forwarded-For"]?.split(separator: ",").first else {
      return peer
    }
    let address = String(forwarded.filter { $0 != " " && $0 != "\t" })
    return address.isEmpty ? peer : address
  }

  var parameters: FormFields { method == "POST" ? form.followed(by: query) : query }

  /// The value of a parameter.
  ///
  /// - Throws: 400, if the parameter is missing or empty.
  func required(_ name: String) throws(ServiceError) -> String {
    guard let value = parameters.text(name) else { throw .missing(name) }
    return value
  }

  /// The device information as it came, from the field X-Device-Info or else from the parameter
  /// `device_info`: Base64, possibly percent-encoded on top, of an object with the mandatory keys.
  ///
  /// - Throws: 400, if it is missing or has another form.
  func requiredDeviceInformation() throws(ServiceError) -> String {
    let invalid = ServiceError.bad("Invalid device information", .invalidDeviceInfo)
    let isInHeader = has("X-Device-Info")
    guard let text = isInHeader ? header("X-Device-Info") : parameters.text("device_info") else {
      throw isInHeader ? invalid : .missing("device_info")
    }
    let information =
      DeviceInformation(header: text)
      ?? PercentEncoding.decode(text).flatMap { DeviceInformation(header: $0) }
    guard let information, information.model != nil, information.osName != nil else {
      throw invalid
    }
    return text
  }

  /// Checks that `deviceType`, mandatory in the two calls of single sign-on, is a platform that
  /// has it.
  ///
  /// - Throws: 400, if it is missing or another platform.
  func checkPlatform() throws(ServiceError) {
    let platform = try required("deviceType")
    guard platform == "iOS" || platform == "tvOS" else {
      throw .bad("Invalid 'deviceType': expected iOS or tvOS")
    }
  }

  /// The format of the answer: XML, the default that the documents state, if the request names no
  /// other.
  var answerFormat: AnswerFormat {
    let segment = encodedPath.split(separator: "/").last ?? ""
    return AnswerFormat(suffixOf: segment)
      ?? parameters.text("format").flatMap(AnswerFormat.init(rawValue:)) ?? acceptedFormat ?? .xml
  }

  /// The format that the field Accept prefers (RFC 9110, section 12.5.1).
  private var acceptedFormat: AnswerFormat? {
    var best: (format: AnswerFormat, quality: Double)?
    for value in headers("Accept") {
      for item in value.split(separator: ",") {
        guard let type = MediaType(String(item.drop { $0 == " " || $0 == "\t" })),
          let format = AnswerFormat(type)
        else { continue }
        let quality = type[parameter: "q"].map { Double($0) ?? 0 } ?? 1
        if quality > best?.quality ?? 0 { best = (format, quality) }
      }
    }
    return best?.format
  }
}
