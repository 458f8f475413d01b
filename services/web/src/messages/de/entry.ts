import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { counted, plural } = formatOf('de')

export const deEntry: EntryText = {
  common: {
    tryAgain: 'Noch einmal versuchen',
    cancel: 'Abbrechen',
    close: 'Schließen',
    signOut: 'Abmelden',
    home: 'Zu Ihrem Tresor',
    start: 'Zur Startseite',
    show: 'Anzeigen',
    hide: 'Verbergen',
    required: 'Notwendig',
    loading: 'Wird geladen …',
    save: 'Speichern',
    saving: 'Wird gespeichert …',
    next: 'Weiter',
    back: 'Zurück',
    download: 'Herunterladen',
    earlier: 'Frühere Einträge zeigen',
    support: 'Hilfe und Kontakt',
    quote: (words) => `„${words}“`,

    claims: {
      name: 'Vollständiger Name',
      given_name: 'Vorname',
      family_name: 'Nachname',
      nickname: 'Spitzname',
      email: 'E-Mail-Adresse',
      phone: 'Telefonnummer',
      address: 'Postanschrift',
      birthdate: 'Geburtsdatum',
      locale: 'Sprache',
      picture: 'Bild',
    },
    scopes: {
      openid: {
        title: 'Sie anmelden',
        description: 'Ein Kennzeichen, an dem die App Sie wiedererkennt. Es enthält keine Ihrer Daten.',
      },
      profile: { title: 'Profil', description: 'Ihr Name, Bild, Geburtsdatum und Ihre Sprache.' },
    },
    claimScopes: { email: 'Ihre E-Mail-Adresse.', phone: 'Ihre Telefonnummer.', address: 'Ihre Postanschrift.' },
  },

  signIn: {
    title: 'Anmelden',
    lead: 'Melden Sie sich an, um Ihren Tresor auf diesem Gerät zu öffnen.',
    appWaitingTitle: 'Eine App wartet auf Ihre Zustimmung',
    appWaiting: 'Melden Sie sich an, um zu sehen, worum sie bittet. Ohne Ihre Zustimmung wird nichts weitergegeben.',
    firstVisit: 'Ohne Ihre Zustimmung wird nichts weitergegeben.',
    welcome: 'Willkommen zurück',
    anotherWay: 'Anders anmelden',
    notYou: 'Nicht Sie?',
    passkey: 'Mit einem Passkey anmelden',
    passkeyBusy: 'Warten auf Ihren Passkey …',
    or: 'oder mit Ihrem Passwort',
    cancelled:
      'Es wurde kein Passkey verwendet. Falls dieses Gerät keinen für diesen Dienst hat, nehmen Sie Ihr Passwort oder Ihren Wiederherstellungsschlüssel.',
    passkeyRefused:
      'Der Dienst hat diesen Passkey nicht angenommen. Er bleibt auf Ihrem Gerät. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Passkey, Ihr Passwort oder Ihren Wiederherstellungsschlüssel. Löschen Sie keinen Passkey: Sagen Sie es dem Betreiber.',
    login: 'Anmeldename',
    password: 'Passwort',
    submit: 'Anmelden und Tresor öffnen',
    busy: 'Ihr Tresor wird geöffnet …',
    busyHint: 'Das dauert ein bis zwei Sekunden. Gerade das macht es langsam, Ihr Passwort zu erraten.',
    throttled: (time) =>
      `Zu viele Versuche. Ihr Passwort können Sie um ${time} wieder versuchen. Ein Passkey oder Ihr Wiederherstellungsschlüssel geht sofort.`,
    usePassword: 'Passwort verwenden',
    recovery: 'Wiederherstellungs\u00adschlüssel verwenden',
    anotherDevice: 'Anderes Gerät verwenden',
    noAccount: 'Noch kein Konto?',
    signUp: 'Konto erstellen',
    emptyLogin: 'Geben Sie Ihren Anmeldenamen ein.',
    emptyPassword: 'Geben Sie Ihr Passwort ein.',

    locked: {
      idle: 'Ihr Tresor wurde nach einer Weile ohne Aktivität verschlossen. Melden Sie sich an, um fortzufahren.',
      idleUnsaved:
        'Ihr Tresor wurde nach einer Weile ohne Aktivität verschlossen. Nicht gespeicherte Änderungen sind verloren.',
      session_ended:
        'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um fortzufahren; was Sie eingegeben haben, ist noch da.',
      older_vault:
        'Der Server hat einen älteren oder anderen Tresor geschickt, als dieser Browser kennt. Ihr Tresor wurde gesperrt. Melden Sie sich wieder an, um zu sehen, was anders ist; was Sie eingegeben haben, ist noch da.',
      recent_sign_in:
        'Diese App möchte, dass Sie sich vor der Zustimmung noch einmal anmelden. Ihre Auswahl ist noch da.',
      other_account: 'Sie sind abgemeldet. Wer sich jetzt anmeldet, kann diese Anfrage beantworten.',
      signed_out: 'Sie sind abgemeldet und Ihr Tresor ist verschlossen.',
      left: 'Ihr Tresor wurde verschlossen, als Sie die Seite verließen. Melden Sie sich an, um fortzufahren.',
    },
  },

  consent: {
    title: (app) => `${app} bittet um einige Ihrer Daten`,
    returnsTo: {
      site: (host) => `Sie kehren zurück zu ${host}`,
      local: (host) => `Sie kehren zurück zu einem Programm auf diesem Computer, unter ${host}`,
      program: (scheme) => `Sie kehren zurück zu einer App auf diesem Gerät, ${scheme}`,
    },
    unreviewed: 'Von diesem Dienst nicht geprüft',
    firstTime: 'Ihr Tresor kennt diese App noch nicht.',
    knownSince: (date) => `Sie nutzen sie seit dem ${date}.`,
    changedTitle: (app) => `${app} ist nicht ganz die App, der Sie früher zugestimmt haben`,
    hostChanged: 'Sie führt jetzt an eine andere Adresse zurück. Fahren Sie nur fort, wenn Sie wissen, warum.',
    before: 'Vorher',
    now: 'Jetzt',
    keyChanged:
      'Sie verschlüsselt jetzt mit einem anderen Schlüssel. Entweder hat sie ihn erneuert, oder jemand anderes will Ihre Daten an ihrer Stelle lesen.',
    keyGone: 'Sie verschlüsselt nicht mehr, was Sie weitergeben. Die Dienste auf dem Weg könnten es also auch lesen.',
    acceptKey: (app) => `Ich habe diese Änderung von ${app} erwartet oder beim Betreiber nachgefragt.`,
    keyNotAccepted: 'Bestätigen Sie zuerst oben den geänderten Schlüssel, oder lehnen Sie ab.',
    scopes: 'Worum sie bittet',
    reason: (app) => `${app} sagt dazu:`,
    requiredBecause: (app) => `Ohne dies funktioniert ${app} nicht.`,
    signsIn: (app) => `Jede Zustimmung meldet Sie auch bei ${app} an.`,
    shareScope: (title) => `Weitergeben: ${title}`,
    noData: 'Dabei werden keine Ihrer Daten weitergegeben.',
    off: 'Wird nicht weitergegeben.',
    claimOff: 'Wird nicht weitergegeben',
    chooseOne: (claim) => `${claim}: Wählen Sie eine Angabe`,
    nothingYet: 'In Ihrem Tresor steht dazu noch nichts. Was Sie hier eintragen, wird in Ihrem Tresor aufbewahrt.',
    addMore: counted({ one: '1 weitere Angabe hinzufügen', other: '# weitere Angaben hinzufügen' }),
    addedHint: 'Freiwillig. Was Sie hier eintragen, wird ebenfalls weitergegeben und in Ihrem Tresor aufbewahrt.',
    summaryNone: (app) => `${app} erfährt, dass Sie es sind, und erhält keine Ihrer Daten.`,
    summary: (app, count) =>
      plural(count, {
        one: `${app} erhält 1 Angabe aus Ihrem Tresor:`,
        other: (number) => `${app} erhält ${number} Angaben aus Ihrem Tresor:`,
      }),
    summaryOff: 'Es ist nichts ausgewählt. Schalten Sie etwas ein, um zuzustimmen, oder lehnen Sie ab.',
    approve: 'Zustimmen',
    approving: 'Zustimmung läuft …',
    deny: 'Ablehnen',
    denying: 'Ablehnung läuft …',
    requiredGap: (claim, app) => `Füllen Sie „${claim}“ aus: Ohne diese Angabe funktioniert ${app} nicht.`,
    requiredOff: (claim, app) =>
      `Schalten Sie „${claim}“ oder etwas anderes daneben ein: Ganz ohne diese Angaben funktioniert ${app} nicht.`,
    policy: (app) => `Datenschutzerklärung von ${app}`,
    terms: (app) => `Nutzungsbedingungen von ${app}`,
    sent: 'Gesendet wird nur, was Sie hier sehen, und nur wenn Sie zustimmen.',
    sealedFor: (app) =>
      `Ihr Gerät verschlüsselt es allein für ${app}: Dieser Dienst reicht es weiter, ohne es lesen zu können.`,
    plainFor: (app) => `Dieser Dienst reicht es unverschlüsselt an ${app} weiter und kann es dabei lesen.`,
    openUntil: 'Diese Anfrage ist offen bis',
    leavingTitle: (app) => `Sie werden zu ${app} zurückgebracht`,
    leaving: 'Falls nichts geschieht, folgen Sie diesem Link.',
    continue: (app) => `Weiter zu ${app}`,
  },

  problem: {
    malformedTitle: 'Dieser Link ist nicht vollständig',
    malformed: 'Die Adresse der Anfrage fehlt oder ist beschädigt. Gehen Sie zur App zurück und beginnen Sie von vorn.',
    unknownTitle: 'Diese Anfrage kennen wir nicht',
    unknown:
      'Sie ist vielleicht zu alt oder wurde mit einem anderen Konto geöffnet. Gehen Sie zur App zurück und beginnen Sie von vorn.',
    expiredTitle: 'Diese Anfrage ist abgelaufen',
    expired: (app) =>
      `Zu Ihrer Sicherheit ist eine Anfrage nur wenige Minuten offen. Die App hat nichts erhalten. Gehen Sie zu ${app} zurück und beginnen Sie von vorn.`,
    approvedTitle: 'Dem haben Sie schon zugestimmt',
    approved: (app) =>
      `Eine Zustimmung gilt einmal. Falls ${app} Sie nicht angemeldet hat, gehen Sie dorthin zurück und beginnen Sie von vorn.`,
    deniedTitle: 'Das haben Sie schon abgelehnt',
    denied: (app) =>
      `Es wurde nichts weitergegeben. Um neu zu entscheiden, gehen Sie zu ${app} zurück und beginnen Sie von vorn.`,
    unsafeTitle: 'Dorthin leiten wir Sie nicht weiter',
    unsafe:
      'Die Adresse für den Rückweg ist nicht sicher, darum ging keine Antwort dorthin. Ob etwas weitergegeben wurde, steht in Ihrer Aktivität. Bitte sagen Sie es dem Betreiber der App.',
    backTo: (app) => `Zurück zu ${app}`,
    loadTitle: 'Wir konnten die Anfrage nicht holen',
    load: 'Bevor Sie zustimmen, wird nichts weitergegeben. Bitte versuchen Sie es noch einmal.',
    pageTitle: 'Diese Seite konnte nicht geladen werden',
    page: 'Ein Teil dieser Seite ist nicht angekommen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  },

  failures: {
    offline: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    timeout: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
    service_unavailable: 'Der Dienst steht gerade nicht zur Verfügung. Versuchen Sie es gleich noch einmal.',
    server_error: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    unexpected_answer: 'Der Dienst hat eine Antwort gegeben, die wir nicht verstehen. Versuchen Sie es noch einmal.',
    too_many_requests: 'Zu viele Versuche. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    tooManyFor: counted({
      one: 'Zu viele Versuche. Versuchen Sie es in 1 Minute noch einmal.',
      other: 'Zu viele Versuche. Versuchen Sie es in # Minuten noch einmal.',
    }),
    invalid_credentials: 'Der Anmeldename oder das Passwort stimmt nicht.',
    invalid_session: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
    wrong_address:
      'Der Dienst ist für diese Adresse nicht eingerichtet; hier kann sich niemand anmelden. Nutzen Sie seine übliche Adresse, oder sagen Sie es dem Betreiber.',
    locked: 'Ihr Tresor ist verschlossen. Melden Sie sich wieder an.',
    login_taken: 'Dieser Anmeldename ist vergeben. Wählen Sie einen anderen.',
    login_malformed: 'Im Anmeldenamen ist ein Leerzeichen oder ein unsichtbares Zeichen.',
    login_too_short: 'Der Anmeldename braucht mindestens 3 Zeichen.',
    login_too_long: 'Der Anmeldename darf höchstens 64 Zeichen haben.',
    password_too_short: 'Verwenden Sie mindestens 15 Zeichen.',
    password_too_long: 'Verwenden Sie höchstens 256 Zeichen.',
    password_weak:
      'Dieses Passwort ist leicht zu erraten. Nehmen Sie einige Wörter, die sonst niemand so zusammenstellt.',
    password_malformed: 'Im Passwort ist ein beschädigtes Zeichen. Geben Sie es noch einmal ein.',
    registration_expired:
      'Das hat dem Dienst zu lange gedauert. Versuchen Sie es noch einmal; Ihr Wiederherstellungsschlüssel bleibt derselbe.',
    stale_vault: 'Ein anderes Gerät ändert gerade Ihren Tresor. Versuchen Sie es gleich noch einmal.',
    too_large: 'Das ist mehr, als der Tresor fassen kann.',
    too_many_items: 'Ein Tresor fasst höchstens 5.000 Einträge. Entfernen Sie zuerst einige.',
    vault_too_large: 'Die Einträge eines Tresors können zusammen 16 MiB groß sein. Entfernen Sie zuerst einige.',
    receipt_too_old:
      'Dieser Beleg ist älter als das Protokoll, das Ihr Tresor behält, und lässt sich nicht mehr prüfen.',
    request_not_pending: 'Diese Anfrage wurde schon beantwortet. Gehen Sie zur App zurück und beginnen Sie von vorn.',
    request_expired: 'Diese Anfrage ist abgelaufen. Die App hat nichts erhalten.',
    not_found: 'Der Dienst kennt diese Anfrage nicht.',
    invalid_claims: 'Der Dienst nimmt eine der Angaben nicht an. Die App hat nichts erhalten.',
    malformed_claim:
      'Eine der Angaben hat nicht die Form, die sie braucht. Nichts wurde gespeichert oder weitergegeben; ändern Sie sie in Ihrem Tresor.',
    worker_failed:
      'Ihr Tresor konnte in diesem Browser nicht starten. Aktualisieren Sie den Browser oder verwenden Sie einen anderen.',
    missing_unlock:
      'Der Server hat einen Anmeldeweg weggelassen, den Ihr Tresor aufführt. Er wurde nicht geöffnet und nichts wurde geändert. Bitte sagen Sie es dem Betreiber.',
    rollback:
      'Der Tresor, den der Server geschickt hat, ist nicht der richtige. Nichts wurde geöffnet und nichts geändert. Bitte sagen Sie es dem Betreiber.',
    account_deleted:
      'Dieses Konto wurde auf diesem Gerät gelöscht, und der Server bringt es zurück. Es wurde nicht geöffnet. Bitte sagen Sie es dem Betreiber.',
    unsupported: 'Ihr Tresor wurde von einer neueren Version geschrieben. Laden Sie diese Seite neu.',
    insufficient_session: 'Melden Sie sich dafür mit Ihrem Passwort an.',
    reauth_required: 'Bestätigen Sie dafür, dass Sie es sind.',
    user_mismatch: 'Das gehört zu einem anderen Konto.',
    staging_expired: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
    invalid_scope: 'Der Dienst kennt etwas nicht, worum die App bittet. Die App hat nichts erhalten.',
    recovery_key_length: 'Das ist kein Wiederherstellungsschlüssel. Sehen Sie noch einmal in Ihrer Abschrift nach.',
    activity_broken:
      'Der Server hat andere Aktivitäten gesendet, als Ihr Tresor verzeichnet. Es wurde nichts geändert. Bitte informieren Sie den Betreiber.',
    key_rotated: 'Ein anderes Gerät hat den Schlüssel Ihres Tresors erneuert. Melden Sie sich neu an.',
    app_key_changed:
      'Die App würde an einen anderen Schlüssel verschlüsseln als an den, dem Sie zugestimmt haben. Es wurde nichts weitergegeben. Fahren Sie nur fort, wenn Sie wissen, warum.',
    invalid_passkey: 'Der Dienst hat diesen Passkey nicht angenommen. Versuchen Sie es noch einmal.',
    last_method:
      'Das ist neben dem Wiederherstellungsschlüssel Ihr letzter Weg, sich anzumelden. Fügen Sie zuerst einen anderen hinzu.',
    passkey_cancelled: 'Der Passkey wurde nicht benutzt. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
    passkey_exists: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
    passkey_no_prf: 'Dieser Passkey kann keinen Tresor öffnen. Nehmen Sie einen anderen oder ein Passwort.',
    passkey_unstable:
      'Dieser Passkey liefert jedes Mal einen anderen Schlüssel und kann keinen Tresor öffnen. Nehmen Sie einen anderen.',
    passkey_unsupported:
      'Dieser Browser kann hier keine Passkeys benutzen. Nehmen Sie ein Passwort oder einen anderen Browser.',
    bug: 'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu; falls es so bleibt, sagen Sie es dem Betreiber.',
  },
}
