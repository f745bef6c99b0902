// SPDX-License-Identifier: Apache-2.0
// The functions that every script needs: its steps, requests and answers.

extension ShellFunctions {
  /// The functions that every script needs.
  static let always = [
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
}
