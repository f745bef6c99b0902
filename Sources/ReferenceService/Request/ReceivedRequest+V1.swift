// SPDX-License-Identifier: Apache-2.0
// REST API V1: reads the parameters of a request and the format that it asks for.

internal import HTTP
internal import Text

extension ReceivedRequest {
  /// The fields of the form, if the method has one, followed by those of the query.
  var parameters: FormFields { method == "POST" ? form.followed(by: query) : query }

  /// The value of a parameter.
  ///
  /// - Throws: 400, if the parameter is missing or empty.
  func required(_ name: String) throws(Refusal) -> String {
    guard let value = parameters.text(name) else { throw .missing(name) }
    return value
  }

  /// The device information as it came, from the field X-Device-Info or else from the parameter
  /// `device_info`: Base64, possibly percent-encoded on top, of an object with the mandatory keys.
  ///
  /// - Throws: 400, if it is missing or has another form.
  func requiredDeviceInformation() throws(Refusal) -> String {
    let invalid = Refusal.bad("Invalid device information", .invalidDeviceInfo)
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
  func checkPlatform() throws(Refusal) {
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
