#!/usr/bin/env python3
"""Times the runner against `curl`, side by side in one run: flow.py EXECUTABLE [FLOWS ...]

A flow is 13 requests to the reference service, which the executable serves on a port of its own.
`curl` sends the same requests, all flows in one process (`--next`), and judges nothing; the runner
judges status, media type and a member of the JSON at each step. Printed are the medians of five
rounds and their ratio, and the peak memory of the runner.
"""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

REQUESTS = [
    ("GET", "configuration"), ("GET", "profiles"), ("GET", "profiles/{mvpd}"),
    ("GET", "configuration"), ("GET", "profiles"), ("GET", "profiles/{mvpd}"),
    ("GET", "profiles"), ("GET", "profiles/{mvpd}"), ("GET", "profiles"),
    ("GET", "profiles/{mvpd}"), ("GET", "profiles"), ("GET", "profiles/{mvpd}"),
    ("GET", "profiles"),
]

FACTS = """facts:
  - {fact: service_provider, about: The service provider., type: text, example: sp}
  - {fact: mvpd, about: The MVPD., type: text, example: mvpd}
  - {fact: token, about: The access token., type: text, secret: true, example: t}
"""


def post(url, body, kind):
    request = urllib.request.Request(url, data=body, headers={"Content-Type": kind})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def token(base, facts):
    client = post(
        f"{base}/o/client/register",
        json.dumps({"software_statement": facts["software_statement"]}).encode(),
        "application/json")
    form = (f"client_id={client['client_id']}&client_secret={client['client_secret']}"
            "&grant_type=client_credentials")
    return post(f"{base}/o/client/token", form.encode(),
                "application/x-www-form-urlencoded")["access_token"]


def suite(name, rows):
    steps = []
    for number, (method, path) in enumerate(REQUESTS):
        member = "requestor: !object {}" if path == "configuration" else "profiles: !object {}"
        path = path.replace("{mvpd}", "${mvpd}")
        steps.append(f"""
      - step: Request {number}
        request: {{{method}: "/api/v2/${{service_provider}}/{path}"}}
        expect:
          status: 200
          headers: {{Content-Type: !media-type application/json}}
          json: {{{member}}}""")
    cases = "".join(f"\n      - {{n: {row}}}" for row in range(rows))
    return f"""suite: {name}
needs: [token]
defaults:
  headers:
    Authorization: Bearer ${{token}}
    AP-Device-Identifier: ${{device.identifier}}
    X-Device-Info: ${{device.info}}
scenarios:
  - scenario: Flow ${{n}}
    cases:{cases}
    steps:{''.join(steps)}
"""


def curl_config(base, facts, flows):
    lines = []
    for _ in range(flows):
        for method, path in REQUESTS:
            if lines:
                lines.append("next")
            url = f"{base}/api/v2/{facts['service_provider']}/{path}".replace("{mvpd}", facts["mvpd"])
            lines += [f'url = "{url}"', f'request = "{method}"', 'output = "/dev/null"', "silent",
                      f'header = "Authorization: Bearer {facts["token"]}"',
                      'header = "AP-Device-Identifier: fingerprint YmVuY2htYXJr"',
                      'header = "X-Device-Info: eyJvc05hbWUiOiJ0dk9TIn0="']
    return "\n".join(lines) + "\n"


def timed(command):
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def peak(command):
    """The peak memory of a command in MB, by a process of its own: to that of a child the system
    adds what its parent held when it was started."""
    program = ("import resource, subprocess, sys\n"
               "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    printed = subprocess.run([sys.executable, "-c", program] + command, check=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return int(printed.stdout) / 1024


def runner(executable, suites, base, facts, folder, jobs):
    sets = [f"--set={name}={json.dumps(facts[name])}" for name in ("service_provider", "mvpd", "token")]
    return [executable, "run", suites, "--target", base, "--jobs", str(jobs),
            "--reports", os.path.join(folder, "reports")] + sets


def serve(executable, counts, measure):
    """Calls measure with the base URL of a reference service and its facts."""
    server = subprocess.Popen([executable, "serve"], stdout=subprocess.PIPE, text=True)
    try:
        text = ""
        while "runs the suites" not in text:
            text += server.stdout.readline()
        base = re.search(r"http://\S+", text).group(0)
        facts = {name: json.loads(value) for name, value
                 in re.findall(r"^  (\w+): (.*)$", text, re.M)}
        facts["token"] = token(base, facts)
        measure(executable, base, facts, counts)
    finally:
        server.terminate()
        server.wait()


def write_suites(folder, flows, facts, suite):
    """Writes suites of so many flows, at most a thousand in a file, and returns their folder."""
    path = os.path.join(folder, f"suites-{flows}")
    os.mkdir(path)
    with open(os.path.join(path, "facts.yaml"), "w") as file:
        file.write(facts)
    for part in range(0, flows, 1000):
        with open(os.path.join(path, f"flow-{part:06}.yaml"), "w") as file:
            file.write(suite(f"Flows {part}", min(1000, flows - part)))
    return path


def measure(executable, base, facts, counts):
    with tempfile.TemporaryDirectory() as folder:
        for flows in counts or [1, 100, 1000]:
            suites = write_suites(folder, flows, FACTS, suite)
            config = os.path.join(folder, f"curl-{flows}")
            with open(config, "w") as file:
                file.write(curl_config(base, facts, flows))

            def run(jobs):
                return runner(executable, suites, base, facts, folder, jobs)

            rows = {"curl": ["curl", "--config", config], "jobs 1": run(1), "jobs 8": run(8)}
            times = {name: [] for name in rows}
            for _ in range(5 if flows <= 1000 else 1):
                for name, command in rows.items():
                    times[name].append(timed(command))
            medians = {name: statistics.median(values) for name, values in times.items()}
            steps = flows * len(REQUESTS)
            print(f"{flows} flows of {len(REQUESTS)} steps, peak memory {peak(run(8)):.0f} MB")
            for name, seconds in medians.items():
                print(f"  {name:8} {seconds * 1000:9.1f} ms  {seconds / steps * 1e6:7.1f} µs a step"
                      f"  {seconds / medians['curl']:5.2f} × curl")


if __name__ == "__main__":
    serve(sys.argv[1], [int(word) for word in sys.argv[2:]], measure)
