#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A partner framework as a program: JSON lines on standard input and output, protocol 1."""
import base64
import json
import sys
import time
import uuid
import xml.etree.ElementTree as XML
from xml.sax.saxutils import escape, quoteattr

MONTH = 30 * 24 * 3_600_000

# What this device can do; a scenario that needs another state is skipped.
STATES = {
    "granted-signed-in": {"access": "granted", "signed_in": True},
    "saml-ok": {"access": "granted", "signed_in": True},
    "granted-not-signed-in": {"access": "granted", "signed_in": False},
    "granted-not-signed-in-user-picks-provider": {"access": "granted", "picks": True},
    "picker-cancelled": {"access": "granted", "signed_in": False},
    "denied": {"access": "denied", "signed_in": False},
    "restricted": {"access": "restricted", "signed_in": False},
}

SAML = """<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"
 xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_{id}" Version="2.0" IssueInstant="{now}"
 Destination={receiver}{answers}><saml:Issuer>{issuer}</saml:Issuer>
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
<saml:Assertion ID="_{id}-1" Version="2.0" IssueInstant="{now}"><saml:Issuer>{issuer}</saml:Issuer>
<saml:Subject><saml:NameID>a-viewer</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
<saml:SubjectConfirmationData NotOnOrAfter="{end}" Recipient={receiver}{answers}/>
</saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="{now}" NotOnOrAfter="{end}"><saml:AudienceRestriction>
<saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AttributeStatement>{attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>"""


class FrameworkError(Exception):
    """An answer that is an error of the framework: its domain, its code, and a message."""

    def __init__(self, message, code=None, domain="VSErrorDomain"):
        super().__init__(message)
        self.answer = {"domain": domain, "message": message}
        if code is not None:
            self.answer["code"] = code


def saml_response(provider, request):
    """The provider's answer to the service's request; a real provider signs it."""
    try:
        asked = XML.fromstring(base64.b64decode(request["verificationToken"]))
    except (ValueError, XML.ParseError):
        asked = XML.Element("opaque")  # such as the tokens of REST API V1
    issuer = asked.findtext("{*}Issuer", default="")
    answers = f" InResponseTo={quoteattr(asked.get('ID'))}" if asked.get("ID") else ""
    now = time.time()
    attributes = "".join(
        f"<saml:Attribute Name={quoteattr(name)}><saml:AttributeValue>{escape(name)} of a viewer"
        "</saml:AttributeValue></saml:Attribute>" for name in request["attributeNames"])
    return SAML.format(
        id=uuid.uuid4(), issuer=escape(provider), audience=escape(issuer), answers=answers,
        attributes=attributes,
        receiver=quoteattr(asked.get("AssertionConsumerServiceURL", issuer)),
        now=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now - 60)),
        end=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 300)))


class Device:
    def __init__(self, message):
        options = message["options"]
        if set(options) - {"provider"}:
            raise FrameworkError(f"the options {sorted(options)}", domain="unsupported")
        state = STATES[message["state"]]
        self.access = state["access"]
        self.provider = options.get("provider") if state.get("signed_in") else None
        self.choice = options.get("provider") if state.get("picks") else None
        self.expires = message["now"] + MONTH

    def permission(self, message):
        return {"accessStatus": self.access}

    def metadata(self, message):
        if self.access != "granted":
            raise FrameworkError("access not granted", code=0)
        if self.provider is None and message["request"]["isInterruptionAllowed"]:
            # The picker: the person signs in, or cancels.
            if self.choice is None:
                raise FrameworkError("the person cancelled", code=2)
            self.provider = self.choice
        if self.provider is None:
            return {}
        return {
            "accountProviderIdentifier": self.provider,
            "authenticationExpirationDate": self.expires,
        }

    def authenticate(self, message):
        answer = self.metadata(message)
        if self.provider is None:
            raise FrameworkError("nobody is signed in", code=4)
        response = saml_response(self.provider, message["request"])
        return answer | {"samlAttributeQueryResponse": response}

    def user(self, message):
        action, provider = message["action"], message.get("provider")
        if action in ("sign-in", "switch-provider"):
            self.provider = provider
        elif action == "sign-out":
            self.provider = None
        elif action in ("grant-permission", "deny-permission"):
            self.access = "granted" if action == "grant-permission" else "denied"
        elif action in ("choose-provider", "cancel"):
            self.choice = provider
        return {}

    def status(self, message):
        provider = {}
        if self.access == "granted" and self.provider is not None:
            provider = {"id": self.provider, "expirationDate": str(self.expires)}
        return {
            "frameworkPermissionInfo": {"accessStatus": self.access},
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
            known = message["state"] in STATES
            device = Device(message) if known else None
            answer = {"result": {"states": list(STATES)}}
        else:
            answer = {"result": getattr(device, call)(message)}
    except FrameworkError as error:
        answer = {"error": error.answer}
    # Flush, because a line in a buffer does not reach the harness.
    print(json.dumps({"id": message["id"], **answer}), flush=True)
