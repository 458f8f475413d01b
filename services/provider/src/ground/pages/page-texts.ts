import type { PageLanguage } from './page-language.ts'

type Explained = { readonly title: string; readonly lead: string; readonly next: string }

/** A wrong request or sign-out; a request that is over; a disabled app; a rate limit; our failure. */
type Refusal = 'mistake' | 'logout' | 'over' | 'off' | 'wait' | 'broken'

export type PageText = Readonly<Record<Refusal, Explained>> & {
  readonly unchecked: string
  readonly leaving: string
  /** Around a place's name. */
  readonly goOn: readonly [before: string, after: string]
  readonly back: string
  readonly start: string
  readonly support: string
}

/** Texts of the provider's pages. Error details below them are English: they are for developers. */
export const PAGE_TEXTS: Readonly<Record<PageLanguage, PageText>> = {
  en: {
    mistake: {
      title: 'This sign-in link doesn’t work',
      lead: 'The app that sent you here made a mistake. Nothing was shared, and you did nothing wrong.',
      next: 'Go back to the app and try again. If it happens again, show this to the people who make the app:',
    },
    logout: {
      title: 'This sign-out link doesn’t work',
      lead: 'The app that sent you here made a mistake. If you were signed in here, you still are. You did nothing wrong.',
      next: 'To sign out here, go to the start page. If it happens again, show this to the people who make the app:',
    },
    over: {
      title: 'This request is over',
      lead: 'It was already answered, or it has expired.',
      next: 'Go back to the app and start again.',
    },
    off: {
      title: 'This app is turned off here',
      lead: 'The operator of this service turned it off. Nothing was shared, and you did nothing wrong.',
      next: 'Go back to the app. If you need it, ask the operator:',
    },
    wait: {
      title: 'Please wait a moment',
      lead: 'Too many requests came from your network. You did nothing wrong.',
      next: 'Wait a moment, then reload this page, or go back to the app and start again.',
    },
    broken: {
      title: 'Something went wrong here',
      lead: 'We can’t answer right now. It’s our fault, not yours and not the app’s.',
      next: 'Wait a moment, then reload this page, or go back to the app and start again.',
    },
    unchecked: 'This service hasn’t reviewed this app. Continue only if you know it.',
    leaving: 'Back to the app',
    goOn: ['Continue to ', ''],
    back: 'Go back',
    start: 'Go to the start page',
    support: 'Help and contact',
  },
  de: {
    mistake: {
      title: 'Dieser Anmelde-Link funktioniert nicht',
      lead: 'Die App, die Sie hierher geschickt hat, hat bei ihrer Anfrage einen Fehler gemacht. Es wurde nichts weitergegeben, und Sie haben nichts falsch gemacht.',
      next: 'Gehen Sie zur App zurück und versuchen Sie es noch einmal. Geschieht es wieder, sagen Sie es denen, die die App machen:',
    },
    logout: {
      title: 'Dieser Abmelde-Link funktioniert nicht',
      lead: 'Die App, die Sie hierher geschickt hat, hat bei ihrer Anfrage einen Fehler gemacht. Waren Sie hier angemeldet, sind Sie es noch. Sie haben nichts falsch gemacht.',
      next: 'Um sich hier abzumelden, gehen Sie zur Startseite. Geschieht es wieder, sagen Sie es denen, die die App machen:',
    },
    over: {
      title: 'Diese Anfrage ist vorbei',
      lead: 'Sie wurde schon beantwortet oder ist abgelaufen.',
      next: 'Gehen Sie zur App zurück und beginnen Sie von vorn.',
    },
    off: {
      title: 'Diese App ist hier abgeschaltet',
      lead: 'Wer diesen Dienst betreibt, hat die App abgeschaltet. Es wurde nichts weitergegeben, und Sie haben nichts falsch gemacht.',
      next: 'Gehen Sie zur App zurück. Wenn Sie sie brauchen, fragen Sie, wer diesen Dienst betreibt:',
    },
    wait: {
      title: 'Bitte warten Sie ein wenig',
      lead: 'Aus Ihrem Netz kamen so viele Anfragen, dass diese warten muss. Niemand hat etwas falsch gemacht.',
      next: 'Warten Sie ein wenig und laden Sie diese Seite dann neu, oder gehen Sie zur App zurück und beginnen Sie von vorn.',
    },
    broken: {
      title: 'Hier ist etwas schiefgegangen',
      lead: 'Wir können im Moment nicht antworten. Das liegt an uns, nicht an Ihnen und nicht an der App.',
      next: 'Warten Sie ein wenig und laden Sie diese Seite dann neu, oder gehen Sie zur App zurück und beginnen Sie von vorn.',
    },
    unchecked: 'Diese App hat hier niemand geprüft. Gehen Sie nur weiter, wenn Sie sie kennen.',
    leaving: 'Zurück zur App',
    goOn: ['Weiter zu ', ''],
    back: 'Zurück',
    start: 'Zur Startseite',
    support: 'Hilfe und Kontakt',
  },
  es: {
    mistake: {
      title: 'Este enlace de inicio de sesión no funciona',
      lead: 'La aplicación desde la que llegó cometió un error en su solicitud. No se compartió nada y usted no hizo nada mal.',
      next: 'Vuelva a la aplicación e inténtelo de nuevo. Si ocurre otra vez, dígaselo a quienes la hacen:',
    },
    logout: {
      title: 'Este enlace para cerrar sesión no funciona',
      lead: 'La aplicación desde la que llegó cometió un error en su solicitud. Si tenía una sesión abierta aquí, sigue abierta. Usted no hizo nada mal.',
      next: 'Para cerrar sesión aquí, vaya a la página de inicio. Si ocurre otra vez, dígaselo a quienes hacen la aplicación:',
    },
    over: {
      title: 'Esta solicitud ha terminado',
      lead: 'Ya fue respondida o ha caducado.',
      next: 'Vuelva a la aplicación y empiece de nuevo.',
    },
    off: {
      title: 'Esta aplicación está desactivada aquí',
      lead: 'Quien gestiona este servicio ha desactivado la aplicación. No se compartió nada y usted no hizo nada mal.',
      next: 'Vuelva a la aplicación. Si la necesita, pregunte a quien gestiona este servicio:',
    },
    wait: {
      title: 'Espere un momento',
      lead: 'Llegaron tantas solicitudes desde su red que esta tiene que esperar. Nadie cometió un error.',
      next: 'Espere un poco y vuelva a cargar esta página, o regrese a la aplicación y empiece de nuevo.',
    },
    broken: {
      title: 'Algo ha fallado aquí',
      lead: 'No podemos responder en este momento. Es culpa nuestra, no suya ni de la aplicación.',
      next: 'Espere un poco y vuelva a cargar esta página, o regrese a la aplicación y empiece de nuevo.',
    },
    unchecked: 'Nadie ha revisado aquí esta aplicación. Continúe solo si la conoce.',
    leaving: 'De vuelta a la aplicación',
    goOn: ['Continuar a ', ''],
    back: 'Volver',
    start: 'Ir a la página de inicio',
    support: 'Ayuda y contacto',
  },
  fr: {
    mistake: {
      title: 'Ce lien de connexion ne fonctionne pas',
      lead: 'L’application qui vous a envoyé ici a fait une erreur dans sa demande. Rien n’a été partagé, et vous n’y êtes pour rien.',
      next: 'Retournez à l’application et réessayez. Si cela se reproduit, dites-le à ceux qui la font :',
    },
    logout: {
      title: 'Ce lien de déconnexion ne fonctionne pas',
      lead: 'L’application qui vous a envoyé ici a fait une erreur dans sa demande. Si vous étiez connecté ici, vous l’êtes toujours. Vous n’y êtes pour rien.',
      next: 'Pour vous déconnecter ici, allez à la page d’accueil. Si cela se reproduit, dites-le à ceux qui font l’application :',
    },
    over: {
      title: 'Cette demande est close',
      lead: 'Elle a déjà reçu une réponse, ou elle a expiré.',
      next: 'Retournez à l’application et recommencez.',
    },
    off: {
      title: 'Cette application est désactivée ici',
      lead: 'La personne qui gère ce service a désactivé l’application. Rien n’a été partagé, et vous n’y êtes pour rien.',
      next: 'Retournez à l’application. Si vous en avez besoin, demandez à la personne qui gère ce service :',
    },
    wait: {
      title: 'Veuillez patienter un peu',
      lead: 'Tant de demandes sont venues de votre réseau que celle-ci doit attendre. Personne n’a fait d’erreur.',
      next: 'Attendez un peu, puis rechargez cette page, ou retournez à l’application et recommencez.',
    },
    broken: {
      title: 'Un problème est survenu ici',
      lead: 'Nous ne pouvons pas répondre pour le moment. C’est notre faute, pas la vôtre, ni celle de l’application.',
      next: 'Attendez un peu, puis rechargez cette page, ou retournez à l’application et recommencez.',
    },
    unchecked: 'Personne ici n’a vérifié cette application. Ne continuez que si vous la connaissez.',
    leaving: 'Retour à l’application',
    goOn: ['Continuer vers ', ''],
    back: 'Retour',
    start: 'Aller à la page d’accueil',
    support: 'Aide et contact',
  },
  ja: {
    mistake: {
      title: 'このサインインのリンクは使えません',
      lead: '呼び出し元のアプリのリクエストに誤りがありました。何も共有されていません。あなたの操作に問題はありません。',
      next: 'アプリに戻って、もう一度お試しください。また起きる場合は、アプリの開発元にお知らせください。',
    },
    logout: {
      title: 'このサインアウトのリンクは使えません',
      lead: '呼び出し元のアプリのリクエストに誤りがありました。ここでサインインしていた場合は、サインインしたままです。あなたの操作に問題はありません。',
      next: 'ここからサインアウトするには、スタートページに移動してください。また起きる場合は、アプリの開発元にお知らせください。',
    },
    over: {
      title: 'このリクエストは終了しました',
      lead: 'すでに回答されたか、期限が切れています。',
      next: 'アプリに戻って、最初からやり直してください。',
    },
    off: {
      title: 'このアプリはここでは停止されています',
      lead: 'このサービスの運営者がアプリを停止しました。何も共有されていません。あなたの操作に問題はありません。',
      next: 'アプリに戻ってください。必要な場合は、このサービスの運営者にお問い合わせください。',
    },
    wait: {
      title: 'しばらくお待ちください',
      lead: 'お使いのネットワークから多くのリクエストが届いたため、このリクエストは待つ必要があります。誰の誤りでもありません。',
      next: 'しばらくしてからこのページを再読み込みするか、アプリに戻って最初からやり直してください。',
    },
    broken: {
      title: 'こちらで問題が起きました',
      lead: '現在、応答できません。こちらの問題であり、あなたやアプリのせいではありません。',
      next: 'しばらくしてからこのページを再読み込みするか、アプリに戻って最初からやり直してください。',
    },
    unchecked: 'このアプリはここでは確認されていません。ご存じのアプリの場合だけ進んでください。',
    leaving: 'アプリに戻ります',
    goOn: ['', ' に進む'],
    back: '戻る',
    start: 'スタートページへ',
    support: 'ヘルプとお問い合わせ',
  },
  ar: {
    mistake: {
      title: 'رابط تسجيل الدخول هذا لا يعمل',
      lead: 'أخطأ التطبيق الذي أرسلك إلى هنا في طلبه. لم يُشارَك أي شيء، ولم ترتكب أنت أي خطأ.',
      next: 'ارجع إلى التطبيق وحاول مرة أخرى. إن تكرر ذلك فأخبر صانعي التطبيق:',
    },
    logout: {
      title: 'رابط تسجيل الخروج هذا لا يعمل',
      lead: 'أخطأ التطبيق الذي أرسلك إلى هنا في طلبه. إن كنت قد سجّلت الدخول هنا فما زلت كذلك. ولم ترتكب أنت أي خطأ.',
      next: 'لتسجيل الخروج من هنا انتقل إلى صفحة البداية. إن تكرر ذلك فأخبر صانعي التطبيق:',
    },
    over: {
      title: 'انتهى هذا الطلب',
      lead: 'أُجيب عنه من قبل أو انتهت صلاحيته.',
      next: 'ارجع إلى التطبيق وابدأ من جديد.',
    },
    off: {
      title: 'هذا التطبيق موقوف هنا',
      lead: 'أوقف مشغّل هذه الخدمة التطبيق. لم يُشارَك أي شيء، ولم ترتكب أنت أي خطأ.',
      next: 'ارجع إلى التطبيق. إن كنت تحتاج إليه فاسأل مشغّل هذه الخدمة:',
    },
    wait: {
      title: 'يُرجى الانتظار قليلًا',
      lead: 'وصلت من شبكتك طلبات كثيرة، ولذلك على هذا الطلب أن ينتظر. لم يخطئ أحد.',
      next: 'انتظر قليلًا ثم أعد تحميل هذه الصفحة، أو ارجع إلى التطبيق وابدأ من جديد.',
    },
    broken: {
      title: 'حدث خطأ لدينا',
      lead: 'لا يمكننا الإجابة الآن. هذا خطؤنا نحن، لا خطؤك ولا خطأ التطبيق.',
      next: 'انتظر قليلًا ثم أعد تحميل هذه الصفحة، أو ارجع إلى التطبيق وابدأ من جديد.',
    },
    unchecked: 'لم يتحقق أحد هنا من هذا التطبيق. تابع فقط إن كنت تعرفه.',
    leaving: 'العودة إلى التطبيق',
    goOn: ['المتابعة إلى ', ''],
    back: 'رجوع',
    start: 'الانتقال إلى صفحة البداية',
    support: 'المساعدة والتواصل',
  },
}
