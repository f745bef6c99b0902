// SPDX-License-Identifier: Apache-2.0
// Behaviours in the form of errors and of JSON, and in the way that answers take.

internal import Formats
internal import HTTP

extension FaultCode {
  static let errors: [FaultCode] = [
    // Of two codes each stands for the other.
    FaultCode("codes-exchanged", with: ["codes"]) { scope in
      let codes = scope.texts("codes").map(JSONValue.string)
      return scope.json { json, _ in
        json.replace("code") { code in
          code == codes.first ? codes.last : code == codes.last ? codes.first : code
        }
      }
    },
    FaultCode("pass-errors-without-action") { scope in
      scope.objects { object in
        guard let code = object["code"]?.string,
          code.hasPrefix("temporary_access_") || code == "invalid_configuration_temporary_access"
        else { return object }
        var object = object
        object["action"] = "none"
        return object
      }
    },
    FaultCode("short-errors") { scope in
      scope.objects { object in
        guard object["helpUrl"] != nil else { return object }
        var object = object
        for name in ["helpUrl", "trace", "details"] { object[name] = nil }
        return object
      }
    }, FaultCode("wrapped-errors") { scope in scope.json { json, _ in json = ["error": json] } },
    FaultCode("surplus-comma") { scope in
      scope.answer { response, _ in
        if response.status == 200, response.body.last == UInt8(ascii: "}") {
          response.body.insert(UInt8(ascii: ","), at: response.body.count - 1)
        }
      }
    },
  ]

  static let form: [FaultCode] = [
    FaultCode("times-as-texts") { scope in
      scope.times { value in value.number.map { .string($0.literal) } }
    },
    FaultCode("times-as-numbers") { scope in
      scope.times { value in value.string.flatMap { Int($0) }.map(JSONValue.integer) }
    },
    FaultCode("more-members") { scope in
      scope.objects { object in
        // If all members are objects they are named for things, and one more would be a thing more.
        guard object.members.contains(where: { $0.value.object == nil }) else { return object }
        var object = object
        object.append("x-release", ["number": 17, "features": [.null, true, "profiles"]])
        return object
      }
    },
    FaultCode("members-reversed") { scope in
      scope.objects { JSONObject(Array($0.members.reversed())) }
    },
    FaultCode("indented-json") { scope in
      scope.answer { response, _ in
        guard response.hasJSON, let json = response.json else { return }
        response.body = JSONWriter.bytes(json, indented: true) + Array("\r\n".utf8)
      }
    },
    FaultCode("escaped-slashes") { scope in
      scope.answer { response, _ in
        guard response.hasJSON else { return }
        response.body = Array(
          String(decoding: response.body, as: UTF8.self).replacing("/", with: "\\/").utf8)
      }
    },
    FaultCode("escaped-letters") { scope in
      scope.answer { response, _ in
        if response.hasJSON { response.body = escapingLetters(response.body) }
      }
    },
  ]

  static let wire: [FaultCode] = [
    FaultCode("chunked-bodies") { scope in
      scope.answer { response, _ in
        guard !response.body.isEmpty else { return }
        response.headers.set("Transfer-Encoding", "chunked")
        response.trailers = HeaderList(["X-Trace": "17"])
      }
    },
    FaultCode("no-reason-phrase") { scope in scope.answer { response, _ in response.reason = "" } },
    FaultCode("other-reason-phrases") { scope in
      scope.answer { response, _ in response.reason = "Answer \(response.status)" }
    },
    FaultCode("more-headers") { scope in
      scope.answer { response, _ in
        response.headers.append("Set-Cookie", "lb=1; Path=/")
        response.headers.append("Set-Cookie", "lb2=2; Path=/; HttpOnly")
        response.headers.append("Server", "nginx")
        response.headers.append("Access-Control-Allow-Origin", "*")
        response.headers.append("Cache-Control", "no-store, max-age=0")
        response.headers.append("Vary", "Origin")
      }
    },
    FaultCode("header-names", with: ["case"]) { scope in
      let isUpper = scope["case"] == "upper"
      return scope.answer { response, _ in
        response.headers = HeaderList(
          response.headers.fields.map {
            HeaderField(isUpper ? $0.name.uppercased() : $0.name.lowercased(), $0.value)
          })
      }
    },
  ]

  private static func escapingLetters(_ json: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var escaped: [UInt8] = []
    var isInText = false
    var isEscape = false
    for byte in json {
      if isEscape {
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else if byte == UInt8(ascii: "\"") {
        isInText.toggle()
      } else if isInText, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) {
        escaped += [UInt8(ascii: "\\"), UInt8(ascii: "u"), digits[0], digits[0]]
        escaped += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        continue
      }
      escaped.append(byte)
    }
    return escaped
  }
}

extension FaultCodeScope {
  /// Gives another form to the times of all objects.
  ///
  /// - Parameter change: Returns nil for a time that stays.
  fileprivate func times(_ change: @escaping @Sendable (JSONValue) -> JSONValue?) -> Alteration {
    objects { object in
      var object = object
      for name in ["notBefore", "notAfter"] {
        if let time = object[name].flatMap(change) { object[name] = time }
      }
      return object
    }
  }
}

extension HTTPResponse {
  /// Whether the body is JSON by its type.
  fileprivate var hasJSON: Bool {
    !body.isEmpty && headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true
  }
}
