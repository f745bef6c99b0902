// SPDX-License-Identifier: Apache-2.0
// Words that documents, protocols and programs are full of.

/// The words that the documents of the cookbooks use most, and those of protocols and programs. A run of
/// characters that consists of these is no token, whichever suites a run has.
enum CommonWords {
  /// Whether a word is one of these, in whichever letter case.
  static func contains(_ word: ArraySlice<UInt8>) -> Bool { words.contains(key(of: word)) }

  private static func key(of word: ArraySlice<UInt8>) -> UInt64 {
    word.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1 | 0x20)) &* 0x100_0000_01B3 }
  }

  private static let words: PieceSet = {
    var words = PieceSet()
    for word in list.split(separator: " ") { words.insert(key(of: Array(word.utf8)[...])) }
    return words
  }()

  private static let list = """
    aborted about above absent abstract accept accepted accepts access account action actions \
    active actor adapter add added additional address admin adobe advice after again against \
    agent akamai alert all allocate allowed allows alone also altered always amazon amb ambiguity \
    among amz and android another answer answered answers any anything apache apart api apis app \
    appendix apple application applications apps are argument arguments array ascii ask asked \
    asks assert assertion assets async attestations attribute attributes attrname audio audit \
    auth authenticate authenticated authentication authn authorization authorize authorized authz \
    back bad base basic bean beans bearer because bedroom before begin begins belongs below \
    beside between bin bindings binds blob blocked boarding body boolean borrowed both bounds box \
    breaks broken browser bucket buffer build burst busy but byte bytes cache cached call \
    callback calls came can canceled cancelled canonicalization capacity carries carry case cases \
    catalina catalogue cell cells certain certificate certified change changed changes channel \
    character charset check checkauthn checklist checks choice choose chooses chosen cipher city \
    claims class client clock closed cloud cloudfront cluster code codes collect collection \
    column com combine come comes command commit common compare complete concurrent config \
    configuration conflict conformance conformant connect connection const constraint consumer \
    content context control controller cookbook cookbooks core count country counts covers create \
    created credentials critical css cursor customer cut dashboard data database date day dcr \
    debug decision decisions declares decode decoded deep default defaults defs degradation \
    degraded delegate delete demand demo denied deny describes description descriptor \
    deserializer details determined development device devices did differ different digest direct \
    disabled dispatch dispatcher display dist division docker docs document documented documents \
    doe does doesn domain domains don doubled downstream dsig dummy dump duplicate duration \
    dynamic each earlier edge either else elsewhere email emptied empty emulated emulator enable \
    enabled enc encode encoded encoding end ended endpoint ends enhanced enqueue entity entries \
    entry enum enveloped environment episode error errors essential etc even event events every \
    everything evidence exactly example examples exc exceeded exception exchange exchanges \
    executor existing exp expect expectation expected expiration expired expires extends fact \
    factory facts fail failed fails failure failures fallback falls false family faqs far fastly \
    fatal fault field fields file files filter filters finally find finding findings finds \
    fingerprint fire first five flow flows folder follow follows for forbidden foreign form \
    format forward forwarded found four fragment fragments framework free from full func function \
    further future gateway gave generated get gets github give given gives goes gone good google \
    grant granted group gson guest guide had half hand handler har harbor hardware harness has \
    have hdr header headers health help here hex hibernate hmac hold holds home host hostile \
    house household how html http https identifier identifiers identities identity ids illegal \
    image immutable implemented import include independent index inferred info information init \
    initiate instead integer integrated integration interactive interceptor internal interrupted \
    interrupting interruption into introduction invalid invocation invoke ios issued issuer item \
    items its itself jackson java javax jdbc jetty job jobs jpeg json judge judged judges just \
    jws kafka keep keeps kept key keys kids kind kitchen know known knows kotlin kubernetes lacks \
    lambda lang language lantern last late later latest leads least leave leaves left legacy \
    length let lets level lib library lifetime like limit line link linked list listed listener \
    lists live lived lives living local locale localhost lock log logged login logout logouts \
    logs long longer look looks lower made main maintenance make makes malformed manager manual \
    many map mapping mark marshal match matcher matches max may means mechanism media member \
    members memory mere message metadata method metric migration milliseconds min minimum minutes \
    mismatch missing mistake model module modules mongo monitor more most moved movie \
    multiprofile must mutable mutations mvp mvpd mvpds name named names native near need needed \
    needs neither net netty network never new news next nginx nil node none nor not nothing now \
    null number numbers oasis object obtain occasion octet off office old once one ones only open \
    opened opens operation opt optional options order org origin other others otherwise out \
    outside over overflow overflowed overloaded overview own owner package packages pad page \
    pages parameter parameters parental parse parser part partner parts pass passed passes path \
    paths pattern patterns payload people per percent permission permit permitted persistent \
    person pfs phase phases phone picker pipe place places plain platform play playback played \
    player plays plugin plugins png pod pointer policy poll polling pool port position post \
    postal preauthorize preflight preflights prerequisites present primary principal private \
    proceed process production profile profiles program programmers promise prompt prompting \
    properties property protocol proved proves provide provider providers proxies proxy public \
    put python query queue quota range rating raw reached read readable readme reads ready real \
    reason record recorded recording recordings redirect redirects redis ref reference reflect \
    refusal refusals refuse refused refuses regcode reggie region register registered \
    registration regular release remedy removed repeated repeats report reports request requestor \
    requests required requirement requirements reserved reset resource resources response rest \
    restricted result resume resumed retrieve retry return revision revoked rfc right roku role \
    rollback room root routes row rows rsa ruby rule rules run runs runtime said same saml sample \
    samples save saved say says scenario scenarios scheduled schema scheme scope scopes screen \
    script scripts sdk season second seconds secret secrets section see seed sees segment \
    segmentation selects self selftest send sends sent sentence serialized serializer series \
    serve served server service services servlet session sessions set sets settings several sha \
    share shared shares shipped short should show shown shows side sign signed signs since single \
    site sites situation situations size skipped socket software some somebody something source \
    span specific sports spring sql src sso stack staging stale stand standard stands start \
    starts state stateless statement states static status statuses stays step steps still \
    straight stream string strings sub subject subscriber subscription success successful such \
    suite suites supported svg swift syntax table tables tag tags take takes target targets task \
    tasks television tell tells temp temporarily temporary ten terminal test tests text texts \
    than that the their them then there these they this those though thread three throttling \
    through time timeout times timestamp title tmp token tokens told tomcat too top trace traffic \
    transaction transforms transient tries trouble true try tve tvos twice two type types \
    unauthorized unavailable undefined under underflow undertow unexpected unintegrated unknown \
    unless unlink unmarshal unordered unsafe unspecified unsupported until unwrap upstream url \
    urlencoded urn use used user usermetadata users uses using usr utf util utils valid value \
    values var variable variables verdict verification version video view viewer violation visit \
    wait waiting waits walk walks warning was way web well were what whatever when where whether \
    which while who whole whose why with withheld within without word words worker workflow works \
    would write writes written wrong www xhtml xml xmldsig xmlenc yet you your zero zip zone
    """
}
