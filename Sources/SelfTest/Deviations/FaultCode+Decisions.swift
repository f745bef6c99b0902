// SPDX-License-Identifier: Apache-2.0
// Behaviours of decisions and of logouts.

import Formats
import HTTP

extension FaultCode {
  /// Those that entries of several areas name.
  static let general: [FaultCode] = [
    FaultCode("byte-order-mark") { scope in
      scope.answer { response, _ in
        if response.json != nil { response.body = [0xEF, 0xBB, 0xBF] + response.body }
      }
    },
    // Answers of one media type are sent as another.
    FaultCode("media-type", with: ["old", "new"]) { scope in
      scope.answer { response, _ in
        if response.headers["Content-Type"] == scope["old"] {
          response.headers.set("Content-Type", scope["new"])
        }
      }
    },
    // A call that repeats what it has answered before to a request that is the same by these fields.
    FaultCode("cache", with: ["by"]) { scope in
      let fields = scope.texts("by")
      return .behaviour([String: HTTPResponse]()) { request, ask, kept in
        guard scope.covers(request) else { return ask(request) }
        let key =
          ([request.target]
          + fields.map { field in
            field == "body"
              ? String(decoding: request.body, as: UTF8.self) : request.headers[field] ?? ""
          }).joined(separator: "\n")
        if let answer = kept[key] { return answer }
        let answer = ask(request)
        if answer.status == 200, scope.holds(of: answer) { kept[key] = answer }
        return answer
      }
    },
    // Drops a field of requests whose name is not written like this.
    FaultCode("field-by-case", with: ["field"]) { scope in
      let name = scope["field"]
      return scope.request { request in
        request.headers = HeaderList(
          request.headers.fields.filter { field in
            field.name == name || !HeaderList.isSame(field.name, name)
          })
      }
    },
    // The booleans of MVPDs as texts.
    FaultCode("flags-as-texts") { scope in
      scope.json { json, _ in
        json.replace("requestor/mvpds/*") { value in
          guard let object = value.object else { return value }
          return .object(
            object.members.map { member in
              let flag = member.value.boolean.map { $0 ? "true" : "false" }
              return (name: member.name, value: flag.map { .string($0) } ?? member.value)
            })
        }
      }
    },
  ]
}
