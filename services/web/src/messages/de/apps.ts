import type { enApps } from '../en/apps.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('de')

export const deApps: typeof enApps = {
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
    newOff: counted({ one: '1 neue Anfrage ist aus:', other: '# neue Anfragen sind aus:' }),
  },

  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `Dasselbe wie letztes Mal: ${app} erfährt, dass Sie es sind, und bekommt keine Ihrer Daten.`
        : `${app} bekommt dasselbe wie letztes Mal:`,
    change: 'Ansehen und ändern, was geteilt wird',
    changed: 'Etwas ist nicht wie letztes Mal. Noch wurde nichts geteilt: Sehen Sie hin, bevor Sie zustimmen.',
  },

  logout: {
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
    overTitle: 'Dieser Link funktioniert nicht mehr',
    over: 'Er wurde zu spät geöffnet oder ist unvollständig. Es wurde nichts geändert. Gehen Sie zurück zur App und melden Sie sich dort noch einmal ab.',
  },

  device: {
    title: 'Ein Gerät verbinden',
    lead: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
    code: 'Code des Geräts',
    codeHint: '8 Buchstaben, zum Beispiel WDJB-MJHT',
    codeWrong: 'Ein Code hat 8 Buchstaben. Sehen Sie noch einmal auf Ihr Gerät.',
    fromLink: 'Dieser Code kam mit dem Link. Zeigt Ihr Gerät denselben an?',
    warning:
      'Machen Sie nur mit einem Gerät weiter, das vor Ihnen steht. Hat Ihnen jemand einen Code oder diesen Link geschickt? Dann hören Sie auf: Wer jenes Gerät hat, bekäme Ihre Daten.',
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
