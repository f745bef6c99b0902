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
    account action actions active actor adapter add added additional address adds admin adobe \
    advice after afterwards again against agent ago ahead akamai alert alg alias aliases align all \
    allocate allow allowed allows alone alphabet already also altered alternative always am amazon \
    amb ambiguity among amz an anchor and android anew announced another answer answered answering \
    answers any anything apache apart api apis app appendix apple application applications apps \
    apr april apt archive are argument arguments around array arrays as ascii ask asked asks \
    assert assertion assets async at atomic attempt attest attestation attestations attested \
    attribute attributes attrname audience audio audit audits aug august auth authenticate \
    authenticated authentication authn authoritative authorization authorize authorized authz away \
    back backslash bad base basic be bean beans bearer because bedroom been before begin beginning \
    begins behind belong belongs below beside between beyond bin bind bindings binds blank blanks \
    blob block blocked boarding bodies body boolean borrowed both boundary bounds box brackets \
    break breaks bring brings broken brought browser bucket buffer build bundle burst busy but by \
    byte bytes cache cached calendar call callback called calls came can canceled cancelled \
    canonicalization capacity capitals capture carries carry case cases catalina catalogue cell \
    cells certain certificate certificates certified change changed changes channel character \
    characters charset check checkauthn checked checklist checks choice choices choose chooses \
    chosen chunk chunked cipher city claims class classes client clock clocks close closed closely \
    closest cloud cloudfront cluster code coded codes coding codings collect collection colon \
    column com combine come comes comma command comment commit common compare complete compressed \
    compression concurrent condition config configuration conflict conformance conformant connect \
    connection const constraint consumer contains content context continue continues control \
    controller convert cookbook cookbooks core could count country counts covered covers create \
    created credentials critical crlf css cursor customer cut dashboard data database date dates \
    day days dcr debian debug dec december decides decimal decision decisions declaration declared \
    declares decode decoded decodes decrypts deep default defaults define defs degradation \
    degraded delegate delete demand demands demo denied deny dependency depends describes \
    description descriptor deserializer details detected determined development device devices did \
    differ difference different differs digest digit digits direct directive disabled disk \
    dispatch dispatcher display dist distinct division do docker docs document documented \
    documents doe does doesn doing domain domains don done dots double doubled downstream dsig \
    dummy dump duplicate duration during dynamic each earlier early edge ef eight either element \
    elements else elsewhere email embedded emptied empty emulated emulator enable enabled enc \
    encode encoded encodes encoding end ended ending endless endpoint ends enhanced enqueue entity \
    entries entry enum enumeration enveloped environment episode error errors escape escaped \
    essential etc even event events every everything evidence exactly example examples exc \
    exceeded exception exchange exchanges exclude executor existing exp expect expectation \
    expected expects expiration expired expires exponent export expression extends fact factory \
    facts fail failed fails failure failures fallback falls false family faqs far fast fastly \
    fatal fault feb february few fewer field fields file files fill filled filter filtered filters \
    final finally find finding findings finds fingerprint fire first fitting five flat flow flows \
    folder folders follow follows for forbidden foreign form format forward forwarded found four \
    fragment fragments framework framing free freedom fri friday from front full func function \
    functions further future gateway gave generated get gets github give given gives gmt go goes \
    gone good google got grant granted group groups grows gson guest guide gunzip gzip had half \
    hand handler handshake har hardware harness has have hdr he head header headers health held \
    help here hex hexadecimal hibernate hint hints hmac hold holds home host hostile hosts hour \
    house household how html http https hung id identifier identifiers identities identity ids if \
    ignore ignored illegal image immutable implemented import in include included indent \
    indentation independent index indices inferred info information init initiate inner input \
    inside install instead instruction insufficient integer integrated integration interactive \
    interceptor interim internal interrupted interrupting interruption intersection into \
    introduction invalid invocation invoke ios is issued issuer it item items its itself jackson \
    jan january java javax jdbc jetty job jobs joined jpeg json jsonpath judge judged judges jul \
    july jun june just jws kafka keep keeps kept key keychain keys kids kind kitchen know known \
    knows kotlin kubernetes lacks lambda lang language large last late later latest leading leads \
    least leave leaves left legacy legal length lengths less let lets letter letters level levels \
    lib library libssl lifetime like limit line lines link linked list listed listen listener \
    lists little live lived lives living load local locale localhost location lock log logged \
    login logout logouts logs long longer look looks loop lower lowercased machine macos made main \
    maintenance make makes malformed manager manual many map mapping maps mar march mark marks \
    marshal match matcher matches max may me mean means meant mechanism media member members \
    memory mends mere merge merged message met metadata method metric middle migration \
    milliseconds min minimum minor minutes misdirected mismatch missed missing mistake model \
    modified module modules mon monday mongo monitor more most moved movie ms much multiple \
    multiprofile musl must mutable mutation mutations mvp mvpd mvpds my name named names native \
    near nearest need needed needs negotiates neither nest nested net netty network never new news \
    next nginx nil no node nodes non none nor not note nothing nov november now nowhere ntp null \
    number numbers oasis obeyed object objects obtain occasion occasions oct octal octet october \
    of off office ok old on onboarded once one ones only open opened opens openssl operation opt \
    option optional options or order org origin os other others otherwise our ours out output \
    outside over overflow overflowed overloaded overview own owner package packages packets pad \
    padding page pages pair panel parameter parameters parental parentheses parse parser part \
    partial partner parts pass passed passes password past path paths pattern patterns payload \
    payment pem people per percent permanent permanently permission permit permitted persistent \
    person pfs phase phases phone phrase picker pipe place places plain plan platform platforms \
    play playback played player plays plugin plugins plural pm png pod pointer policy poll polling \
    pool port position possessive possible post postal postman preauthorize precondition preflight \
    preflights preparation prerequisites present primary principal private proceed process \
    processing product production profile profiles program programmer programmers promise prompt \
    prompting properties property protocol protocols provable prove proved proves provide provider \
    providers proxies proxy public punctuation purpose put python query queue quota quotation \
    quote quoted quotes ran range rate rating raw reach reached read readable readers readme reads \
    ready real reason reasons reauthentication recommendation record recorded recording recordings \
    redirect redirects redis ref reference reflect refusal refusals refuse refused refuses regcode \
    regexp reggie region register registered registration regular rejected release remedy remove \
    removed renewed repeat repeated repeating repeats repetition repetitions report reported \
    reports request requestor requests required requirement requirements rerun reserved reset \
    resource resources response rest restricted result resume resumed retrieve retry return \
    returns revision revoked rfc right roku role rollback room root routes row rows rsa ruby rule \
    rules run running runs runtime said same saml sample samples sat satisfiable saturday save \
    saved saw say says scalar scalars scenario scenarios scheduled schema scheme scope scopes \
    screen script scripts sdk search season second seconds secret secrets section secure see seed \
    seen sees segment segmentation select selected selector selects self selftest send sender \
    sends sent sentence sep separate separator september serialized serializer series serve served \
    server servers service services serving servlet session sessions set sets setting settings \
    several sha shard share shared shares shell shifts shipped short shorten should show shown \
    shows siblings side sides sign signature signed signs since single singular site sites \
    situation situations size skipped slice slow so socket socks software some somebody something \
    source sources space spaces span speak speaks specific split spoke spoken sporadic sports \
    spring sql src sso stack staging stale stand standalone standard stands start started starts \
    state stateless statement states static status statuses stays stdlib step steps still storage \
    straight stream strict string strings sub subject subscriber subscription success successful \
    such suggests suite suites summary sun sunday support supported surrogate svg swift switching \
    synchronous syntax system tab table tables tag tags take taken takes target targets task tasks \
    television tell tells temp temporarily temporary ten terminal test tests text texts than that \
    the their them then there these they thing this those though thread threads three throttling \
    through thrown thu thursday time timeout times timestamp title tls tmp to together token \
    tokens told tolerance tomcat too took tool top total totals trace traffic transaction transfer \
    transforms transient tried tries trouble true trust trusted try tue tuesday tve tvos twice two \
    type types unauthorized unavailable undefined under underflow undertow unexpected unicode \
    unintegrated unknown unless unlink unmarshal unordered unpack unpacked unprocessable \
    unrecorded unsafe unspecified unsupported until unwrap up upgrade upper upstream uri url \
    urlencoded urls urn us use used user usermetadata users uses using usr utc utf util utils uuid \
    valid validity value values var variable variables variant verdict verification version very \
    video view viewer violation visit vs wait waited waiting waits walk walks wanted wants warning \
    warnings was way we web wed wednesday well went were what whatever when where whether which \
    while white who whole whose why with withheld within without word wording words work worker \
    workflow works worst would write writes written wrong wrongly wrote www xhtml xml xmldsig \
    xmlenc yaml yet you your yours zero zeros zhar zip zlib zone
    """
}
