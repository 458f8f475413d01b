import { formatOf } from '../format.ts'
import type { RestText } from '../texts.ts'
import { deAccount } from './account.ts'
import { deApps } from './apps.ts'
import { deUpdates } from './updates.ts'
import { deVault } from './vault.ts'

const { counted } = formatOf('de')

export const deRest: RestText = {
  ...deVault,
  ...deAccount,
  ...deApps,
  ...deUpdates,

  home: {
    title: 'Ihre Daten, Ihre Entscheidung',
    lead: (name) =>
      `${name} bewahrt Ihre Daten in einem Tresor auf, den nur Ihre Geräte öffnen können. Apps bekommen genau das, dem Sie zustimmen, und sonst nichts.`,
    signUp: 'Konto erstellen',
    points: [
      [
        'Nur Sie können ihn öffnen',
        'Ihr Tresor wird auf diesem Gerät verschlüsselt. Wir bewahren ihn auf, können ihn aber nicht lesen.',
      ],
      ['Sie sehen, was geteilt wird', 'Bevor eine App etwas erhält, sehen Sie die genauen Angaben und wählen aus.'],
      ['Sie entscheiden jedes Mal', 'Ablehnen ist so leicht wie Zustimmen. Nichts geschieht hinter Ihrem Rücken.'],
    ],
  },

  signUp: {
    newTitle: 'Neu hier?',
    title: 'Erstellen Sie Ihr Konto',
    lead: 'Das dauert eine Minute. Sie wählen, wie Sie sich anmelden, und speichern einen Wiederherstellungsschlüssel.',
    appWaiting: 'Danach bringen wir Sie zur App zurück.',
    passkeyTitle: 'Mit einem Passkey',
    passkeyLead: 'Mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts. Sie müssen sich nichts merken.',
    name: 'Ihr Name',
    nameHint: 'Ihre Geräte zeigen ihn neben diesem Passkey. Wir sehen ihn nie.',
    emptyName: 'Geben Sie einen Namen ein, damit Sie diesen Passkey wiederfinden.',
    passkeySubmit: 'Passkey erstellen',
    passkeyAccount: (date) => `Mein Tresor, ${date}`,
    passkeyNext: 'Ihr Browser fragt zwei- oder dreimal: erst um den Passkey zu erstellen, dann um ihn zu testen.',
    cancelled:
      'Es wurde kein Passkey erstellt, und Sie haben noch kein Konto. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
    noPasskeys: 'Passkeys funktionieren in diesem Browser nicht. Nehmen Sie deshalb ein Passwort.',
    noPrf: 'Passkeys können in diesem Browser keinen Tresor öffnen. Nehmen Sie deshalb ein Passwort.',
    maybeMade:
      'Die Verbindung ist abgebrochen, Ihr Konto gibt es also vielleicht schon. Melden Sie sich mit dem neuen Passkey an, um es herauszufinden.',
    or: 'oder',
    usePassword: 'Lieber ein Passwort verwenden',
    passwordTitle: 'Benutzername und Passwort wählen',
    loginHint: 'Ein Name oder eine E-Mail-Adresse, 3 bis 64 Zeichen. Wir speichern nur einen Hashwert davon.',
    passwordHint:
      'Mindestens 15 Zeichen. Vier oder fünf Wörter, die nichts miteinander zu tun haben, merken Sie sich leicht.',
    passwordMissing: counted({ one: 'Noch 1 Zeichen.', other: 'Noch # Zeichen.' }),
    passwordRepetitive: 'Zu viele Wiederholungen. Nehmen Sie mehr verschiedene Zeichen.',
    passwordName: 'Zu nah an Ihrem Benutzernamen. Nehmen Sie etwas anderes.',
    passwordGood: 'Lang genug. Verwenden Sie es nirgendwo sonst.',
    passwordWarning:
      'Wir können dieses Passwort nicht zurücksetzen. Nehmen Sie ein paar Wörter, die nichts miteinander zu tun haben; sonst hilft nur Ihr Wiederherstellungsschlüssel.',
    emptyLogin: 'Wählen Sie einen Benutzernamen.',
    busy: 'Wird vorbereitet …',
    finish: 'Konto erstellen',
    finishBusy: 'Ihr Konto wird erstellt …',
    haveAccount: 'Haben Sie schon ein Konto?',
  },

  /** Where not everyone may sign up. */
  invited: {
    title: 'Neue Konten nur mit Einladung',
    lead: 'Öffnen Sie den Link, den Sie bekommen haben, oder fügen Sie ihn hier ein.',
    label: 'Ihre Einladung',
    hint: 'Der ganze Link.',
    wrong: 'Das ist keine Einladung. Kopieren Sie den ganzen Link noch einmal.',
    checking: 'Ihre Einladung wird geprüft …',
    refused:
      'Diese Einladung gilt nicht: Vielleicht ist sie verbraucht, abgelaufen oder zurückgezogen. Bitten Sie die Person, von der sie kam, um eine neue.',
    closedTitle: 'Keine neuen Konten',
    closed: 'Dieser Dienst nimmt zurzeit niemanden neu auf.',
    knownTitle: 'Sie haben schon ein Konto',
    known: 'In diesem Browser ist jemand angemeldet, und eine Einladung ist für eine neue Person.',
    another: 'Weiteres Konto erstellen',
  },

  recovery: {
    title: 'Sichern Sie Ihren Wiederherstellungs\u00adschlüssel',
    lead: 'Wenn Sie alles andere verlieren, öffnet nur dieser Schlüssel Ihren Tresor. Schreiben Sie ihn auf, drucken Sie ihn aus oder speichern Sie ihn in einem Passwortmanager. Sie sehen ihn nur jetzt.',
    label: 'Wiederherstellungsschlüssel',
    site: 'Öffnet den Tresor bei',
    madeOn: 'Erstellt am',
    keepSafe: 'Wer diesen Schlüssel hat, kann Ihren Tresor öffnen. Bewahren Sie ihn bei Ihren wichtigen Papieren auf.',
    copy: 'Kopieren',
    copied:
      'Kopiert. Speichern Sie ihn in Ihrem Passwortmanager und kopieren Sie dann etwas anderes, damit ihn sonst nichts lesen kann.',
    copyFailed: 'Das Kopieren hat nicht geklappt. Bitte schreiben Sie den Schlüssel auf.',
    saveInManager: 'Im Passwortmanager speichern',
    offered:
      'Ihr Passwortmanager sollte jetzt nachfragen. Wenn nicht, kopieren Sie den Schlüssel. Wer Ihren Passwortmanager öffnen kann, kann auch Ihren Tresor öffnen.',
    print: 'Drucken',
    fileName: 'wiederherstellungsschluessel.txt',
    next: 'Ich habe ihn gesichert',
    confirmTitle: 'Prüfen Sie Ihre Kopie',
    confirmLead: 'Geben Sie zwei Gruppen aus Ihrer Kopie ein, um zu prüfen, dass Sie den Schlüssel gesichert haben.',
    group: (number) => `Gruppe ${number}`,
    groupHint: '4 Zeichen',
    groupWrong: 'Das passt nicht zu Ihrem Schlüssel. Sehen Sie in Ihrer Kopie nach.',
    back: 'Schlüssel noch einmal zeigen',
    confirmAndApprove: 'Bestätigen und zustimmen',
    beforeApproval:
      'Ein Schritt vor Ihrer ersten Zustimmung. Es wird nichts geteilt, bis Sie diesen Schlüssel bestätigen.',
    another:
      'Das ist ein neuer Schlüssel. Werfen Sie einen früheren weg: Er gilt nicht mehr, sobald Sie diesen bestätigen.',
    replacedTitle: 'Sie haben einen anderen Schlüssel bestätigt',
    replaced:
      'Das war in einem anderen Fenster oder auf einem anderen Gerät. Werfen Sie den Schlüssel von hier weg: Er öffnet nichts.',
    enterLead:
      'Er öffnet Ihren Tresor, wenn nichts anderes mehr geht. Danach wählen Sie, wie Sie sich künftig anmelden.',
    enterHint: 'Neun Gruppen zu vier Zeichen. Kleinbuchstaben, Leerzeichen und Striche sind in Ordnung.',
    enterEmpty: 'Geben Sie Ihren Wiederherstellungsschlüssel ein.',
    enterSubmit: 'Meinen Tresor öffnen',
    unknownKey: 'Kein Konto hier hat diesen Schlüssel. Haben Sie ihn durch einen neueren ersetzt?',
    backToSignIn: 'Zurück zur Anmeldung',
    methodTitle: 'Wie möchten Sie sich künftig anmelden?',
    methodLead:
      'Ihr Tresor ist offen. Sie bekommen einen neuen Wiederherstellungsschlüssel; der verwendete gilt danach nicht mehr.',
    methodPasskey: 'Neuen Passkey erstellen',
    methodPassword: 'Neues Passwort festlegen',
    loginAgain: 'Wenn Sie schon einen Benutzernamen hatten, geben Sie ihn wieder ein oder wählen Sie einen neuen.',
    finishPasskey: 'Passkey erstellen und abschließen',
    finishPassword: 'Passwort festlegen und abschließen',
    finishBusy: 'Ihre neue Anmeldung wird gespeichert …',
    cancelled:
      'Es wurde kein Passkey erstellt und nichts geändert. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
    unfinished: 'Noch hat sich nichts geändert: Ihr alter Schlüssel gilt weiter.',
    doneTitle: 'Sie sind wieder drin',
    donePasskey: 'Ihr neuer Passkey öffnet Ihren Tresor.',
    donePassword: 'Ihr neues Passwort öffnet Ihren Tresor, das alte nicht mehr.',
    doneKey: 'Ihr neuer Wiederherstellungsschlüssel gilt. Der verwendete nicht mehr.',
    doneOthers: 'Alle anderen Geräte wurden abgemeldet.',
    doneApps: 'Alle Apps haben ihren Zugriff verloren. Sie können ihnen wieder zustimmen.',
    doneOlder: {
      passkey:
        'Ältere Passkeys und, falls vorhanden, Ihr Passwort öffnen Ihren Tresor weiterhin. Entfernen Sie alles, dem Sie nicht mehr trauen, etwa den Passkey eines verlorenen Geräts.',
      password:
        'Ältere Passkeys öffnen Ihren Tresor weiterhin. Entfernen Sie jeden, dem Sie nicht mehr trauen, etwa den eines verlorenen Geräts.',
    },
    doneMethods: 'Zu den Anmeldemethoden',
  },

  refusal: {
    title: 'Wir haben diesen Tresor nicht geöffnet',
    save: 'Lesbare Kopie speichern',
    rollbackTitle: 'Dieser Tresor ist älter als der, den Sie hier hatten',
    rollback:
      'Vielleicht hat der Betreiber eine Sicherung zurückgespielt. Oder jemand zeigt Ihnen eine alte Kopie, die entfernte Passkeys und alte Passwörter wieder öffnen könnten. Es wurde nichts geöffnet oder geändert.',
    forkTitle: 'Dieser Tresor passt nicht zu dem, den Sie hier hatten',
    fork: 'Vielleicht hat der Betreiber eine Sicherung zurückgespielt, und ein anderes Ihrer Geräte hat damit weitergemacht. Oder jemand zeigt jedem Ihrer Geräte einen anderen Tresor. Es wurde nichts geöffnet oder geändert.',
    expected: 'Dieser Browser kennt',
    found: 'Der Server hat geschickt',
    change: (number) => `Änderung Nummer ${number}`,
    writtenWith: (device) => `mit ${device}`,
    held: counted({
      one: 'Dieser Browser hat Ihren Tresor noch, wie er war: 1 Eintrag ist hier neuer und wird wiederhergestellt, wenn Sie weitermachen.',
      other:
        'Dieser Browser hat Ihren Tresor noch, wie er war: # Einträge sind hier neuer und werden wiederhergestellt, wenn Sie weitermachen.',
    }),
    heldSealed:
      'Dieser Browser hat Ihren Tresor noch, wie er war, aber so, wie Sie sich angemeldet haben, lässt er sich nicht öffnen. Lassen Sie diese Seite offen und melden Sie sich anders an, um die neueren Einträge wiederherzustellen.',
    notHeld:
      'Dieser Browser hat nicht, was fehlt. Ist Ihr Tresor noch auf einem anderen Gerät oder in einem anderen Fenster offen? Melden Sie sich zuerst dort an: Dort lassen sich die neueren Einträge wiederherstellen.',
    ask: 'Fragen Sie den Betreiber, ob eine Sicherung zurückgespielt wurde, und von welchem Tag.',
    goOn: 'Mit diesem Tresor weitermachen …',
    goOnTitle: 'Mit diesem Tresor weitermachen?',
    goOnMessage:
      'Er wird in diesem Browser zu Ihrem Tresor. Einträge, Anmeldemethoden, Wiederherstellungsschlüssel und bekannte Apps sind wieder wie damals, und was Sie seither entfernt haben, ist wieder da. Sehen Sie danach Ihre Anmeldemethoden durch. Unter Aktivität steht dann, dass Sie weitergemacht haben.',
    understood: 'Ich habe den Betreiber gefragt oder weiß, warum.',
    confirm: 'Weitermachen',
  },

  navigation: {
    signedInAs: 'Angemeldet als',
    pages: {
      home: 'Tresor',
      apps: 'Apps',
      activity: 'Aktivität',
      methods: 'Anmeldung',
      sessions: 'Geräte',
      account: 'Konto',
    },
  },

  problem: {
    malformedTitle: 'Dieser Link ist nicht vollständig',
    malformed: 'Ein Teil der Adresse fehlt oder ist beschädigt. Gehen Sie zur App zurück und beginnen Sie von vorn.',
    unknownTitle: 'Wir finden diese Anfrage nicht',
    unknown:
      'Vielleicht ist sie zu alt, oder sie gehört zu einem anderen Konto. Gehen Sie zur App zurück und beginnen Sie von vorn.',
    expiredTitle: 'Diese Anfrage ist abgelaufen',
    expired: (app) =>
      `Zu Ihrer Sicherheit sind Anfragen nur wenige Minuten offen. Die App hat nichts erhalten. Gehen Sie zu ${app} zurück und beginnen Sie von vorn.`,
    typed: (list) => `Noch nicht in Ihrem Tresor, was Sie eingegeben haben: ${list}.`,
    typedWrong:
      'Etwas davon hat nicht die richtige Form, deshalb wurde nichts gespeichert. Sie können es in Ihrem Tresor eingeben.',
    saveTyped: 'In Ihrem Tresor speichern',
    approvedTitle: 'Sie haben schon zugestimmt',
    approved: (app) =>
      `Eine Zustimmung gilt nur einmal. Wenn ${app} Sie nicht angemeldet hat, gehen Sie dorthin zurück und beginnen Sie von vorn.`,
    deniedTitle: 'Sie haben schon abgelehnt',
    denied: (app) =>
      `Es wurde nichts geteilt. Haben Sie es sich anders überlegt? Gehen Sie zu ${app} zurück und beginnen Sie von vorn.`,
    unsafeTitle: 'Der Rückweg ist nicht sicher',
    unsafe:
      'Die Rückadresse der App ist nicht sicher, darum ging keine Antwort dorthin. Ob etwas geteilt wurde, sehen Sie unter Aktivität. Bitte sagen Sie denen Bescheid, die die App machen.',
    backTo: (app) => `Zurück zu ${app}`,
    loadTitle: 'Wir konnten die Anfrage nicht laden',
    load: 'Ohne Ihre Zustimmung wird nichts geteilt. Bitte versuchen Sie es noch einmal.',
  },

  notFound: {
    title: 'Seite nicht gefunden',
    lead: 'Diese Adresse gibt es nicht.',
  },
}
