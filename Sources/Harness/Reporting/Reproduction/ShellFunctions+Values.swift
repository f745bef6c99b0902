// SPDX-License-Identifier: Apache-2.0
// The functions that give a value: of a header, the time, one that is new.

extension ShellFunctions {
  /// The functions that give a value.
  static let values: [(name: String, text: String)] = [
    (
      "header_value",
      #"""
      # header_value NAME: the value of that header in the answer.
      header_value() {
        NAME=$1 awk '
          {
            sub(/\r$/, "")
            colon = index($0, ":")
            if (!found && colon > 1 && tolower(substr($0, 1, colon - 1)) == tolower(ENVIRON["NAME"])) {
              text = substr($0, colon + 1)
              sub(/^[ \t]+/, "", text)
              printf "%s", text
              found = 1
            }
          }
          END { exit !found }' "$work/head"
      }
      """#
    ),
    (
      "clock_milliseconds",
      #"""
      clock_milliseconds() { echo "$((start * 1000 + $1))"; }
      """#
    ),
    (
      "clock_iso",
      #"""
      clock_iso() {
        awk -v "time=$((start * 1000 + $1))" 'BEGIN {
          rest = time % 1000
          seconds = (time - rest) / 1000
          day = int(seconds / 86400)
          seconds -= day * 86400
          z = day + 719468
          era = int(z / 146097)
          doe = z - era * 146097
          yoe = int((doe - int(doe / 1460) + int(doe / 36524) - int(doe / 146096)) / 365)
          doy = doe - (365 * yoe + int(yoe / 4) - int(yoe / 100))
          mp = int((5 * doy + 2) / 153)
          month = mp < 10 ? mp + 3 : mp - 9
          year = yoe + era * 400 + (month <= 2 ? 1 : 0)
          printf "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, \
            doy - int((153 * mp + 2) / 5) + 1, int(seconds / 3600), int(seconds / 60) % 60, \
            seconds % 60, rest
        }'
      }
      """#
    ),
    (
      "new_uuid",
      #"""
      new_uuid() {
        od -An -v -N16 -tx1 /dev/urandom | tr -d ' \n' \
          | sed 's/^\(........\)\(....\).\(...\).\(...\)\(............\).*$/\1-\2-4\3-a\4-\5/'
      }
      """#
    ),
    (
      "new_id",
      #"""
      # new_id LENGTH: an identifier of that length, which no one has used before.
      new_id() {
        printf '_%s' "$(od -An -v "-N$1" -tx1 /dev/urandom | tr -d ' \n')" | cut -c "1-$1"
      }
      """#
    ),
  ]
}
