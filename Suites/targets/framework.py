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
SAML = """<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_{id}" Version="2.0"
 xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" IssueInstant="{now}" Destination={receiver}
{answers}><saml:Issuer>{issuer}</saml:Issuer>
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
<saml:Assertion ID="_{id}-1" Version="2.0" IssueInstant="{now}"><saml:Issuer>{issuer}</saml:Issuer>
<saml:Subject><saml:NameID>a-viewer</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
<saml:SubjectConfirmationData NotOnOrAfter="{end}" Recipient={receiver}{answers}/>
</saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="{now}" NotOnOrAfter="{end}"><saml:AudienceRestriction>
<saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AttributeStatement>{attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>"""

def saml_response(provider, request):
    """The provider's answer to the service's request; a real provider signs it."""
    try:
        asked = XML.fromstring(base64.b64decode(request["verificationToken"]))
    except (ValueError, XML.ParseError):
        asked = XML.Element("opaque")  # such as the tokens of REST API V1
    issuer, moment = asked.findtext("{*}Issuer", default=""), "%Y-%m-%dT%H:%M:%SZ"
    return SAML.format(
        id=uuid.uuid4(), issuer=escape(provider), audience=escape(issuer),
        answers=f" InResponseTo={quoteattr(asked.get('ID'))}" if asked.get("ID") else "",
        receiver=quoteattr(asked.get("AssertionConsumerServiceURL", issuer)),
        now=time.strftime(moment, time.gmtime(time.time() - 60)),
        end=time.strftime(moment, time.gmtime(time.time() + 300)),
        attributes="".join(
            f"<saml:Attribute Name={quoteattr(name)}><saml:AttributeValue>{escape(name)} of a viewer"
            "</saml:AttributeValue></saml:Attribute>" for name in request["attributeNames"]))

def answer(message, device):
    """The result of a message, or an error; what it changes is kept in the device."""
    call, granted = message["call"], device.get("access") == "granted"
    if call == "hello":
        return {"result": {"states": list(STATES), "options": {"provider": "text"}}}
    if call == "open":
        state, provider = message["state"], message["options"].get("provider")
        if set(message["options"]) - {"provider"}:
            return {"error": {"domain": "unsupported", "message": "other options than provider"}}
        isSignedIn = state in ("granted-signed-in", "saml-ok")
        device.update(access=STATES[state], provider=provider if isSignedIn else None,
                      choice=provider if state.endswith("picks-provider") else None,
                      expires=message["now"] + MONTH)
    elif call == "permission":
        return {"result": {"accessStatus": device["access"]}}
    elif call == "user":
        action, provider = message["action"], message.get("provider")
        if action in ("sign-in", "switch-provider", "sign-out"):
            device["provider"] = provider
        elif action.endswith("-permission"):
            device["access"] = "granted" if action == "grant-permission" else "denied"
        else:
            device["choice"] = provider
    elif call == "status":
        known = {"id": device["provider"], "expirationDate": str(device["expires"])}
        return {"result": {"frameworkPermissionInfo": {"accessStatus": device["access"]},
                           "frameworkProviderInfo": known if granted and known["id"] else {}}}
    else:
        if not granted:
            return {"error": {"code": 0, "message": "access not granted"}}
        if device["provider"] is None and message["request"]["isInterruptionAllowed"]:
            device["provider"] = device["choice"]  # The picker: the person signs in, or cancels.
            if device["choice"] is None:
                return {"error": {"code": 2, "message": "the person cancelled"}}
        if device["provider"] is None:
            error = {"error": {"code": 4, "message": "nobody is signed in"}}
            return {"result": {}} if call == "metadata" else error
        known = {"accountProviderIdentifier": device["provider"],
                 "authenticationExpirationDate": device["expires"]}
        if call == "authenticate":
            response = saml_response(device["provider"], message["request"])
            known["samlAttributeQueryResponse"] = response
        return {"result": known}
    return {"result": {}}

device = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["call"] != "close":
        # Flush, because a line in a buffer does not reach the harness.
        print(json.dumps({"id": message["id"], **answer(message, device)}), flush=True)
