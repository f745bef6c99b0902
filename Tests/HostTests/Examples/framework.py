#!/usr/bin/env python3
"""A partner framework as a program: JSON lines on standard input and output, protocol 1."""
import json
import sys
import time

HOUR = 3_600_000


def now():
    return int(time.time() * 1000)


def saml_response(request):
    """What the provider would answer; a real one signs it."""
    return f"<Response><Attribute>{','.join(request['attributeNames'])}</Attribute></Response>"


class Device:
    def __init__(self, state, options):
        self.granted = state != "denied"
        self.provider = options.get("provider") if state == "granted-signed-in" else None
        self.expires = now() + HOUR

    def permission(self, message):
        return {"accessStatus": "granted" if self.granted else "denied"}

    def metadata(self, message):
        if not self.granted or self.provider is None:
            return {}
        return {
            "accountProviderIdentifier": self.provider,
            "authenticationExpirationDate": self.expires,
        }

    def authenticate(self, message):
        if self.provider is None:
            raise LookupError("nobody is signed in")
        response = saml_response(message["request"])
        return self.metadata(message) | {"samlAttributeQueryResponse": response}

    def user(self, message):
        if message["action"] in ("sign-in", "switch-provider"):
            self.provider = message["provider"]
        elif message["action"] == "sign-out":
            self.provider = None
        else:
            raise LookupError(f"nobody does {message['action']} here")
        return {}

    def status(self, message):
        provider = {}
        if self.provider is not None:
            provider = {"id": self.provider, "expirationDate": str(self.expires)}
        return {
            "frameworkPermissionInfo": self.permission(message),
            "frameworkProviderInfo": provider,
        }


device = None
for line in sys.stdin:
    message = json.loads(line)
    call = message["call"]
    if call == "close":
        continue
    try:
        if call == "open":
            device = Device(message["state"], message["options"])
            answer = {"result": {}}
        else:
            answer = {"result": getattr(device, call)(message)}
    except LookupError as error:
        answer = {"error": {"domain": "VSErrorDomain", "code": 0, "message": str(error)}}
    # Flushed, since a line that waits in a buffer is no answer.
    print(json.dumps({"id": message["id"], **answer}), flush=True)
