#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A partner framework as a program: JSON lines on standard input and output, protocol 1."""
import base64, json, sys, time, uuid
import xml.etree.ElementTree as XML
from xml.sax.saxutils import escape, quoteattr

MONTH = 30 * 24 * 3_600_000
# The states of this device, with its access; a scenario that needs another one is skipped.
STATES = {
    "granted-signed-in": "granted", "saml-ok": "granted", "granted-not-signed-in": "granted",
    "granted-not-signed-in-user-picks-provider": "granted", "picker-cancelled": "granted",
    "denied": "denied", "restricted": "restricted"}
SAML = """<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_{id}"
 xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0" IssueInstant="{now}"
 Destination={to}{answers}><saml:Issuer>{issuer}</saml:Issuer>
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
<saml:Assertion ID="_{id}-1" Version="2.0" IssueInstant="{now}"><saml:Issuer>{issuer}</saml:Issuer>
<saml:Subject><saml:NameID>a-viewer</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
<saml:SubjectConfirmationData NotOnOrAfter="{end}" Recipient={to}{answers}/>
</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{now}" NotOnOrAfter="{end}">
<saml:AudienceRestriction><saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction>
</saml:Conditions><saml:AttributeStatement>{attributes}</saml:AttributeStatement>
</saml:Assertion></samlp:Response>"""

def saml_response(provider, request):
    """The provider's answer to the service's request; a real provider signs it."""
    try:
        asked = XML.fromstring(base64.b64decode(request["verificationToken"]))
    except (ValueError, XML.ParseError):
        asked = XML.Element("opaque")  # such as the tokens of REST API V1
    issuer, form = asked.findtext("{*}Issuer", default=""), "%Y-%m-%dT%H:%M:%SZ"
    return SAML.format(
        id=uuid.uuid4(), issuer=escape(provider), audience=escape(issuer),
        answers=f" InResponseTo={quoteattr(asked.get('ID'))}" if asked.get("ID") else "",
        to=quoteattr(asked.get("AssertionConsumerServiceURL", issuer)),
        now=time.strftime(form, time.gmtime(time.time() - 60)),
        end=time.strftime(form, time.gmtime(time.time() + 300)),
        attributes="".join(f"<saml:Attribute Name={quoteattr(n)}><saml:AttributeValue>{escape(n)}"
                           " of a viewer</saml:AttributeValue></saml:Attribute>"
                           for n in request["attributeNames"]))

def error(code, message, **more):
    return {"error": {"code": code, "message": message, **more}}

def answer(call, message, device):
    """The result of a message, or an error; what it changes is kept in the device."""
    if call == "hello":
        return {"result": {"states": list(STATES), "options": {"provider": "text"}}}
    if call == "open":
        state, provider = message["state"], message["options"].get("provider")
        if set(message["options"]) - {"provider"}:
            return {"error": {"domain": "unsupported", "message": "other options than provider"}}
        device.update(access=STATES[state], expires=message["now"] + MONTH, choice=None,
                      provider=provider if state in ("granted-signed-in", "saml-ok") else None)
        if state.endswith("picks-provider"):
            device["choice"] = provider
    elif call == "permission":
        return {"result": {"accessStatus": device["access"]}}
    elif call == "user":
        action, provider = message["action"], message.get("provider")
        if action.endswith("-permission"):
            device["access"] = "granted" if action == "grant-permission" else "denied"
        else:
            device["choice" if action in ("choose-provider", "cancel") else "provider"] = provider
    elif call == "status":
        known = {"id": device["provider"], "expirationDate": str(device["expires"])}
        shows = device["access"] == "granted" and device["provider"]
        return {"result": {"frameworkPermissionInfo": {"accessStatus": device["access"]},
                           "frameworkProviderInfo": known if shows else {}}}
    else:
        return account(call, message["request"], device)
    return {"result": {}}

def account(call, request, device):
    if device["access"] != "granted":
        return error(0, "access not granted")
    if not device["provider"] and request["isInterruptionAllowed"]:
        device["provider"] = device["choice"]  # The picker: the person signs in, or cancels.
        if not device["choice"]:
            return error(2, "the person cancelled")
    provider, supported = device["provider"], request.get("supportedAccountProviderIdentifiers")
    if not provider:
        return {"result": {}} if call == "metadata" else error(4, "the user is not signed in")
    if supported and provider not in supported:
        return error(1, "not supported", unsupportedProviderIdentifier=provider)
    known = {"accountProviderIdentifier": provider,
             "authenticationExpirationDate": device["expires"]}
    if call == "authenticate":
        known["samlAttributeQueryResponse"] = saml_response(provider, request)
    return {"result": known}

device = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["call"] != "close":
        # Flush, because a line in a buffer does not reach the harness.
        reply = answer(message["call"], message, device)
        print(json.dumps({"id": message["id"], **reply}), flush=True)
