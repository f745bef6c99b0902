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

  private static let always = [
    #"""
    say() { printf '%s' "$@"; }
    """#,
    #"""
    # stop TEXT: a call before the one that was judged did not go as in the run.
    stop() {
      printf 'stopped at "%s": %s\n' "$step" "$1" >&2
      show_answer >&2
      exit 1
    }
    """#,
    #"""
    show_answer() {
      [ -f "$work/head" ] && tr -d '\000-\010\013-\037\177' < "$work/head"
      [ -f "$work/answer" ] && tr -d '\000-\010\013-\037\177' < "$work/answer"
      echo
    }
    """#,
    #"""
    # begin NAME: begins a step.
    begin() {
      step=$1
      printf '%s\n' "- $step"
      : > "$work/headers"
      rm -f "$work/body" "$work/head" "$work/answer"
    }
    """#,
    #"""
    # header NAME VALUE: a header of the next request. Headers go by a file, so that no other user of
    # the machine sees them.
    header() {
      value=$(printf '%s' "$2" | tr -d '\r\n')
      if [ -n "$value" ]; then
        printf '%s: %s\n' "$1" "$value" >> "$work/headers"
      else
        printf '%s;\n' "$1" >> "$work/headers"
      fi
    }
    """#,
    #"""
    # no_header NAME: keeps curl from sending a header of its own.
    no_header() { printf '%s:\n' "$1" >> "$work/headers"; }
    """#,
    #"""
    # send METHOD TARGET: sends the request once; `status` is then the status, or 000 for no answer.
    send() {
      set -- "$1" "$ORIGIN$2"
      if [ "$1" = HEAD ]; then
        set -- --head "$2"
      elif [ -f "$work/body" ]; then
        set -- -X "$1" --data-binary "@$work/body" "$2"
      else
        set -- -X "$1" "$2"
      fi
      # CURL_OPTIONS may hold options of your own, such as --cacert FILE.
      # shellcheck disable=SC2086
      status=$(curl -q -sS --http1.1 --globoff --path-as-is --proto '=http,https' --max-time 60 \
        ${CURL_OPTIONS-} -H 'Expect:' -H "@$work/headers" -D "$work/head" -o "$work/answer" \
        -w '%{http_code}' "$@") || status=${status:-000}
    }
    """#,
    #"""
    # call METHOD TARGET STATUS: sends the request, again after a 429 where the run got another status.
    call() {
      tries=0
      while :; do
        send "$1" "$2"
        [ "$status" = 429 ] && [ "$3" != 429 ] && [ "$tries" -lt 5 ] || break
        tries=$((tries + 1))
        sleep "$tries"
      done
    }
    """#,
    #"""
    # as_in_the_run STATUS: stops where the answer has another status than in the run.
    as_in_the_run() {
      [ "$status" = "$1" ] || stop "the status was $1 in the run, and is $status now"
    }
    """#,
    #"""
    # json_value POINTER: the value of that JSON Pointer (RFC 6901) in the answer.
    json_value() {
      [ -f "$work/answer" ] || return 1
      POINTER=$1 awk '
        function blank() { while (substr(text, i, 1) ~ /[ \t\r\n]/) i++ }
        function hex(digits,  n, k) {
          n = 0
          for (k = 1; k <= length(digits); k++)
            n = n * 16 + index("0123456789abcdef", tolower(substr(digits, k, 1))) - 1
          return n
        }
        function utf8(n) {
          if (n < 128) return sprintf("%c", n)
          if (n < 2048) return sprintf("%c%c", 192 + int(n / 64), 128 + n % 64)
          if (n < 65536)
            return sprintf("%c%c%c", 224 + int(n / 4096), 128 + int(n / 64) % 64, 128 + n % 64)
          return sprintf("%c%c%c%c", 240 + int(n / 262144), 128 + int(n / 4096) % 64, \
            128 + int(n / 64) % 64, 128 + n % 64)
        }
        function string(  out, c, n, low) {
          i++
          out = ""
          while (i <= size) {
            if (match(substr(text, i, 200), /^[^"\\]+/)) {
              out = out substr(text, i, RLENGTH)
              i += RLENGTH
              continue
            }
            c = substr(text, i++, 1)
            if (c == "\"") return out
            c = substr(text, i++, 1)
            if (c == "n") out = out "\n"
            else if (c == "t") out = out "\t"
            else if (c == "r") out = out "\r"
            else if (c == "b") out = out "\b"
            else if (c == "f") out = out "\f"
            else if (c == "u") {
              n = hex(substr(text, i, 4))
              i += 4
              if (n >= 55296 && n < 56320 && substr(text, i, 2) == "\\u") {
                low = hex(substr(text, i + 2, 4))
                i += 6
                n = 65536 + (n - 55296) * 1024 + low - 56320
              }
              out = out utf8(n)
            } else out = out c
          }
          return out
        }
        function value(path,  c, n, key, begin, out, isText) {
          blank()
          begin = i
          isText = 0
          c = substr(text, i, 1)
          if (c == "{" || c == "[") {
            i++
            blank()
            n = 0
            if (substr(text, i, 1) ~ /[]}]/) i++
            else while (i <= size) {
              key = n++
              if (c == "{") {
                blank()
                key = string()
                gsub(/~/, "~0", key)
                gsub("/", "~1", key)
                blank()
                i++
              }
              value(path "/" key)
              blank()
              if (substr(text, i++, 1) != ",") break
            }
          } else if (c == "\"") {
            out = string()
            isText = 1
          } else {
            while (substr(text, i, 1) ~ /[-+.0-9A-Za-z]/) i++
            if (i == begin) i = size + 1
          }
          if (path != want || found) return
          found = 1
          printf "%s", isText ? out : substr(text, begin, i - begin)
        }
        { text = text $0 "\n" }
        END {
          want = ENVIRON["POINTER"]
          size = length(text)
          i = 1
          value("")
          exit !found
        }' "$work/answer"
    }
    """#,
  ]

  private static let optional: [(name: String, text: String)] = [
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
      "base64_text",
      #"""
      base64_text() {
        od -An -v -tx1 | awk '
          function hex(digits) {
            return (index("0123456789abcdef", substr(digits, 1, 1)) - 1) * 16 \
              + index("0123456789abcdef", substr(digits, 2, 1)) - 1
          }
          { for (k = 1; k <= NF; k++) bytes[count++] = hex($k) }
          END {
            signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            for (k = 0; k < count; k += 3) {
              n = bytes[k] * 65536 + bytes[k + 1] * 256 + bytes[k + 2]
              printf "%s%s", substr(signs, int(n / 262144) + 1, 1), \
                substr(signs, int(n / 4096) % 64 + 1, 1)
              printf "%s", k + 1 < count ? substr(signs, int(n / 64) % 64 + 1, 1) : "="
              printf "%s", k + 2 < count ? substr(signs, n % 64 + 1, 1) : "="
            }
          }'
      }
      """#
    ),
    ("form_text", encoder("form_text", keeps: "-._*", blank: "+")),
    ("percent_text", encoder("percent_text", keeps: "-._~", blank: "%20")),
    (
      "json_text",
      #"""
      json_text() {
        od -An -v -tx1 | awk '
          BEGIN { for (k = 0; k < 256; k++) byte[sprintf("%02x", k)] = k }
          {
            for (k = 1; k <= NF; k++) {
              n = byte[$k]
              if (n < 32) printf "\\u%04x", n
              else if (n == 34 || n == 92) printf "\\%c", n
              else printf "%c", n
            }
          }'
      }
      """#
    ),
    (
      "target_text",
      #"""
      # target_text: what follows the origin of a URL. Nothing is sent to another origin.
      target_text() {
        awk '{ text = text $0 } END { sub(/^[A-Za-z]+:\/\/[^\/?]*/, "", text); printf "%s", text }'
      }
      """#
    ),
    (
      "request_id",
      #"""
      # request_id: the ID of the SAML request in Base64.
      request_id() {
        request_xml | awk '
          { text = text $0 "\n" }
          END { if (match(text, /[ \t\n]ID="[^"]*"/)) printf "%s", substr(text, RSTART + 5, RLENGTH - 6) }'
      }
      """#
    ),
    (
      "request_url",
      #"""
      # request_url: where the SAML request in Base64 wants its response to be sent.
      request_url() {
        request_xml | awk '
          { text = text $0 "\n" }
          END {
            if (match(text, /[ \t\n]AssertionConsumerServiceURL="[^"]*"/))
              printf "%s", substr(text, RSTART + 30, RLENGTH - 31)
          }'
      }
      """#
    ),
    (
      "request_issuer",
      #"""
      # request_issuer: who issued the SAML request in Base64.
      request_issuer() {
        request_xml | awk '
          { text = text $0 "\n" }
          END {
            if (!match(text, /<([A-Za-z0-9_]+:)?Issuer([ \t\n][^>]*)?>[^<]*</)) exit
            text = substr(text, RSTART, RLENGTH - 1)
            sub(/^[^>]*>[ \t\r\n]*/, "", text)
            sub(/[ \t\r\n]*$/, "", text)
            printf "%s", text
          }'
      }
      """#
    ),
    (
      "request_xml",
      #"""
      request_xml() {
        awk '
          {
            gsub(/[^A-Za-z0-9+\/]/, "")
            text = text $0
          }
          END {
            signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            for (k = 1; k <= length(text); k += 4) {
              n = 0
              for (j = 0; j < 4; j++) n = n * 64 + (k + j <= length(text) ? index(signs, substr(text, k + j, 1)) - 1 : 0)
              printf "%c", int(n / 65536)
              if (k + 2 <= length(text)) printf "%c", int(n / 256) % 256
              if (k + 3 <= length(text)) printf "%c", n % 256
            }
            print ""
          }'
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
    (
      "visit",
      #"""
      # visit TARGET REDIRECT-URL: what a user agent does that follows redirects and keeps cookies.
      visit() {
        place=$ORIGIN$1
        hops=0
        while [ "$hops" -lt 20 ]; do
          hops=$((hops + 1))
          # shellcheck disable=SC2086
          status=$(curl -q -sS --globoff --proto '=http,https' --max-time 60 ${CURL_OPTIONS-} \
            -b "$work/cookies" -c "$work/cookies" -D "$work/head" -o "$work/answer" \
            -w '%{http_code}' "$place") || stop "no answer came"
          next=$(header_value Location) || stop "the visit ended with status $status"
          case $next in
            "$2"*) return 0 ;;
            http://* | https://*) place=$next ;;
            /*) place=$(printf '%s' "$place" | sed 's|^\([a-z]*://[^/]*\).*|\1|')$next ;;
            *) stop "the visit leads to an address that this script does not follow" ;;
          esac
        done
        stop "the visit has too many redirects"
      }
      """#
    ),
  ]

  private static func encoder(_ name: String, keeps signs: String, blank: String) -> String {
    #"""
    \#(name)() {
      od -An -v -tx1 | awk '
        BEGIN { for (k = 0; k < 256; k++) byte[sprintf("%02x", k)] = k }
        {
          for (k = 1; k <= NF; k++) {
            sign = byte[$k] < 128 ? sprintf("%c", byte[$k]) : ""
            if (sign ~ /^[A-Za-z0-9]$/ || index("\#(signs)", sign) && sign != "") printf "%s", sign
            else if ($k == "20") printf "%s", "\#(blank)"
            else printf "%%%s", toupper($k)
          }
        }'
    }
    """#
  }
}
