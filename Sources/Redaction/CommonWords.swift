// SPDX-License-Identifier: Apache-2.0
// Words that documents, protocols and programs are full of.

/// The words that the documents of the cookbooks use most, those of protocols and programs, and those of
/// the harness. A run of characters that consists of these is no token, whichever suites a run has.
enum CommonWords {
  /// Whether a word is one of these, in whichever letter case.
  static func contains(_ word: ArraySlice<UInt8>) -> Bool { words.contains(word) }

  private static let words = WordSet(of: [Array(list.utf8)])

  private static let list = """
    a aborted about above absent absolute abstract accept acceptable accepted accepts access \
    accesskey account acknowledge action actions active actor ad adapter add added additional \
    address adds admin adobe advice after afterwards again against age agent aggregator ago ahead \
    akamai alert alg alias aliases align alive all allocate allow allowed allows alone alphabet \
    already also alt altered alternative always am amazon amb ambiguity among amz an anchor and \
    android anew announced another answer answered answering answers any anything ap apache apart \
    api apikey apis app appendix apple application applications apps apr april apt archive are \
    argument arguments around array arrays as ascii ask asked asks assert assertion assertions \
    assets ast async at atomic attempt attest attestation attestations attested attribute \
    attributes attrname aud audience audio audit audits aug august auth authenticate authenticated \
    authentication authn authoritative authorization authorize authorized authz away back \
    backslash bad base basic be bean beans bearer because bedroom been before begin beginning \
    begins behind belong belongs below beside between beyond bin bind bindings binds blank blanks \
    blob block blocked boarding bodies body boolean borrowed both boundary bounds box brackets \
    break breaks bring brings broken brought browser bucket buffer build bundle burst busy but by \
    byte bytes cache cached calendar call callback called calls came can cancel canceled cancelled \
    canonicalization capacity capitals capture carries carry case cases catalina catalogue cell \
    cells certain certificate certificates certified change changed changes channel character \
    characters charset check checkauthn checked checklist checks choice choices choose chooses \
    chosen chunk chunked cipher city claims class classes client clientid clock clocks close \
    closed closely closest cloud cloudfront cluster code coded codes coding codings collect \
    collection colon column com combine come comes comma command comment commit common compact \
    compare complete compressed compression concurrent condition config configuration conflict \
    conformance conformant connect connection const constraint consumer contains content context \
    continue continues control controller conventions convert cookbook cookbooks cookie core could \
    count country counts covered covers create created credential credentials critical crlf cross \
    csrf css cursor customer cut dashboard data database date dates day days dcr debian debug dec \
    december decides decimal decision decisions declaration declared declares decode decoded \
    decodes decrypts deep default defaults define defs degradation degraded delegate delete demand \
    demands demo denied deny dependency depends derived describes description descriptor \
    deserializer details detected determined development device deviceid deviceidentifier devices \
    diagonal did differ difference different differs digest digit digits direct directive disabled \
    disk dismissed dispatch dispatcher display disposition dist distinct division do docker docs \
    document documented documents doe does doesn doing domain domains don done dots double doubled \
    downstream dsig dummy dump duplicate duration during dynamic each earlier early edge ef eight \
    either element elements else elsewhere email embedded emptied empty emulated emulator enable \
    enabled enc encode encoded encodes encoding encrypted end ended ending endings endless \
    endpoint ends enforce enhanced enqueue entity entries entry enum enumeration enveloped \
    environment episode error errors escape escaped essential etag etc even event events every \
    everything evidence exactly example examples exc exceeded exception exchange exchanges exclude \
    executor existing exp expect expectation expected expects expiration expired expires exponent \
    export expression extends fact factory facts fail failed fails failure failures fallback falls \
    false family faqs far fast fastly fatal fault featured feb february fetch few fewer field \
    fields file files fill filled filter filtered filters final finally find finding findings \
    finds fingerprint fire first fitting five flat flow flows folder folders follow follows for \
    forbidden force foreign form format forward forwarded found four fragment fragments frame \
    framework framing free freedom fri friday from front full func function functions further \
    future gateway gave generated generic get gets github give given gives gmt go goes gone good \
    google got grant granted group groups grows gson guest guide gunzip gzip had half hand handler \
    handshake har hardware harness has have hba hdr he head header headers health height held help \
    here hex hexadecimal hibernate hint hints hmac hoh hold holds home host hostile hosts hour \
    house household householdid how html http https hung iat id identifier identifierforvendor \
    identifiers identities identity idfa ids if ignore ignored illegal image immutable implemented \
    import in include included indent indentation independent index indices inferred info \
    information init initiate initiated inner input inside install instead instruction \
    insufficient integer integrated integration interactive interceptor interim internal \
    interrupted interrupting interruption intersection into introduction invalid invocation invoke \
    ios ip is iss issued issuer it item items its itself jackson jan january java javax jdbc jetty \
    job jobs joined jpeg json jsonpath judge judged judges jul july jun june just jws jwt kafka \
    keep keeps kept key keychain keys kid kids kind kitchen know known knows kotlin kubernetes \
    lacks lambda lang language large last late later latest leading leads least leave leaves left \
    legacy legal length lengths less let lets letter letters level levels lib library libssl \
    lifetime like limit line lines link linked list listed listen listener lists little live lived \
    lives living load local locale localhost localized location lock log logged login logo logout \
    logouts logs long longer look looks loop lower lowercased machine macos made main maintenance \
    major make makes malformed manager manual manufacturer many map mapping maps mar march mark \
    marks marshal match matcher matches max may me mean meaning means meant mechanism media member \
    members memory mends mere merge merged message met metadata method metric mid middle migration \
    milliseconds min minimum minor minutes mirroring misdirected mismatch missed missing mistake \
    model modified module modules mon monday mongo monitor more most moved movie mpaa ms mso much \
    multiple multiprofile musl must mutable mutation mutations mvp mvpd mvpds my name named nameid \
    names native near nearest need needed needs negotiates neither nest nested net netty network \
    never new news next nginx nil no node nodes non nonce nonces none nor not note nothing nov \
    november now nowhere ntp null number numbers oasis obeyed object objects obtain occasion \
    occasions oct octal octet october of off office oid ok old on onboarded once one ones only \
    open opened opens openssl operating operation opt option optional options or order org origin \
    original os other others otherwise otp our ours out output outside over overflow overflowed \
    overloaded overview own owner package packages packets pad padding page pages pair panel \
    parameter parameters parental parentheses parse parser part partial partner parts pass passed \
    passes passive passphrase passwd password passwords past patch path paths pattern patterns \
    payload payment pem people per percent permanent permanently permission permissions permit \
    permitted persistent person pfs phase phases phone phrase picker picks pin pipe place places \
    plain plan platform platforms play playback played player plays plugin plugins plural pm png \
    pod pointer policy poll polling pool port position possessive possible post postal postman \
    powered ppi pragma preauthorization preauthorize precondition prefix preflight preflights \
    preparation prerequisites present pretty primary principal printed private privatekey proceed \
    process processing product production profile profiles program programmer programmers promise \
    prompt prompting properties property protection protocol protocols provable prove proved \
    proves provide provided provider providers proxies proxy public punctuation purpose put pwd \
    python query queue quota quotation quote quoted quotes ran range rate ratelimit rating raw \
    reach reached read readable readers readme reads ready real reason reasons reauthentication \
    received recommendation record recorded recording recordings redirect redirects redis ref \
    reference referer referrer reflect refresh refusal refusals refuse refused refuses reg regcode \
    regexp reggie region register registered registration regular rejected release remaining \
    remedy remove removed renewed repeat repeated repeating repeats repetition repetitions \
    replayed report reported reporting reports request requested requestor requests required \
    requirement requirements rerun reserved reset resource resources response rest restricted \
    result resume resumed retrieve retry return returns revision revoked rfc right roku role \
    rollback room root routes row rows rsa ruby rule rules run running runs runtime said same saml \
    samlattributequeryresponse samlrequest samlresponse sample samples sat satisfiable saturday \
    save saved saw say says scalar scalars scenario scenarios scheduled schema scheme schemes \
    scope scopes screen script scripts sdk search season sec second seconds secret secrets section \
    secure security see seed seen sees segment segmentation select selected selector selects self \
    selftest send sender sends sent sentence sep separate separator september serialized \
    serializer series serve served server servers service services serving servlet session \
    sessionid sessions set sets setting settings several sha shard share shared shares shell \
    shifts shipped short shorten should show shown shows siblings sid side sides sign signature \
    signaturevalue signed signs silent since single singular site sites situation situations size \
    skew skewed skipped slice slow so socket socks software some somebody something source sources \
    space spaces span speak speaks specific split spoke spoken sporadic sports spring sql src sso \
    st stack staging stale stand standalone standard stands start started starts state stateless \
    statement states static status statuses stays stdlib step steps still storage straight stream \
    strict string strings sub subject subjectid subscriber subscription success successful such \
    suggests suite suites summary sun sunday support supported surrogate svc svg swift switch \
    switched switching sync synchronous syntax system tab table tables tag tags take taken takes \
    target targets task tasks te television tell tells temp tempassidentity temporarily temporary \
    temppass temppassidentity ten terminal test testable tests text texts than that the their them \
    then there these they thing this those though thread threads three throttled throttling \
    through thrown thu thursday ticket time timeout times timestamp title tls tmp to together \
    token tokenid tokens told tolerance tomcat too took tool top total totals trace traffic \
    trailer transaction transfer transforms transient transport tried tries trouble true trust \
    trusted try ttl tue tuesday tv tve tvos twice two typ type types udid unapproved unauthorized \
    unavailable undefined under underflow undertow unexpected unicode unintegrated unknown unless \
    unlink unlinked unmarshal unordered unpack unpacked unprocessable unrecorded unsafe \
    unspecified unsupported until unwrap up updated upgrade upper upstream uri uris url urlencoded \
    urls urn us use used user userid useridentifier usermetadata username users uses using usr utc \
    utf util utils uuid valid validity value values var variable variables variant vary vchip \
    vendor verdict verification version very via video view viewer violation visit visitor \
    visitoridentifier vs wait waited waiting waits walk walks wanted wants warning warnings was \
    way we web wed wednesday well went were what whatever when where whether which while white who \
    whole whose why width with withheld within without word wording words work worker workflow \
    works worst would write writes written wrong wrongly wrote www xhtml xml xmldsig xmlenc xss \
    yaml yet you your yours zero zeros zhar zip zlib zone
    """
}
