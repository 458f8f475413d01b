import { formatOf } from '../format.ts'
import type { EntryText } from '../texts.ts'

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
        description: 'Daran erkennt die App Sie beim nächsten Mal wieder. Es enthält keine Ihrer Daten.',
      },
      profile: { title: 'Profil', description: 'Ihr Name, Bild, Geburtsdatum und Ihre Sprache.' },
    },
    claimScopes: { email: 'Ihre E-Mail-Adresse.', phone: 'Ihre Telefonnummer.', address: 'Ihre Postanschrift.' },
  },

  signIn: {
    title: 'Anmelden',
    lead: 'Melden Sie sich an, um Ihren Tresor auf diesem Gerät zu öffnen.',
    appWaitingTitle: 'Eine App wartet auf Ihre Zustimmung',
    appWaiting: 'Melden Sie sich an, um zu sehen, worum es geht. Ohne Ihre Zustimmung wird nichts geteilt.',
    firstVisit: 'Ohne Ihre Zustimmung wird nichts weitergegeben.',
    welcome: 'Willkommen zurück',
    anotherWay: 'Anders anmelden',
    notYou: 'Nicht Ihr Konto?',
    passkey: 'Mit Passkey anmelden',
    passkeyBusy: 'Warten auf Ihren Passkey …',
    or: 'oder mit Ihrem Passwort',
    cancelled:
      'Es wurde kein Passkey verwendet. Wenn Sie hier keinen haben, nehmen Sie Ihr Passwort oder Ihren Wiederherstellungsschlüssel.',
    passkeyRefused:
      'Dieser Passkey öffnet hier kein Konto. Wenn das Konto gelöscht wurde, können Sie ihn entfernen. Wenn nicht, behalten Sie ihn, melden Sie sich anders an und sagen Sie dem Betreiber Bescheid.',
    login: 'Benutzername',
    password: 'Passwort',
    busy: 'Ihr Tresor wird geöffnet …',
    busyHint: 'Das dauert ein bis zwei Sekunden. So lässt sich Ihr Passwort nur langsam erraten.',
    throttled: (time) =>
      `Zu viele Versuche. Mit Ihrem Passwort geht es um ${time} weiter, mit einem Passkey oder Ihrem Wiederherstellungsschlüssel sofort.`,
    usePassword: 'Passwort verwenden',
    recovery: 'Wiederherstellungs\u00adschlüssel verwenden',
    anotherDevice: 'Anderes Gerät verwenden',
    noAccount: 'Noch kein Konto?',
    signUp: 'Konto erstellen',
    emptyLogin: 'Geben Sie Ihren Benutzernamen ein.',
    emptyPassword: 'Geben Sie Ihr Passwort ein.',

    locked: {
      idle: 'Ihr Tresor wurde nach längerer Pause gesperrt. Melden Sie sich an, um weiterzumachen.',
      idleUnsaved: 'Ihr Tresor wurde nach längerer Pause gesperrt. Nicht gespeicherte Änderungen sind verloren.',
      session_ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um weiterzumachen; Ihre Eingaben sind noch da.',
      older_vault:
        'Der Server hat einen älteren oder anderen Tresor geschickt. Deshalb haben wir Ihren gesperrt. Melden Sie sich an, um zu sehen, was anders ist; Ihre Eingaben sind noch da.',
      recent_sign_in: 'Diese App möchte, dass Sie sich vorher noch einmal anmelden. Ihre Auswahl ist noch da.',
      other_account: 'Sie sind abgemeldet. Die nächste Person, die sich anmeldet, kann diese Anfrage beantworten.',
      signed_out: 'Sie sind abgemeldet, und Ihr Tresor ist gesperrt.',
      left: 'Ihr Tresor wurde gesperrt, als Sie die Seite verlassen haben. Melden Sie sich an, um weiterzumachen.',
    },
  },

  consent: {
    title: (app) => `${app} bittet um einige Ihrer Daten`,
    returnsTo: {
      site: (host) => `Danach zurück zu ${host}`,
      local: (host) => `Danach zurück zu einem Programm auf diesem Computer, ${host}`,
      program: (scheme) => `Danach zurück zu einer App auf diesem Gerät, ${scheme}`,
    },
    unreviewed: 'Von diesem Dienst nicht geprüft',
    firstTime: 'Dieser App haben Sie noch nie zugestimmt.',
    knownSince: (date) => `Sie nutzen sie seit dem ${date}.`,
    scopes: 'Angefragte Daten',
    reason: (app) => `${app} sagt dazu:`,
    signsIn: (app) => `Mit Ihrer Zustimmung werden Sie auch bei ${app} angemeldet.`,
    shareScope: (title) => `Teilen: ${title}`,
    off: 'Wird nicht geteilt.',
    claimOff: 'Wird nicht geteilt',
    summary: (app, count) =>
      plural(count, {
        one: `${app} erhält 1 Angabe aus Ihrem Tresor:`,
        other: (number) => `${app} erhält ${number} Angaben aus Ihrem Tresor:`,
      }),
    approve: 'Zustimmen',
    approving: 'Einen Moment …',
    deny: 'Ablehnen',
    denying: 'Wird abgelehnt …',
    plainFor: (app) => `Nicht für ${app} verschlüsselt: Dieser Dienst kann unterwegs mitlesen.`,
    leavingTitle: (app) => `Es geht zurück zu ${app}`,
    leaving: 'Falls nichts passiert, folgen Sie diesem Link.',
    continue: (app) => `Weiter zu ${app}`,
  },

  missing: {
    title: 'Wir konnten diese Seite nicht laden',
    text: 'Ein Teil ist nicht angekommen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  },

  failures: {
    offline: 'Wir erreichen den Dienst nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    timeout: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
    service_unavailable: 'Der Dienst ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    server_error: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    unexpected_answer: 'Wir verstehen die Antwort des Dienstes nicht. Versuchen Sie es noch einmal.',
    too_many_requests: 'Zu viele Versuche. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    tooManyFor: counted({
      one: 'Zu viele Versuche. Versuchen Sie es in 1 Minute noch einmal.',
      other: 'Zu viele Versuche. Versuchen Sie es in # Minuten noch einmal.',
    }),
    invalid_credentials: 'Benutzername oder Passwort stimmt nicht.',
    invalid_session: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
    wrong_address:
      'Unter dieser Adresse können Sie sich nicht anmelden. Nehmen Sie die übliche Adresse des Dienstes, oder sagen Sie dem Betreiber Bescheid.',
    locked: 'Ihr Tresor ist gesperrt. Melden Sie sich wieder an.',
    account_suspended: 'Dieses Konto ist gesperrt. Fragen Sie den Betreiber.',
    login_taken: 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
    login_malformed: 'Leerzeichen und unsichtbare Zeichen gehen im Benutzernamen nicht.',
    login_too_short: 'Nehmen Sie mindestens 3 Zeichen.',
    login_too_long: 'Nehmen Sie höchstens 64 Zeichen.',
    password_too_short: 'Verwenden Sie mindestens 15 Zeichen.',
    password_too_long: 'Verwenden Sie höchstens 256 Zeichen.',
    password_weak:
      'Dieses Passwort ist leicht zu erraten. Nehmen Sie ein paar Wörter, die nichts miteinander zu tun haben.',
    password_malformed: 'Im Passwort ist ein beschädigtes Zeichen. Geben Sie es noch einmal ein.',
    registration_expired:
      'Das hat zu lange gedauert. Versuchen Sie es noch einmal; Ihr Wiederherstellungsschlüssel bleibt derselbe.',
    stale_vault: 'Ein anderes Gerät ändert gerade Ihren Tresor. Versuchen Sie es gleich noch einmal.',
    too_large: 'Das ist mehr, als der Tresor fassen kann.',
    too_many_items: 'Ein Tresor fasst höchstens 5.000 Einträge. Entfernen Sie zuerst einige.',
    vault_too_large: 'Ein Tresor fasst höchstens 16 MiB. Entfernen Sie zuerst einige Einträge.',
    request_not_pending: 'Diese Anfrage wurde schon beantwortet. Gehen Sie zur App zurück und beginnen Sie von vorn.',
    request_expired: 'Diese Anfrage ist abgelaufen. Die App hat nichts erhalten.',
    not_found: 'Wir finden diese Anfrage nicht.',
    invalid_claims: 'Der Dienst hat eine der Angaben nicht angenommen. Die App hat nichts erhalten.',
    malformed_claim: 'Prüfen Sie das markierte Feld. Es wurde nichts gespeichert oder geteilt.',
    worker_failed:
      'Ihr Tresor konnte in diesem Browser nicht starten. Aktualisieren Sie den Browser, oder nehmen Sie einen anderen.',
    missing_unlock:
      'Der Server hat eine Ihrer Anmeldemethoden weggelassen. Wir haben den Tresor nicht geöffnet, und nichts wurde geändert. Bitte sagen Sie dem Betreiber Bescheid.',
    rollback:
      'Der Server hat nicht den richtigen Tresor geschickt. Wir haben ihn nicht geöffnet, und nichts wurde geändert. Bitte sagen Sie dem Betreiber Bescheid.',
    account_deleted:
      'Sie haben dieses Konto auf diesem Gerät gelöscht, aber der Server hat es wieder geschickt. Wir haben es nicht geöffnet. Bitte sagen Sie dem Betreiber Bescheid.',
    unsupported: 'Ihr Tresor wurde mit einer neueren Version gespeichert. Laden Sie diese Seite neu.',
    insufficient_session: 'Melden Sie sich dafür mit Ihrem Passwort an.',
    reauth_required: 'Bestätigen Sie dafür, dass Sie es sind.',
    user_mismatch: 'Das gehört zu einem anderen Konto.',
    staging_expired: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
    invalid_scope: 'Die App bittet um etwas, das dieser Dienst nicht kennt. Die App hat nichts erhalten.',
    recovery_key_length: 'Das ist kein Wiederherstellungsschlüssel. Sehen Sie in Ihrer Kopie nach.',
    activity_broken:
      'Die Aktivität vom Server passt nicht zu Ihrem Tresor. Es wurde nichts geändert. Bitte sagen Sie dem Betreiber Bescheid.',
    key_rotated: 'Ein anderes Gerät hat den Tresorschlüssel ersetzt. Melden Sie sich neu an.',
    app_key_changed:
      'Die App benutzt jetzt einen anderen Schlüssel als den, dem Sie zugestimmt haben. Es wurde nichts geteilt. Machen Sie nur weiter, wenn Sie wissen, warum.',
    invalid_passkey: 'Der Dienst hat diesen Passkey nicht angenommen. Versuchen Sie es noch einmal.',
    last_method:
      'Das ist neben dem Wiederherstellungsschlüssel Ihre letzte Anmeldemethode. Fügen Sie zuerst eine andere hinzu.',
    passkey_account_deleted:
      'Sie haben dieses Konto gelöscht, deshalb öffnet sein Passkey nichts mehr. Sie können ihn von Ihren Geräten entfernen.',
    passkey_cancelled: 'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
    passkey_no_prf: 'Dieser Passkey kann keinen Tresor öffnen. Nehmen Sie einen anderen oder ein Passwort.',
    passkey_unstable:
      'Dieser Passkey kann keinen Tresor öffnen: Er liefert jedes Mal einen anderen Schlüssel. Nehmen Sie einen anderen.',
    passkey_unsupported:
      'Passkeys funktionieren in diesem Browser nicht. Nehmen Sie ein Passwort oder einen anderen Browser.',
    bug: 'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu; wenn das nicht hilft, sagen Sie dem Betreiber Bescheid.',
  },
}
