import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'
import { deAccount } from './account.ts'
import { deApps } from './apps.ts'
import { deVault } from './vault.ts'

const { counted } = formatOf('de')

export const deRest: RestText = {
  ...deVault,
  ...deAccount,
  ...deApps,

  home: {
    title: 'Ihre Daten, Ihre Entscheidung',
    lead: (name) =>
      `${name} bewahrt Ihr Profil in einem Tresor auf, den nur Ihre Geräte öffnen können. Eine App, die Sie fragt, sieht genau das, dem Sie zustimmen, und sonst nichts.`,
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
    newTitle: 'Neu hier?',
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
    passwordMissing: counted({ one: 'Noch 1 Zeichen.', other: 'Noch # Zeichen.' }),
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
    held: counted({
      one: 'Dieser Browser hat Ihren Tresor noch, wie er war: 1 Eintrag ist hier neuer und wird zurückgelegt, wenn Sie weitermachen.',
      other:
        'Dieser Browser hat Ihren Tresor noch, wie er war: # Einträge sind hier neuer und werden zurückgelegt, wenn Sie weitermachen.',
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
    pages: {
      home: 'Daten',
      apps: 'Apps',
      activity: 'Aktivität',
      methods: 'Anmeldearten',
      sessions: 'Geräte',
      account: 'Konto',
    },
  },

  notFound: {
    title: 'Hier ist nichts',
    lead: 'Diese Adresse gibt es nicht.',
  },
}
