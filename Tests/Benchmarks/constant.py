#!/usr/bin/env python3
"""Costs of the runner beside `curl`, against constant answers: constant.py EXECUTABLE [FLOWS ...]

A flow is 13 requests to a small server in C, which `cc` compiles; each answer is judged, and values
of it are saved and sent again. `curl` sends as many requests with the same heads, all flows in one
process, and judges nothing. Printed are the medians of five rounds, their ratio and the peak memory
of the runner; and, where `valgrind` is installed, the instructions of the first flow and of each
further one.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import flow
from flow import peak, timed

HERE = os.path.dirname(os.path.abspath(__file__))

FACTS = """facts:
  - {fact: service_provider, about: The service provider., type: text, example: channel}
  - {fact: mvpd, about: The MVPD., type: text, example: provider}
  - {fact: software_statement, about: The statement., type: text, secret: true, example: s}
"""

SETS = ["--set=service_provider=channel", "--set=mvpd=provider",
        "--set=software_statement=eyJhbGciOiJub25lIn0.eyJzb2Z0d2FyZSI6ImJlbmNoIn0.c3RhdGVtZW50"]

JSON = "headers: {Content-Type: !media-type application/json}"
AUTHORIZED = "headers: {Authorization: 'Bearer ${token}', AP-Device-Identifier: '${device.identifier}'}"

# The request of each step, what it saves, and what it expects of the body.
STEPS = [
    ("POST: '/o/client/register/0', json: {software_statement: '${software_statement}'}",
     "id: $.client_id, secret: $.client_secret", "client_id: !string {}"),
    ("POST: '/o/client/token/1', form: {client_id: '${id}', client_secret: '${secret}', "
     "grant_type: client_credentials}", "token: $.access_token", "token_type: Bearer"),
] + [
    step for number in range(2) for step in [
        (f"POST: '/api/v2/${{service_provider}}/sessions/2', {AUTHORIZED}, form: {{mvpd: '${{mvpd}}'}}",
         f"code{number}: $.code, session{number}: $.sessionId",
         "actionName: authenticate, code: !string {}"),
        (f"GET: '/api/v2/${{service_provider}}/sessions/${{code{number}}}/2', {AUTHORIZED}",
         f"again{number}: $.code", f"code: '${{code{number}}}'"),
        (f"GET: '/api/v2/${{service_provider}}/profiles/3', {AUTHORIZED}",
         f"user{number}: $.profiles.provider.attributes.userID.value", "profiles: !object {}"),
        (f"GET: '/api/v2/${{service_provider}}/profiles/${{mvpd}}/3', {AUTHORIZED}, "
         f"query: {{user: '${{user{number}}}'}}",
         f"upstream{number}: $.profiles.provider.attributes.upstreamUserID.value",
         "profiles: {provider: {type: regular}}"),
        (f"POST: '/api/v2/${{service_provider}}/decisions/authorize/${{mvpd}}/4', {AUTHORIZED}, "
         "json: {resources: [news]}",
         f"media{number}: '$.decisions[0].token.serializedToken'",
         "decisions: [{authorized: true}]"),
    ]
] + [(f"GET: '/api/v2/${{service_provider}}/profiles/3', {AUTHORIZED}", "end: $.profiles",
      "profiles: !object {}")]


def suite(name, rows):
    steps = "".join(f"""
      - step: Request {number}
        request: {{{request}}}
        save: {{{saved}}}
        expect:
          status: 200
          {JSON}
          json: {{{expected}}}""" for number, (request, saved, expected) in enumerate(STEPS))
    cases = "".join(f"\n      - {{n: {row}}}" for row in range(rows))
    return f"""suite: {name}
needs: [software_statement]
scenarios:
  - scenario: Flow ${{n}}
    cases:{cases}
    steps:{steps}
"""


def curl_config(base, flows):
    lines = []
    for number in range(flows * len(STEPS)):
        request = STEPS[number % len(STEPS)][0]
        method, path = re.match(r"(\w+): '?([^',]+)", request).groups()
        path = re.sub(r"\$\{\w+\}", "channel", path)
        lines += ["next"] if lines else []
        lines += [f'url = "{base}{path}"', 'output = "/dev/null"', "silent",
                  'header = "Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJiZW5jaG1hcmsifQ.c2ln"',
                  'header = "AP-Device-Identifier: fingerprint YmVuY2htYXJr"']
        lines += ['data = "mvpd=provider"'] if method == "POST" else []
    return "\n".join(lines) + "\n"


def write_suites(folder, flows):
    return flow.write_suites(folder, flows, FACTS, suite)


def runner(executable, suites, base, folder, jobs):
    return [executable, "run", suites, "--target", base, "--jobs", str(jobs),
            "--reports", os.path.join(folder, "reports")] + SETS


def instructions(command):
    """The instructions of a command, in millions."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1)) / 1e6


def measure(executable, base, counts):
    with tempfile.TemporaryDirectory() as folder:
        for flows in counts or [1, 100, 1000]:
            suites = write_suites(folder, flows)
            config = os.path.join(folder, f"curl-{flows}")
            with open(config, "w") as file:
                file.write(curl_config(base, flows))
            rows = {"curl": ["curl", "--config", config],
                    "jobs 1": runner(executable, suites, base, folder, 1),
                    "jobs 8": runner(executable, suites, base, folder, 8)}
            times = {name: [] for name in rows}
            for _ in range(5 if flows <= 1000 else 1):
                for name, command in rows.items():
                    times[name].append(timed(command))
            medians = {name: statistics.median(values) for name, values in times.items()}
            print(f"{flows} flows of {len(STEPS)} steps, peak memory {peak(rows['jobs 8']):.0f} MB")
            for name, seconds in medians.items():
                print(f"  {name:8} {seconds * 1000:9.1f} ms  {seconds / medians['curl']:5.2f} × curl",
                      flush=True)
        if shutil.which("valgrind"):
            few, many = (instructions(runner(executable, write_suites(folder, flows), base, folder, 1))
                         for flows in (11, 31))
            further = (many - few) / 20
            print(f"instructions: {few - 10 * further:.1f} M for the first flow, "
                  f"{further:.2f} M for each further one")


def serve(executable, counts):
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "constant")
        subprocess.run(["cc", "-O2", "-o", program, os.path.join(HERE, "constant.c")], check=True)
        server = subprocess.Popen([program], stdout=subprocess.PIPE, text=True)
        try:
            measure(executable, server.stdout.readline().strip(), counts)
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    serve(sys.argv[1], [int(word) for word in sys.argv[2:]])
