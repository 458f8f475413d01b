import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('de')

/** The texts of everything else: loaded with the first page that needs them. */
export const deRest: RestText = {
  home: {
    title: 'Ihre Daten, Ihre Entscheidung',
    lead: (name) =>
      `${name} bewahrt Ihr Profil in einem Tresor auf, den nur Ihre Geräte öffnen können. Eine App, die Sie fragt, sieht genau das, dem Sie zustimmen, und sonst nichts.`,
    signIn: 'Anmelden',
    signUp: 'Konto erstellen',
    points: [
      [
        'Nur Sie können ihn öffnen',
        'Ihr Tresor wird auf diesem Gerät verschlüsselt. Wir bewahren ihn auf und können ihn nicht lesen.',
      ],
      ['Sie sehen, was hinausgeht', 'Bevor eine App etwas erhält, sehen Sie die genauen Angaben und wählen aus.'],
      ['Sie entscheiden jedes Mal', 'Ablehnen ist so leicht wie Zustimmen. Nichts geschieht hinter Ihrem Rücken.'],
    ],
  },

  signUp: {
    title: 'Erstellen Sie Ihr Konto',
    lead: 'Das dauert eine Minute. Sie wählen, wie sich Ihr Tresor öffnet, und bewahren einen Wiederherstellungsschlüssel auf.',
    appWaiting: 'Die App, von der Sie kommen, wartet. Gleich danach sehen Sie, worum sie bittet.',
    passkeyTitle: 'Mit einem Passkey',
    passkeyLead:
      'Ihr Fingerabdruck, Ihr Gesicht oder die PIN dieses Geräts öffnet Ihren Tresor: nichts zu merken, nichts zu erraten.',
    name: 'Ihr Name',
    nameHint: 'Ihre Geräte zeigen ihn neben diesem Passkey. Wir erfahren ihn nicht.',
    emptyName: 'Geben Sie einen Namen ein, damit Sie diesen Passkey wiederfinden.',
    passkeySubmit: 'Passkey erstellen',
    passkeyAccount: (date) => `Mein Tresor, ${date}`,
    passkeyNext:
      'Gleich fragt Ihr Browser zwei- oder dreimal nach Ihrem Passkey: einmal, um ihn zu erstellen, dann, um zu prüfen, dass er öffnet.',
    cancelled:
      'Es wurde kein Passkey erstellt, und es gibt noch kein Konto. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
    noPasskeys: 'Dieser Browser kann hier keine Passkeys verwenden, darum öffnet ein Passwort Ihren Tresor.',
    noPrf: 'Dieser Browser kann mit Passkeys anmelden, aber keinen Tresor damit öffnen. Ein Passwort kann es.',
    maybeMade:
      'Die Antwort ging verloren, Ihr Konto gibt es also vielleicht schon. Melden Sie sich mit dem neuen Passkey an, um es herauszufinden.',
    or: 'oder',
    usePassword: 'Stattdessen ein Passwort verwenden',
    passwordTitle: 'Ihr Name und Ihr Passwort',
    loginHint:
      'Ein Name oder eine E-Mail-Adresse; 3 bis 64 Zeichen. Wir bewahren ihn nur in einer Form auf, die niemand zurücklesen kann.',
    passwordHint:
      'Mindestens 15 Zeichen. Vier oder fünf Wörter, die nichts miteinander zu tun haben, merkt man sich leicht.',
    passwordMissing: (missing) =>
      plural(missing, { one: 'Noch 1 Zeichen.', other: (number) => `Noch ${number} Zeichen.` }),
    passwordRepetitive: 'Zu viele Wiederholungen. Verwenden Sie mehr verschiedene Zeichen.',
    passwordName: 'Das ist fast nur Ihr Anmeldename. Nehmen Sie etwas anderes.',
    passwordGood:
      'Lang genug; ob es leicht zu erraten ist, wird danach geprüft. Verwenden Sie es auch nirgendwo sonst?',
    passwordWarning:
      'Niemand kann dieses Passwort für Sie zurücksetzen, auch wir nicht. Dafür gibt es den Wiederherstellungsschlüssel. Wer diesen Dienst betreibt, könnte versuchen, es zu erraten: Nehmen Sie Wörter, die sonst niemand so zusammenstellt.',
    emptyLogin: 'Wählen Sie einen Anmeldenamen.',
    busy: 'Wird vorbereitet …',
    finish: 'Konto erstellen',
    finishBusy: 'Ihr Konto wird erstellt …',
    haveAccount: 'Haben Sie schon ein Konto?',
    signIn: 'Anmelden',
  },

  recovery: {
    title: 'Bewahren Sie Ihren Wiederherstellungs\u00adschlüssel auf',
    lead: 'Wenn Sie alles andere verlieren, führt nur dieser Schlüssel zurück in Ihren Tresor. Schreiben Sie ihn auf, drucken Sie ihn aus oder legen Sie ihn in einen Passwortmanager. Er wird nur jetzt gezeigt.',
    label: 'Wiederherstellungsschlüssel',
    site: 'Öffnet den Tresor bei',
    madeOn: 'Erstellt am',
    keepSafe: 'Wer diesen Schlüssel hat, kann den Tresor öffnen. Bewahren Sie ihn bei Ihren wichtigen Papieren auf.',
    copy: 'Kopieren',
    copied:
      'Kopiert. Legen Sie ihn in Ihrem Passwortmanager ab und kopieren Sie dann etwas anderes: Wer hier einfügen kann, könnte ihn lesen.',
    copyFailed: 'Das Kopieren hat nicht geklappt. Bitte schreiben Sie den Schlüssel auf.',
    print: 'Drucken',
    fileName: 'wiederherstellungsschluessel.txt',
    next: 'Ich habe ihn aufbewahrt',
    confirmTitle: 'Haben Sie ihn aufbewahrt?',
    confirmLead:
      'Geben Sie zwei der neun Gruppen aus Ihrer Abschrift ein, damit wir beide wissen, dass man sie lesen kann.',
    group: (number) => `Gruppe ${number}`,
    groupHint: '4 Zeichen',
    groupWrong: 'In Ihrem Schlüssel steht dort etwas anderes. Sehen Sie noch einmal in Ihrer Abschrift nach.',
    back: 'Schlüssel noch einmal zeigen',
    confirmAndApprove: 'Bestätigen und zustimmen',
    beforeApproval:
      'Eines vor Ihrer ersten Zustimmung. Solange dieser Schlüssel nicht bestätigt ist, wird nichts weitergegeben.',
    another:
      'Das ist ein neuer Schlüssel. Wenn Sie schon einmal einen aufgeschrieben und nicht bestätigt haben, werfen Sie den alten weg: Sobald dieser bestätigt ist, gilt er nicht mehr.',
    replacedTitle: 'Ein anderer Schlüssel gilt',
    replaced:
      'Sie haben inzwischen in einem anderen Fenster oder auf einem anderen Gerät einen anderen Wiederherstellungsschlüssel bestätigt. Werfen Sie weg, was Sie hier aufbewahrt haben: Es öffnet nichts.',
    enterTitle: 'Mit dem Wiederherstellungs\u00adschlüssel öffnen',
    enterLead:
      'Er öffnet Ihren Tresor, wenn nichts anderes mehr geht. Danach wählen Sie, wie Sie sich künftig anmelden.',
    enterHint:
      'Neun Gruppen zu vier Zeichen. Kleinbuchstaben, Leerzeichen und Striche spielen keine Rolle, und O gilt als 0.',
    enterEmpty: 'Geben Sie Ihren Wiederherstellungsschlüssel ein.',
    enterSubmit: 'Meinen Tresor öffnen',
    unknownKey: 'Dieser Schlüssel öffnet hier kein Konto. Wurde er durch einen neueren ersetzt?',
    backToSignIn: 'Zurück zur Anmeldung',
    methodTitle: 'Wie möchten Sie sich künftig anmelden?',
    methodLead:
      'Ihr Tresor ist offen. Der verwendete Schlüssel endet mit dieser Änderung, und Sie erhalten einen neuen.',
    methodPasskey: 'Neuen Passkey erstellen',
    methodPassword: 'Neues Passwort festlegen',
    loginStays: 'Ihr Anmeldename bleibt derselbe.',
    finishPasskey: 'Passkey erstellen und abschließen',
    finishPassword: 'Passwort festlegen und abschließen',
    finishBusy: 'Es wird geändert, wie sich Ihr Tresor öffnet …',
    cancelled:
      'Es wurde kein Passkey erstellt und nichts geändert. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
    unfinished: 'Noch hat sich nichts geändert: Ihr alter Schlüssel gilt weiter.',
    doneTitle: 'Sie sind wieder da',
    donePasskey: 'Ihr neuer Passkey öffnet Ihren Tresor.',
    donePassword: 'Ihr neues Passwort öffnet Ihren Tresor, das alte nicht mehr.',
    doneKey: 'Ihr neuer Wiederherstellungsschlüssel gilt. Der verwendete wird nicht mehr angenommen.',
    doneOthers: 'Alle anderen Geräte wurden abgemeldet.',
    doneApps: 'Alle Apps haben ihren Zugriff verloren. Sie können ihnen wieder zustimmen.',
    doneOlder: {
      passkey:
        'Ältere Passkeys und, falls vorhanden, Ihr Passwort öffnen Ihren Tresor weiterhin. Entfernen Sie alles, dem Sie nicht mehr trauen, etwa den Passkey eines verlorenen Geräts.',
      password:
        'Ältere Passkeys öffnen Ihren Tresor weiterhin. Entfernen Sie jeden, dem Sie nicht mehr trauen, etwa den eines verlorenen Geräts.',
    },
    doneMethods: 'Zu den Anmeldearten',
  },

  verification: {
    verify: 'Bestätigen lassen',
    verifiedOn: (date) => `Bestätigt am ${date}`,
    title: (claim) => `Bestätigen: ${claim}`,
    lead: (value) =>
      `Ein Code aus sechs Ziffern geht an ${value}. Geben Sie ihn hier ein, dann können sich Apps darauf verlassen.`,
    sending: 'Der Code wird gesendet …',
    sent: 'Der Code ist unterwegs. Er gilt 10 Minuten. Einen Tag lang zählt der Dienst die Codes, die dorthin gingen; Adresse oder Nummer speichert er nicht.',
    code: 'Code aus der Nachricht',
    codeHint: 'Sechs Ziffern. Schauen Sie auch in den Spam-Ordner.',
    confirm: 'Code prüfen',
    confirming: 'Der Code wird geprüft …',
    again: 'Neuen Code senden',
    wrong:
      'Das ist nicht der Code, der gesendet wurde. Schauen Sie noch einmal nach, oder lassen Sie einen neuen senden.',
    expired: 'Dieser Code gilt nicht mehr. Lassen Sie einen neuen senden.',
    badValue: 'Dorthin lässt sich kein Code senden. Prüfen Sie die Schreibweise.',
    notSent: 'Der Code konnte nicht gesendet werden. Versuchen Sie es in einigen Minuten noch einmal.',
    changed: 'Dieser Eintrag ist inzwischen ein anderer. Schließen Sie dies und beginnen Sie neu.',
    required: (app) => `${app} nimmt das nur bestätigt an.`,
    unavailable: 'Hier lässt sich im Moment nichts bestätigen. Schalten Sie es aus, oder lehnen Sie ab.',
    obstacle: (claim, app) => `Lassen Sie zuerst „${claim}“ bestätigen: ${app} nimmt das nur bestätigt an.`,
    refused:
      'Der Dienst weiß nicht mehr, dass dieser Wert bestätigt wurde, deshalb sagt es Ihr Tresor auch nicht mehr. Die App hat nichts erhalten. Lassen Sie ihn neu bestätigen, oder genehmigen Sie ihn so.',
  },

  issued: {
    title: 'Für Sie ausgestellt',
    lead: 'Was andere über Sie bestätigen, mit ihrer Unterschrift. Apps, die ihnen vertrauen, können sich darauf verlassen.',
    by: (name: string, host: string) => `Ausgestellt von ${name} (${host})`,
    until: (date: string) => `Gültig bis ${date}`,
    over: (date: string) => `Abgelaufen am ${date}`,
    endless: 'Unbegrenzt gültig',
    linkable:
      'Jede App, der Sie es zeigen, sieht dieselbe Unterschrift. Apps, die sich austauschen, erkennen daran, dass Sie dieselbe Person sind.',
    remove: 'Entfernen',
    removeTitle: (name: string) => `„${name}“ entfernen?`,
    removeLead: 'Es verschwindet auf allen Geräten aus Ihrem Tresor. Nur der Aussteller kann es Ihnen wieder geben.',
    add: 'Über einen Link hinzufügen',
    addTitle: 'Hinzufügen, was für Sie ausgestellt wurde',
    addLead:
      'Eine Universität, eine Bank oder eine Behörde gibt Ihnen einen Link. Was sich dahinter verbirgt, kommt in Ihren Tresor.',
    addedTitle: 'In Ihren Tresor aufgenommen',
    signInLead: (host) =>
      `Melden Sie sich an, um zu sehen, was ${host} Ihnen anbietet. Ohne Ihre Zustimmung wird nichts aufgenommen.`,
    link: 'Link des Angebots',
    linkHint: 'Fügen Sie ihn ganz ein. Er beginnt mit openid-credential-offer:// oder https://.',
    read: 'Ansehen',
    reading: 'Der Aussteller wird gefragt …',
    offerTitle: (name: string) => `${name} bietet Ihnen an:`,
    offerLead: (host: string) =>
      `Es kommt von ${host}. Es geht in Ihren Tresor und an niemanden sonst, bis Sie es teilen.`,
    code: 'Code des Ausstellers',
    codeHint: 'Der Aussteller hat Ihnen diesen Code auf anderem Weg mitgeteilt, etwa in einem Brief.',
    codeEmpty: 'Geben Sie den Code des Ausstellers ein.',
    accept: 'In meinen Tresor legen',
    accepting: 'Wird geholt …',
    toVault: 'Zurück zum Tresor',
    unavailable: 'Dieser Dienst holt zurzeit nichts von Ausstellern. Was Sie schon haben, bleibt, wie es ist.',
    badOffer:
      'Dieser Link bietet nichts an, was Ihr Tresor aufnehmen kann. Bitten Sie den Aussteller um einen neuen und fügen Sie ihn ganz ein.',
    unknownIssuer:
      'Ihr Tresor holt nur von Ausstellern, die dieser Dienst genannt hat, und dieser gehört nicht dazu. Bitten Sie den Betreiber, ihn aufzunehmen.',
    refused:
      'Der Aussteller hat nichts herausgegeben. Vielleicht stimmt der Code nicht, oder der Link wurde schon benutzt. Prüfen Sie den Code oder bitten Sie um einen neuen Link.',
    badCredential: 'Was kam, ist nicht, was angeboten wurde; es wurde nicht aufgenommen. Sagen Sie es dem Aussteller.',
    away: 'Der Aussteller antwortet nicht. Versuchen Sie es gleich noch einmal.',
    missing: 'Sie haben nichts davon von einem Aussteller, dem diese App vertraut. Sie können auch ohne zustimmen.',
  },

  consentChecks: {
    reaches: (app) => `${app} erhält in Ihrem Namen Zugang zu:`,
    notAlone:
      'Was andere über Sie sagen, wird nur zusammen mit etwas anderem geteilt. Schalten Sie auch etwas anderes ein, um zuzustimmen, oder lehnen Sie ab.',
    about: 'Über diese Anfrage',
    sealed: (app) => `Nur für ${app} verschlüsselt`,
    namesakesTitle: (app) => `Sie kennen schon eine andere App wie ${app}`,
    namesakes:
      'Es kann dieselbe App sein, neu angemeldet, oder eine, die für sie gehalten werden will. Sie fragt unter einer anderen Kennung als die App unten. Machen Sie nur weiter, wenn Sie wissen, warum.',
    knownSince: (date) => `Bekannt seit ${date}`,
    marks: { new: 'Neu', left_out: 'Letztes Mal weggelassen', changed: 'Seit dem letzten Mal geändert' },
    lastingLine: 'Zugriff:',
    lasting: 'Wie lange darf sie wiederkommen?',
    lastingChoices: {
      open: 'Bis auf Widerruf',
      once: 'Nur dieses eine Mal',
      until: 'Bis zu einem Tag, den ich wähle',
    },
    lastingHints: {
      open: 'Sie kann ihren Zugriff erneuern, ohne zu fragen, bis er von selbst endet.',
      once: 'Sie erhält jetzt Ihre Daten und muss beim nächsten Mal neu fragen.',
    },
    lastDay: 'Letzter Tag',
    lastDayWrong: 'Wählen Sie einen Tag ab morgen.',
    malformed: 'Prüfen Sie das markierte Feld.',
    nothingShared: 'Es wurde nichts weitergegeben.',
    newOff: (count) =>
      plural(count, { one: '1 neue Anfrage ist aus:', other: (number) => `${number} neue Anfragen sind aus:` }),
  },

  origin: {
    firstUseTitle: 'Ihr Tresor ist für diesen Browser neu',
    firstUse: (when, device, change) =>
      `Er wurde zuletzt geändert am ${when}, mit ${device}; das war die Änderung Nummer ${change}. Stimmt das? Wenn Sie das nicht kennen oder seither mehr geändert haben, geben Sie nichts weiter, melden Sie sich ab und sagen Sie es dem Betreiber: Ein Server könnte einem neuen Browser eine alte Kopie zeigen.`,
    confirm: 'Das stimmt',
    unprovenTitle: 'Dieser Browser hat nicht gesehen, wie Ihr Tresor hierher kam',
    unproven: (before, now) =>
      `Als er zuletzt sicher war, stand Ihr Tresor bei ${before}. Jetzt steht er bei ${now}, und der Server hat noch nicht gezeigt, dass das eine zum anderen führte. Wenn Sie nicht glauben, dass sich so viel geändert hat, geben Sie nichts weiter und fragen Sie den Betreiber.`,
    state: (change, when) => (when === '' ? `Änderung Nummer ${change}` : `Änderung Nummer ${change} vom ${when}`),
    keyReplacedTitle: 'Ihr Wiederherstellungs\u00adschlüssel wurde ersetzt',
    keyReplaced: (when, device) =>
      `${when === '' ? '' : `Das war am ${when}, mit ${device}. `}Ein anderes Gerät hat ihn ersetzt, wie es bei einer Wiederherstellung des Kontos geschieht. Wenn Sie das nicht waren, ersetzen Sie ihn noch einmal und sehen Sie Ihre Anmeldearten durch.`,
    heldTitle: 'Etwas ist noch nicht zurückgelegt',
    held: (count) =>
      plural(count, {
        one: 'Dieser Browser hat 1 Eintrag, der neuer ist als in Ihrem Tresor.',
        other: (number) => `Dieser Browser hat ${number} Einträge, die neuer sind als in Ihrem Tresor.`,
      }),
    putBack: 'Zurücklegen',
  },

  refusal: {
    title: 'Dieser Tresor wurde nicht geöffnet',
    save: 'Speichern, was lesbar ist',
    rollbackTitle: 'Dieser Tresor ist älter als der, den Sie hier hatten',
    rollback:
      'Vielleicht hat der Betreiber eine Sicherung zurückgespielt. Oder jemand zeigt Ihnen absichtlich eine alte Kopie, die sich mit entfernten Passkeys und alten Passwörtern wieder öffnen ließe. Nichts wurde geöffnet und nichts geändert.',
    forkTitle: 'Dieser Tresor hat eine andere Geschichte als der, den Sie hier hatten',
    fork: 'Vielleicht hat der Betreiber eine Sicherung zurückgespielt, und ein anderes Ihrer Geräte hat damit weitergemacht. Oder jemand zeigt jedem Ihrer Geräte etwas anderes. Nichts wurde geöffnet und nichts geändert.',
    expected: 'Was dieser Browser kennt',
    found: 'Was der Server geschickt hat',
    change: (number) => `Änderung Nummer ${number}`,
    writtenWith: (device) => `mit ${device}`,
    held: (count) =>
      plural(count, {
        one: 'Dieser Browser hat Ihren Tresor noch, wie er war: 1 Eintrag ist hier neuer und wird zurückgelegt, wenn Sie weitermachen.',
        other: (number) =>
          `Dieser Browser hat Ihren Tresor noch, wie er war: ${number} Einträge sind hier neuer und werden zurückgelegt, wenn Sie weitermachen.`,
      }),
    heldSealed:
      'Dieser Browser hat Ihren Tresor noch, wie er war, aber die Art, wie Sie sich angemeldet haben, öffnet ihn nicht. Lassen Sie diese Seite offen und melden Sie sich hier auf andere Art an: Dann lassen sich die neueren Einträge zurücklegen.',
    notHeld:
      'Dieser Browser hat nicht, was fehlt. Ist Ihr Tresor auf einem anderen Gerät oder in einem anderen Fenster noch offen, melden Sie sich zuerst dort an: Dort lassen sich die neueren Einträge zurücklegen.',
    ask: 'Fragen Sie den Betreiber, ob eine Sicherung zurückgespielt wurde, und von welchem Tag.',
    goOn: 'Mit diesem Tresor weitermachen…',
    goOnTitle: 'Mit diesem Tresor weitermachen?',
    goOnMessage:
      'Er wird in diesem Browser zu Ihrem Tresor. Einträge, Anmeldemethoden, Wiederherstellungsschlüssel und bekannte Apps sind wie damals; was seither entfernt wurde, ist wieder da. Sehen Sie danach Ihre Anmeldemethoden an. In Ihren Aktivitäten wird stehen, dass Sie weitergemacht haben.',
    understood: 'Ich habe den Betreiber gefragt oder weiß, warum.',
    confirm: 'Weitermachen',
  },

  navigation: {
    label: 'Ihr Konto',
    pages: {
      home: 'Daten',
      apps: 'Apps',
      activity: 'Aktivität',
      methods: 'Anmeldearten',
      sessions: 'Geräte',
      account: 'Konto',
    },
  },

  vault: {
    title: 'Ihr Tresor',
    lead: 'Worum Apps Sie bitten können. Alles ist freiwillig, wird auf diesem Gerät verschlüsselt und nur mit Ihrer Zustimmung weitergegeben.',
    saved: 'In Ihrem Tresor gespeichert.',
    savedWithConflicts: (count) =>
      plural(count, {
        one: 'Gespeichert. Ein anderes Gerät hat zugleich 1 Eintrag geändert; der neuere Text bleibt, der andere wurde als Kopie aufbewahrt.',
        other: (number) =>
          `Gespeichert. Ein anderes Gerät hat zugleich ${number} Einträge geändert; die neueren Texte bleiben, die anderen wurden als Kopien aufbewahrt.`,
      }),
    unsaved: (count) =>
      plural(count, {
        one: '1 Änderung ist nicht gespeichert',
        other: (number) => `${number} Änderungen sind nicht gespeichert`,
      }),
    discard: 'Verwerfen',
    groups: { person: 'Über Sie', contact: 'Wie man Sie erreicht', other: 'Weiteres' },
    emptyTitle: 'Ihr Tresor ist leer',
    empty:
      'Tragen Sie ein, was Sie möchten, jetzt oder wenn eine App fragt. Nichts davon wird von selbst weitergegeben.',
    room: (count) =>
      plural(count, {
        one: 'Ihr Tresor ist fast voll: Es ist noch Platz für 1 Eintrag.',
        other: (number) => `Ihr Tresor ist fast voll: Es ist noch Platz für ${number} Einträge.`,
      }),
    addAnother: 'Weitere hinzufügen',
    label: (number) => `Bezeichnung ${number}`,
    offerFirst: 'Zuerst anbieten',
    remove: 'Entfernen',
    removed: 'wird beim Speichern entfernt.',
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht. Ihr Tresor ist wie zuvor.',
    elsewhere: (value) =>
      `Inzwischen auf einem anderen Gerät oder in einem anderen Tab geändert: „${value}“. Wenn Sie speichern, bleibt Ihre Eingabe daneben erhalten.`,
    takeMine: 'Durch meine Eingabe ersetzen',
    conflictTitle: (claim) => `${claim}: Was gilt?`,
    conflict:
      'Zwei Geräte haben dies zugleich geändert. Beide Texte bleiben, bis Sie wählen; weitergegeben wird nur der erste.',
    inVault: 'Im Tresor',
    setAside: 'Zurückgelegt',
    gone: 'Entfernt',
    keepPresent: 'Den im Tresor behalten',
    keepRemoved: 'Entfernt lassen',
    keepAside: 'Den zurückgelegten verwenden',
    keepBoth: 'Beide behalten',
    leaveTitle: 'Änderungen zuerst speichern?',
    leave: 'In Ihrem Tresor sind Änderungen, die nicht gespeichert sind.',
    leaveSave: 'Speichern und abmelden',
    leaveDiscard: 'Ohne Speichern abmelden',
    whoHas: 'Wer hat das?',
    nobodyHas: 'Ihr Tresor erinnert sich an keine App, die das erhalten hat.',
  },

  /** The values of claims, and what is wrong with them. */
  values: {
    countryOf: (label) => `${label}: Land`,
    noLanguage: 'Nicht gewählt',
    address: {
      street: 'Straße und Hausnummer',
      postalCode: 'Postleitzahl',
      locality: 'Ort',
      region: 'Region',
      country: 'Land',
    },
    problems: {
      email: 'Das ist keine vollständige E-Mail-Adresse, zum Beispiel ana@example.org.',
      phone:
        'Das ist keine Telefonnummer des gewählten Landes. Wählen Sie ein anderes Land oder beginnen Sie mit + und der Vorwahl.',
      date: 'Das ist kein Datum. Schreiben Sie Jahr-Monat-Tag, zum Beispiel 1990-05-17.',
      futureDate: 'Dieser Tag ist noch nicht gekommen.',
      language: 'Das ist keine Sprache. Wählen Sie eine aus der Liste.',
      picture: 'Das ist kein Bild, das weitergegeben werden kann. Wählen Sie eine Datei mit einem Bild.',
      tooLong: 'Das ist zu lang, um weitergegeben zu werden.',
    },
  },

  account: {
    title: 'Ihr Konto',
    lead: 'Nehmen Sie alles mit, bringen Sie es zurück, oder gehen Sie.',
    busy: 'Einen Moment …',
    saved: 'Die Datei wurde gespeichert.',
    languageLead: 'Dieser Seiten, auf diesem Gerät.',
    idle: 'Tresor verschließen',
    idleLead: 'Auf diesem Gerät, wenn niemand die Seite berührt.',
    idleAfter: 'Verschließen nach',
    export: 'Nehmen Sie Ihre Daten mit',
    plain: 'Lesbare Kopie',
    plainHint: 'Klartext, für Sie oder einen anderen Dienst. Nicht verschlüsselt.',
    plainTitle: 'Unverschlossen speichern?',
    plainMessage:
      'Die Datei ist nicht verschlüsselt. Wer dieses Gerät oder eine Sicherung davon öffnen kann, kann alles darin lesen.',
    plainSubmit: 'Lesbare Kopie speichern',
    sealed: 'Verschlossene Kopie',
    sealedHint:
      'So, wie der Dienst sie aufbewahrt. Ihr Wiederherstellungsschlüssel öffnet sie, auch ohne uns: mit dem Befehl „countersign open-export“.',
    held: 'Was der Dienst über Sie hat',
    heldHint: 'Zeiten, Netze und Anmeldearten; nichts von dem, was in Ihrem Tresor steht.',
    import: 'Daten hereinholen',
    importLead: 'Aus einer lesbaren oder verschlossenen Kopie. Sie sehen, was dazukäme, bevor sich etwas ändert.',
    file: 'Datei auswählen',
    notACopy: 'Diese Datei ist keine Kopie eines Tresors. Wählen Sie eine andere.',
    copyKey: 'Wiederherstellungs\u00adschlüssel dieser Kopie',
    wrongKey: 'Dieser Schlüssel öffnet diese Kopie nicht.',
    look: 'Hineinsehen',
    madeOn: (date) => `Erstellt am ${date}.`,
    adds: (count) =>
      plural(count, { one: 'Es kommt 1 Eintrag dazu.', other: (number) => `Es kommen ${number} Einträge dazu.` }),
    addsNothing: 'Es kommt nichts dazu: Alles darin ist schon in Ihrem Tresor.',
    doubtful: (count) =>
      plural(count, {
        one: '1 Eintrag hat nicht die Form, die er braucht. Sie können ihn im Tresor berichtigen; vorher bekommt ihn keine App.',
        other: (number) =>
          `${number} Einträge haben nicht die Form, die sie brauchen. Sie können sie im Tresor berichtigen; vorher bekommt sie keine App.`,
      }),
    already: (count) =>
      plural(count, { one: '1 Eintrag ist schon da.', other: (number) => `${number} Einträge sind schon da.` }),
    commit: 'In meinen Tresor übernehmen',
    imported: (count) =>
      plural(count, {
        one: '1 Eintrag kam in Ihren Tresor.',
        other: (number) => `${number} Einträge kamen in Ihren Tresor.`,
      }),
    delete: 'Konto löschen',
    deleteHint: 'Alles wird gelöscht, für immer.',
    deleteNext: 'Mein Konto löschen …',
    deleteTitle: 'Ihr Konto löschen?',
    deletePoints: [
      'Ihr Tresor und alles darin wird hier gelöscht, und Ihr Wiederherstellungsschlüssel bringt ihn nicht zurück. Sicherungen des Betreibers können ihn verschlüsselt enthalten, bis sie gelöscht werden.',
      'Apps verlieren ihren Zugriff. Was Sie ihnen früher gegeben haben, bleibt bei ihnen: Bitten Sie sie, es zu löschen.',
      'Vielleicht möchten Sie vorher eine Kopie speichern.',
    ],
    deleteWord: 'löschen',
    deleteType: (word) => `Geben Sie zur Bestätigung „${word}“ ein`,
    deleteWrong: (word) => `Geben Sie das Wort „${word}“ ein.`,
    deleteSubmit: 'Jetzt alles löschen',
    deleteBusy: 'Wird gelöscht …',
    keep: 'Mein Konto behalten',
    deletedTitle: 'Ihr Konto ist gelöscht',
    deleted:
      'Ihr Tresor wurde gelöscht, und Apps verlieren ihren Zugriff. Die Passkeys dieses Dienstes können Sie von Ihren Geräten entfernen.',
  },

  passkeys: {
    title: 'Anmeldearten',
    lead: 'Alles, womit sich Ihr Tresor öffnen lässt. Niemand sonst kann etwas hinzufügen.',
    current: 'Jetzt verwendet',
    addedOn: (date) => `Hinzugefügt am ${date}`,
    usedOn: (date) => `zuletzt verwendet am ${date}`,
    neverUsed: 'noch nicht verwendet',
    passkeys: 'Passkeys',
    passkeysLead: 'Ihr Fingerabdruck, Ihr Gesicht oder die PIN des Geräts öffnet den Tresor.',
    none: 'Noch kein Passkey. Mit einem melden Sie sich an, ohne etwas einzutippen.',
    unnamed: 'Passkey',
    synced: 'Zwischen Ihren Geräten synchronisiert',
    oneDevice: 'Nur auf einem Gerät',
    add: 'Passkey hinzufügen',
    addLead:
      'Ihr Browser fragt zwei- oder dreimal: einmal, um ihn zu erstellen, dann, um zu prüfen, dass er Ihren Tresor öffnet. Danach wird jedes andere Gerät abgemeldet.',
    added: 'Der Passkey wurde hinzugefügt. Alle anderen Geräte wurden abgemeldet.',
    cancelled: 'Es wurde kein Passkey hinzugefügt. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
    unsupported:
      'Dieser Browser kann hier keine Passkeys erstellen. Versuchen Sie es mit einem anderen Browser oder Gerät.',
    name: 'Name',
    nameHint: 'Damit Sie ihn wiedererkennen, zum Beispiel „Telefon“ oder „Blauer Sicherheitsschlüssel“.',
    nameEmpty: 'Geben Sie ihm einen Namen.',
    rename: 'Umbenennen',
    renamed: 'Der Passkey hat einen neuen Namen.',
    remove: 'Entfernen',
    removeTitle: (name) => `„${name}“ entfernen?`,
    removeMessage: 'Damit öffnet sich Ihr Tresor dann nicht mehr, und alle anderen Geräte werden abgemeldet.',
    removed: 'Entfernt. Könnte jemand anders es verwenden? Dann verschließen Sie auch alles mit einem neuen Schlüssel.',
    lastTitle: 'Das muss bleiben',
    lastMessage:
      'Es ist außer dem Wiederherstellungsschlüssel Ihr letzter Zugang. Fügen Sie zuerst einen Passkey oder ein Passwort hinzu.',
    password: 'Passwort',
    passwordLead: 'Öffnet Ihren Tresor, wo Sie keinen Passkey zur Hand haben.',
    noPassword: 'Kein Passwort. Solange Sie einen Passkey haben, brauchen Sie keines.',
    setPassword: 'Passwort festlegen',
    passwordSet: 'Ihr Passwort wurde festgelegt. Alle anderen Geräte wurden abgemeldet.',
    changePassword: 'Passwort ändern',
    newPassword: 'Neues Passwort',
    changeLead: 'Mit der Änderung werden alle anderen Geräte abgemeldet.',
    known: 'Könnte jemand das alte kennen?',
    knownNo: 'Nein',
    knownNoHint: 'Ich möchte nur ein anderes.',
    knownYes: 'Ja, oder ich bin nicht sicher',
    knownYesHint: 'Dann verschließen Sie als Nächstes alles mit einem neuen Schlüssel.',
    passwordChanged: 'Ihr Passwort wurde geändert. Alle anderen Geräte wurden abgemeldet.',
    changeLogin: 'Anmeldenamen ändern',
    changeLoginLead: 'Ihr Passwort wird unter Ihrem Namen aufbewahrt, darum brauchen wir beide noch einmal.',
    currentLogin: 'Bisheriger Anmeldename',
    currentPassword: 'Bisheriges Passwort',
    newLogin: 'Neuer Anmeldename',
    loginChanged: 'Ihr Anmeldename wurde geändert. Alle anderen Geräte wurden abgemeldet.',
    recoveryKey: 'Wiederherstellungs\u00adschlüssel',
    recoveryLead: 'Öffnet Ihren Tresor, wenn alles andere verloren ist.',
    newKey: 'Neuen Wiederherstellungs\u00adschlüssel erstellen',
    newKeyPoints: [
      'Sie erhalten einen neuen Schlüssel und zeigen, dass Sie ihn aufbewahrt haben.',
      'Erst dann endet der alte.',
      'Alle anderen Geräte werden abgemeldet.',
    ],
    newKeyFinish: 'Ab jetzt diesen Schlüssel verwenden',
    keyReplaced: 'Ihr neuer Wiederherstellungsschlüssel gilt. Der alte wird nicht mehr angenommen.',
    accountKey: 'Der Schlüssel Ihres Tresors',
    accountKeyLead:
      'Wenn jemand Zugang gehabt haben könnte, tauschen Sie den Schlüssel aus: Was diese Person hat, öffnet Ihren Tresor dann nicht mehr.',
    rotate: 'Alles mit einem neuen Schlüssel verschließen',
    administer: 'Apps verwalten',
    rotateLead: 'Jeder Eintrag wird neu verschlüsselt, hier auf diesem Gerät. Danach gilt:',
    rotateStays: 'Der Passkey oder das Passwort, mit dem Sie bestätigen, bleibt.',
    rotatePassword: 'Ihr neues Passwort ersetzt das alte. Ein Passkey bleibt nur, wenn Sie mit ihm bestätigen.',
    rotatePoints: [
      'Jeder andere Passkey und jedes andere Passwort endet. Sie können sie danach wieder hinzufügen.',
      'Sie erhalten einen neuen Wiederherstellungsschlüssel; der alte endet.',
      'Alle anderen Geräte werden abgemeldet.',
      'Alle Apps verlieren ihren Zugriff und müssen Sie neu fragen.',
    ],
    rotateFinish: 'Jetzt alles verschließen',
    rotateBusy: 'Alles wird neu verschlüsselt …',
    rotated:
      'Alles ist mit einem neuen Schlüssel verschlossen. Fügen Sie Ihre anderen Anmeldearten bei Bedarf wieder hinzu.',
    renewTitle: 'Bestätigen Sie Ihr Passwort',
    renewLead:
      'Der Dienst erneuert die Geheimnisse hinter den Passwörtern. Geben Sie Ihres noch einmal ein, dann öffnet es Ihren Tresor weiterhin.',
    renewed: 'Danke. Ihr Passwort öffnet Ihren Tresor weiterhin.',

    stepUpTitle: 'Sind Sie es?',
    stepUp: (act: string) => `${act}: Bestätigen Sie, dass Sie das möchten. Es gilt nur dafür.`,
    stepUpAdminister:
      'Bestätigen Sie, dass Sie es sind. Fünf Minuten lang gilt es für das, was Sie in der Konsole ändern, und für nichts anderes.',
    stepUpPasskey: 'Mit einem Passkey bestätigen',
    stepUpPassword: 'Mit Ihrem Passwort bestätigen',
    stepUpRecovery: 'Geben Sie den Wiederherstellungsschlüssel, mit dem Sie gekommen sind, noch einmal ein.',
    stepUpSubmit: 'Bestätigen',
    stepUpBusy: 'Wird geprüft …',
    stepUpCancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder brechen Sie ab.',
    unchanged:
      'Sie haben vor dem letzten Schritt aufgehört. Nichts wurde geändert: Alles öffnet Ihren Tresor wie zuvor.',
    maybeChanged:
      'Die Antwort ging verloren, darum ist offen, ob es geändert wurde. Melden Sie sich noch einmal an, um es zu sehen, zuerst auf die neue Art.',
    notYet: 'Noch ist nichts geändert. Die Änderung geschieht mit dem letzten Schritt.',
    notYetPassword:
      'Ihr Passwort ist noch nicht geändert: Das neue gilt erst ab dem letzten Schritt. Hören Sie vorher auf, bleibt das alte.',
  },

  /** An address that leads nowhere. */
  notFound: {
    title: 'Hier ist nichts',
    lead: 'Diese Adresse gibt es nicht.',
  },

  /** Signing out, where an app has sent somebody to do so. */
  logout: {
    loading: 'Es wird nachgesehen, wer fragt …',
    title: 'Auch hier abmelden?',
    asks: (app: string) => `${app} bittet darum, Sie in diesem Browser abzumelden.`,
    unknownAsks: 'Sie wurden hierher geschickt, um sich in diesem Browser abzumelden.',
    otherTitle: 'Hier ist jemand anderes angemeldet',
    asksOther: (app: string) => `${app} möchte jemand anderen abmelden. Wer hier angemeldet ist, ist nicht gemeint.`,
    signedInAs: 'Hier angemeldet:',
    effect:
      'Beim Abmelden wird Ihr Tresor in diesem Browser verschlossen. Die Apps, bei denen Sie sich von hier aus angemeldet haben, erfahren davon, sofern sie solche Hinweise annehmen. Was Sie ihnen erlauben, bleibt bestehen: Das nehmen Sie unter den verbundenen Apps zurück.',
    stay: 'Angemeldet bleiben',
    doneTitle: 'Sie sind abgemeldet',
    done: 'Ihre Sitzung hier ist beendet, und Ihr Tresor ist in allen Tabs dieses Browsers verschlossen.',
    noneTitle: 'Hier ist keine Sitzung gespeichert',
    none: 'In diesem Browser ist keine Sitzung dieses Dienstes gespeichert. Ist Ihr Tresor noch in einem anderen Tab geöffnet, melden Sie sich auch dort ab.',
    stayedTitle: 'Sie bleiben angemeldet',
    stayed: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
    back: (app: string) => `Zurück zu ${app}`,
    overTitle: 'Dieser Link funktioniert nicht mehr',
    over: 'Er wurde zu spät geöffnet oder ist unvollständig. Es wurde nichts geändert. Gehen Sie zurück zur App und melden Sie sich dort noch einmal ab.',
  },

  apps: {
    title: 'Verbundene Apps',
    lead: 'Apps, denen Sie zugestimmt haben: was jede wirklich erhalten hat und wie lange sie wiederkommen darf.',
    shared: 'Was sie erhalten hat',
    sharedUnknown:
      'Als Sie der App zustimmten, hielt Ihr Tresor das noch nicht fest. In der Aktivität steht, was weitergegeben wurde.',
    values: 'Werte zeigen',
    given: (first, last) => (first === last ? `Erhalten am ${first}.` : `Erhalten vom ${first} bis zum ${last}.`),
    token: (until) => `Sie hat ein Zugriffstoken bis ${until}.`,
    noToken: 'Sie hat gerade kein Zugriffstoken.',
    ends: (date) => `Ihr Zugriff endet am ${date}, wie Sie gewählt haben.`,
    endsUnused: (date) => `Ihr Zugriff endet am ${date}, wenn sie vorher nicht wiederkommt.`,
    since: (date) => `Zugestimmt seit ${date}.`,
    firstApproved: (date) => `Zuerst zugestimmt am ${date}.`,
    lastUsed: (moment) => `Zuletzt verwendet ${moment}.`,
    revoke: 'Widerrufen',
    revoking: 'Wird widerrufen …',
    revokeTitle: (app) => `${app} den Zugriff entziehen?`,
    revokeText: (app) =>
      `${app} kann von jetzt an nichts mehr abrufen und muss Sie neu fragen. Nimmt die App solche Hinweise an, wird sie gebeten, Sie abzumelden; sonst bleiben Sie dort angemeldet, bis Sie sich selbst abmelden. Was die App erhalten hat, bleibt bei ihr: Bitten Sie ${app}, es zu löschen. Das lässt sich nicht rückgängig machen.`,
    revoked: (app) => `${app} hat keinen Zugriff mehr.`,
    emptyTitle: 'Keine App hat Zugriff',
    empty: 'Wenn Sie einer App zustimmen, steht sie hier mit allem, was sie sehen darf, und Sie können es widerrufen.',
    unavailable:
      'Die Liste Ihrer Apps lässt sich gerade nicht holen. Ihr Tresor ist davon nicht betroffen, und keine App erhält etwas Neues.',
    formerTitle: 'Ohne Zugriff',
    formerLead:
      'Diese Apps haben jetzt keinen Zugriff. Eine, der Sie eben erst zugestimmt haben, kann noch abrufen, was Sie erlaubt haben. Was sie erhalten haben, bleibt bei ihnen.',
  },

  activity: {
    title: 'Aktivität',
    lead: 'Was Ihren Tresor verlassen hat, wann und an wen. Ihr Tresor führt diese Liste selbst; niemand kann sie unbemerkt ändern.',
    verified: 'Jeder Eintrag unten wurde mit Ihrem Tresor abgeglichen.',
    when: (moment, device) => `${moment}, mit ${device}`,
    released: (app) => `An ${app} weitergegeben`,
    nothing: 'Keine Ihrer Daten, nur dass Sie es sind.',
    sealed: 'Nur die App konnte es lesen',
    plain: 'Der Dienst konnte es dabei lesen',
    uncertainBadge: 'Vielleicht nicht angekommen',
    uncertain: 'Die Verbindung brach ab, während dies gesendet wurde. Es steht hier, weil es angekommen sein kann.',
    methods: { opaque: 'ein Passwort', prf: 'ein Passkey', recovery: 'der Wiederherstellungsschlüssel' },
    method_added: (method) => `Anmeldeart hinzugefügt: ${method}`,
    method_removed: (method) => `Anmeldeart entfernt: ${method}`,
    events: {
      not_released: 'Eine Zustimmung ist nicht durchgegangen',
      exported: 'Tresor exportiert',
      imported: 'Daten importiert',
      older_vault_accepted: 'Mit einem älteren oder anderen Tresor weitergemacht',
    },
    emptyTitle: 'Nichts hat Ihren Tresor verlassen',
    empty: 'Sobald Sie einer App zustimmen, steht hier, was sie erhalten hat, mit einem Beleg.',
    receipt: 'Beleg',
    receiptTitle: 'Ihr Beleg',
    receiptText: 'Er zeigt, was Sie wann für wen freigegeben haben. Nur Ihr Tresor kann bestätigen, dass er echt ist.',
    receiptFile: 'beleg',
    checkTitle: 'Einen Beleg prüfen',
    checkLead:
      'Wählen Sie einen Beleg, den Sie aufbewahrt haben. Er wird auf diesem Gerät geprüft und nirgendwohin gesendet.',
    checkFile: 'Datei mit dem Beleg',
    genuine: (moment) => `Dieser Beleg ist echt: ${moment}.`,
    genuineRelease: (app, moment) => `Dieser Beleg ist echt. Für ${app} freigegeben am ${moment}:`,
    notGenuine: 'Das ist kein Beleg Ihres Tresors, oder jemand hat ihn verändert.',
    brokenTitle: 'Diese Liste wurde verändert',
    broken:
      'Der Dienst hat eine andere Liste gesendet als die, für die Ihr Tresor bürgt. Auf dem Server wurde ein Eintrag geändert, ausgelassen, verschoben oder hinzugefügt. Ihr Gerät war das nicht.',
    brokenAbove: 'Die Einträge oben wurden geprüft und stimmen. Älteren ist nicht zu trauen.',
    brokenDo:
      'In Ihrem Tresor wurde nichts geändert. Bewahren Sie Ihre Belege auf, exportieren Sie Ihren Tresor und bitten Sie den Betreiber um eine Erklärung.',
    signIns: 'Anmeldungen und Änderungen, die der Dienst bemerkt hat, stehen unter Geräte.',
    appRevoked: (app) => `${app} den Zugriff entzogen`,
    receiptBack: 'Zurück zur Aktivität',
    receiptApp: 'An welche App',
    receiptTime: 'Zugestimmt',
    receiptDevice: 'Mit',
    receiptValues: 'Was weitergegeben wurde',
    receiptHash: 'Fingerabdruck dessen, was übergeben wurde',
    receiptJson: 'Zum Prüfen herunterladen',
    valueTooLong: 'Zu lang für den Eintrag. Sein Fingerabdruck:',
    noValues: 'Einträge aus dieser Zeit nennen, was weitergegeben wurde, aber nicht die Werte.',
  },

  events: {
    signed_up: 'Konto erstellt',
    signed_in: 'Angemeldet',
    silent_sign_in: 'Ohne Rückfrage bei einer App angemeldet',
    sign_in_failed: 'Eine Anmeldung ist fehlgeschlagen',
    sign_in_paused: 'Anmeldung mit Passwort nach vielen Versuchen angehalten',
    session_ended: 'Ein Gerät wurde abgemeldet',
    other_sessions_ended: 'Alle anderen Geräte wurden abgemeldet',
    method_added: 'Anmeldeart hinzugefügt',
    method_removed: 'Anmeldeart entfernt',
    password_changed: 'Passwort geändert',
    login_name_changed: 'Anmeldename geändert',
    recovery_key_replaced: 'Wiederherstellungsschlüssel ersetzt',
    account_key_rotated: 'Alles mit einem neuen Schlüssel verschlossen',
    account_exported: 'Konto exportiert',
    grant_revoked: 'Zugriff einer App widerrufen',
  },

  sessions: {
    title: 'Geräte',
    lead: 'Wo Ihr Konto gerade angemeldet ist.',
    current: 'Dieses Gerät',
    unknownBrowser: 'Unbekannter Browser',
    unknownNetwork: 'unbekanntes Netz',
    methods: { password: 'mit Passwort', passkey: 'mit Passkey', recovery: 'mit Wiederherstellungsschlüssel' },
    network: (network) => `aus ${network}`,
    lastSeen: (when) => `Zuletzt aktiv am ${when}`,
    onlyThis: 'Ihr Konto ist sonst nirgends angemeldet.',
    end: 'Abmelden',
    ended: 'Das Gerät wurde abgemeldet.',
    endOthers: 'Alle anderen Geräte abmelden',
    endOthersTitle: 'Alle anderen Geräte abmelden?',
    endOthersMessage: 'Wer sie benutzt, muss sich neu anmelden. Dieses Gerät bleibt angemeldet.',
    endOthersApps: 'Auch allen Apps den Zugriff entziehen; sie müssen Sie neu fragen.',
    endedOthers: (count) =>
      plural(count, {
        one: 'Das andere Gerät wurde abgemeldet.',
        other: (number) => `${number} andere Geräte wurden abgemeldet.`,
      }),
    events: 'Was der Dienst bemerkt hat',
    eventsLead:
      'Das sagt der Dienst; Ihr Tresor kann es nicht prüfen. Waren Sie etwas davon nicht? Dann melden Sie alle anderen Geräte ab und sehen Sie Ihre Anmeldearten durch.',
    noEvents: 'Noch nichts.',
  },

  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `Dasselbe wie letztes Mal: ${app} erfährt, dass Sie es sind, und bekommt keine Ihrer Daten.`
        : `${app} bekommt dasselbe wie letztes Mal:`,
    change: 'Ansehen und ändern, was geteilt wird',
    changed: 'Etwas ist nicht wie letztes Mal. Noch wurde nichts geteilt: Sehen Sie hin, bevor Sie zustimmen.',
  },

  /** A device without a browser of its own: the code that it shows, and who asks with it. */
  device: {
    title: 'Ein Gerät verbinden',
    lead: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
    code: 'Code des Geräts',
    codeHint: '8 Buchstaben, zum Beispiel WDJB-MJHT',
    codeWrong: 'Ein Code hat 8 Buchstaben. Sehen Sie noch einmal auf Ihr Gerät.',
    fromLink: 'Dieser Code kam mit dem Link. Zeigt Ihr Gerät denselben an?',
    warning:
      'Machen Sie nur mit einem Gerät weiter, das vor Ihnen steht. Hat Ihnen jemand einen Code oder diesen Link geschickt? Dann hören Sie auf: Wer jenes Gerät hat, bekäme Ihre Daten.',
    next: 'Weiter',
    checking: 'Ihr Gerät wird gesucht …',
    unknown:
      'Kein Gerät wartet mit diesem Code. Vergleichen Sie ihn mit Ihrem Gerät; vielleicht zeigt es jetzt einen neuen.',
    expired: 'Dieser Code ist abgelaufen. Lassen Sie sich vom Gerät einen neuen anzeigen.',
    used: 'Dieser Code wurde schon benutzt. Lassen Sie sich vom Gerät einen neuen anzeigen.',
    compareTitle: (app: string) => `${app} fragt von einem Gerät aus`,
    compare: 'Zeigt das Gerät vor Ihnen diesen Code?',
    since: (time: string) => `Es fragt seit ${time}.`,
    yes: 'Ja, das ist mein Gerät',
    no: 'Nein, abbrechen',
    stopped: 'Nichts wurde erlaubt. Wer jenes Gerät hat, bekommt nichts.',
    target: 'Das Gerät, das den Code anzeigt, bekommt Ihre Antwort',
    doneTitle: 'Sie können zu Ihrem Gerät zurückkehren',
    approved: (app: string) => `${app} macht dort in wenigen Sekunden weiter. Sie können diese Seite schließen.`,
    denied: (app: string) =>
      `${app} hat nichts bekommen und sagt das dort in wenigen Sekunden. Sie können diese Seite schließen.`,
  },
}
