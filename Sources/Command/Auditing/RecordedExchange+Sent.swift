// SPDX-License-Identifier: Apache-2.0
// An exchange of a run as a recording has it.

package import Audit
import HTTP
package import Runner
import Text

extension RecordedExchange {
  /// A request that a run sent, with its answer.
  package init(_ sent: SentExchange, entry: EntryReference) {
    var headers = HeaderList(["Host": sent.origin.authority])
    for field in sent.request.headers.fields { headers.append(field.name, field.value) }
    let response: Response?
    switch sent.end {
    case .answered(let answer):
      response = Response(
        status: answer.status, reason: answer.reason, headers: answer.headers,
        body: RecordedBody(answer.body))
    case .unanswered: response = nil
    }
    self.init(
      entry: entry, startedAt: sent.sentAt, duration: sent.duration,
      request: Request(
        method: sent.request.method, url: "\(sent.origin)\(sent.request.target)",
        headers: headers, body: RecordedBody(sent.request.body)),
      response: response, isDeliberate: sent.cause.isHostile)
  }
}
