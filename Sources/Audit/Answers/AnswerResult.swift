// SPDX-License-Identifier: Apache-2.0
// The result of judging the answers of a service.

/// The result of judging the answers of a service.
package struct AnswerResult: Sendable {
  var calls: [CallAnswers] = []
  /// The cookbooks by which they were judged.
  var cookbooks: Set<String> = []

  /// How many wrong answers of one kind are listed.
  static let listedLimit = 5
  /// From how many answers on a call that has only 5xx fails.
  static let fewestAnswers = 3
}
