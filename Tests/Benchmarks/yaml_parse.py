#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `sso-conformance inspect yaml` with libyaml on the same suites.

    python3 Tests/Benchmarks/yaml_parse.py .build/release/sso-conformance [MEGABYTES]

libyaml is PyYAML's CParser making events; what is compared is the best of five runs of each.
`inspect yaml` also starts the program, reads the file and prints it as JSON, so its time on an
empty file is shown, too. Memory is the peak of the process. Exit status 1: slower than libyaml.
"""

import os
import subprocess
import sys
import tempfile
import time

import yaml

HEAD = """\
suite: Partner profile from the authentication response
cookbook: apple-sso-rest-api-v2           # the requirement catalogue that `covers:` names
phase: C
defaults:
  headers: {Authorization: "Bearer ${token}", AP-Device-Identifier: "${device.identifier}"}

scenarios:
"""

SCENARIO = """\
  - scenario: The user signs in through the picker, number %d
    steps:
      - use: access-token                 # a fragment; gives `token`
      - step: Retrieve configuration
        covers: [V2-C1-01, V2-C2-04]
        request:
          GET: /api/v2/${service_provider}/configuration
        save:
          platform_mapping_id:            # the first query that selects something
            - $.requestor.mvpds[?@.id == ${mvpd}].platformMappingId
            - $.mvpds[?@.id == ${mvpd}].platformMappingId
        expect:
          status: 200
          headers: {Content-Type: !media-type application/json}
          json:
            requestor: {id: "${service_provider}"}
            $..mvpds[*]: !some {id: "${mvpd}", enablePlatformServices: true, status: SUPPORTED}

      - step: Retrieve the partner authentication request
        about: |
          The statement goes with the request, encoded once:
            twice is a mistake that some targets accept.
        covers: [V2-C9-01, V2-C9-02, V2-C9-03]
        request:
          POST: /api/v2/${service_provider}/sessions/sso/${partner}
          headers: {AP-Partner-Framework-Status: "${device.framework_status}"}
          form: {domainName: "${domain}", redirectUrl: '${redirect_url}'}
        expect:
          status: !one-of [200, 201]
          json:
            authenticationRequest: {type: !matches '(?i)saml', request: !base64 [!xml {}]}
            sessionId: !string {length: {min: 1}}
        should:
          json: {code: !absent {}}

"""


def suites(size):
    """Text of one suite of at least `size` bytes."""
    parts, length = [HEAD], len(HEAD)
    while length < size:
        parts.append(SCENARIO % len(parts))
        length += len(parts[-1])
    return "".join(parts).encode()


def best(measure, rounds=5):
    return min(measure() for _ in range(rounds))


def libyaml(data):
    start = time.perf_counter()
    for _ in yaml.parse(data, Loader=yaml.CLoader):
        pass
    return time.perf_counter() - start


def inspect(executable, path):
    start = time.perf_counter()
    subprocess.run(
        [executable, "inspect", "yaml", path], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def peak_megabytes(executable, path):
    """The peak of a child that is forked for it alone."""
    process = subprocess.Popen(
        [executable, "inspect", "yaml", path], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    # Linux counts kilobytes, macOS bytes.
    return usage.ru_maxrss / (1e3 if sys.platform == "linux" else 1e6)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    executable = sys.argv[1]
    megabytes = float(sys.argv[2]) if len(sys.argv) == 3 else 10
    with tempfile.TemporaryDirectory() as folder:
        empty = os.path.join(folder, "empty.yaml")
        open(empty, "wb").close()
        for share in (0.25, 0.5, 1):
            path = os.path.join(folder, "suites.yaml")
            data = suites(int(megabytes * share * 1e6))
            with open(path, "wb") as file:
                file.write(data)
            theirs = best(lambda: libyaml(data))
            ours = best(lambda: inspect(executable, path))
            memory = peak_megabytes(executable, path)
            print(
                f"{len(data) / 1e6:6.2f} MB: libyaml events {theirs * 1e3:7.1f} ms, "
                f"inspect yaml {ours * 1e3:7.1f} ms, ratio {ours / theirs:.2f}, {memory:.0f} MB")
        print(f"  empty: inspect yaml {best(lambda: inspect(executable, empty)) * 1e3:7.1f} ms")
    return 0 if ours <= theirs else 1


if __name__ == "__main__":
    sys.exit(main())
