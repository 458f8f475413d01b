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
      lead: 'Die App, von der Sie kommen, hat einen Fehler gemacht. Es wurde nichts geteilt, und Sie haben nichts falsch gemacht.',
      next: 'Gehen Sie zur App zurück und versuchen Sie es noch einmal. Wenn es wieder passiert, zeigen Sie das denen, die die App machen:',
    },
    logout: {
      title: 'Dieser Abmelde-Link funktioniert nicht',
      lead: 'Die App, von der Sie kommen, hat einen Fehler gemacht. Waren Sie hier angemeldet, sind Sie es noch. Sie haben nichts falsch gemacht.',
      next: 'Um sich hier abzumelden, gehen Sie zur Startseite. Wenn es wieder passiert, zeigen Sie das denen, die die App machen:',
    },
    over: {
      title: 'Diese Anfrage ist vorbei',
      lead: 'Sie wurde schon beantwortet oder ist abgelaufen.',
      next: 'Gehen Sie zur App zurück und beginnen Sie von vorn.',
    },
    off: {
      title: 'Diese App ist hier abgeschaltet',
      lead: 'Der Betreiber dieses Dienstes hat sie abgeschaltet. Es wurde nichts geteilt, und Sie haben nichts falsch gemacht.',
      next: 'Gehen Sie zur App zurück. Wenn Sie sie brauchen, fragen Sie den Betreiber:',
    },
    wait: {
      title: 'Bitte warten Sie einen Moment',
      lead: 'Aus Ihrem Netz kamen zu viele Anfragen. Sie haben nichts falsch gemacht.',
      next: 'Warten Sie einen Moment und laden Sie diese Seite neu, oder gehen Sie zur App zurück und beginnen Sie von vorn.',
    },
    broken: {
      title: 'Hier ist etwas schiefgegangen',
      lead: 'Wir können gerade nicht antworten. Das liegt an uns, nicht an Ihnen und nicht an der App.',
      next: 'Warten Sie einen Moment und laden Sie diese Seite neu, oder gehen Sie zur App zurück und beginnen Sie von vorn.',
    },
    unchecked: 'Dieser Dienst hat diese App nicht geprüft. Machen Sie nur weiter, wenn Sie sie kennen.',
    leaving: 'Zurück zur App',
    goOn: ['Weiter zu ', ''],
    back: 'Zurück',
    start: 'Zur Startseite',
    support: 'Hilfe und Kontakt',
  },
  es: {
    mistake: {
      title: 'Este enlace de inicio de sesión no funciona',
      lead: 'La aplicación desde la que llegó cometió un error. No se compartió nada y usted no hizo nada mal.',
      next: 'Vuelva a la aplicación e inténtelo de nuevo. Si ocurre otra vez, muestre esto a quienes la hacen:',
    },
    logout: {
      title: 'Este enlace para cerrar sesión no funciona',
      lead: 'La aplicación desde la que llegó cometió un error. Si tenía una sesión abierta aquí, sigue abierta. Usted no hizo nada mal.',
      next: 'Para cerrar sesión aquí, vaya a la página de inicio. Si ocurre otra vez, muestre esto a quienes hacen la aplicación:',
    },
    over: {
      title: 'Esta solicitud ha terminado',
      lead: 'Ya fue respondida o ha caducado.',
      next: 'Vuelva a la aplicación y empiece de nuevo.',
    },
    off: {
      title: 'Esta aplicación está desactivada aquí',
      lead: 'El operador de este servicio la ha desactivado. No se compartió nada y usted no hizo nada mal.',
      next: 'Vuelva a la aplicación. Si la necesita, pregunte al operador:',
    },
    wait: {
      title: 'Espere un momento',
      lead: 'Llegaron demasiadas solicitudes desde su red. Usted no hizo nada mal.',
      next: 'Espere un momento y vuelva a cargar esta página, o regrese a la aplicación y empiece de nuevo.',
    },
    broken: {
      title: 'Algo ha fallado aquí',
      lead: 'No podemos responder en este momento. Es culpa nuestra, no suya ni de la aplicación.',
      next: 'Espere un momento y vuelva a cargar esta página, o regrese a la aplicación y empiece de nuevo.',
    },
    unchecked: 'Este servicio no ha revisado esta aplicación. Continúe solo si la conoce.',
    leaving: 'De vuelta a la aplicación',
    goOn: ['Continuar a ', ''],
    back: 'Volver',
    start: 'Ir a la página de inicio',
    support: 'Ayuda y contacto',
  },
  fr: {
    mistake: {
      title: 'Ce lien de connexion ne fonctionne pas',
      lead: 'L’application d’où vous venez a fait une erreur. Rien n’a été partagé, et vous n’y êtes pour rien.',
      next: 'Retournez à l’application et réessayez. Si cela se reproduit, montrez ceci à ceux qui la font :',
    },
    logout: {
      title: 'Ce lien de déconnexion ne fonctionne pas',
      lead: 'L’application d’où vous venez a fait une erreur. Si vous étiez connecté ici, vous l’êtes toujours. Vous n’y êtes pour rien.',
      next: 'Pour vous déconnecter ici, allez à la page d’accueil. Si cela se reproduit, montrez ceci à ceux qui font l’application :',
    },
    over: {
      title: 'Cette demande est close',
      lead: 'Elle a déjà reçu une réponse, ou elle a expiré.',
      next: 'Retournez à l’application et recommencez.',
    },
    off: {
      title: 'Cette application est désactivée ici',
      lead: 'L’exploitant de ce service l’a désactivée. Rien n’a été partagé, et vous n’y êtes pour rien.',
      next: 'Retournez à l’application. Si vous en avez besoin, demandez à l’exploitant :',
    },
    wait: {
      title: 'Veuillez patienter un moment',
      lead: 'Trop de demandes sont venues de votre réseau. Vous n’y êtes pour rien.',
      next: 'Attendez un moment, puis rechargez cette page, ou retournez à l’application et recommencez.',
    },
    broken: {
      title: 'Un problème est survenu ici',
      lead: 'Nous ne pouvons pas répondre pour le moment. C’est notre faute, pas la vôtre, ni celle de l’application.',
      next: 'Attendez un moment, puis rechargez cette page, ou retournez à l’application et recommencez.',
    },
    unchecked: 'Ce service n’a pas vérifié cette application. Ne continuez que si vous la connaissez.',
    leaving: 'Retour à l’application',
    goOn: ['Continuer vers ', ''],
    back: 'Retour',
    start: 'Aller à la page d’accueil',
    support: 'Aide et contact',
  },
  ja: {
    mistake: {
      title: 'このサインインのリンクは使えません',
      lead: 'アプリからのリクエストに誤りがありました。何も共有されていません。あなたの操作に問題はありません。',
      next: 'アプリに戻って、もう一度お試しください。また起きる場合は、次の内容をアプリの開発元にお知らせください。',
    },
    logout: {
      title: 'このサインアウトのリンクは使えません',
      lead: 'アプリからのリクエストに誤りがありました。ここでサインインしていた場合は、サインインしたままです。あなたの操作に問題はありません。',
      next: 'ここからサインアウトするには、スタートページに移動してください。また起きる場合は、次の内容をアプリの開発元にお知らせください。',
    },
    over: {
      title: 'このリクエストは終了しました',
      lead: 'すでに回答されたか、期限が切れています。',
      next: 'アプリに戻って、最初からやり直してください。',
    },
    off: {
      title: 'このアプリはここでは停止されています',
      lead: 'このサービスの運営者が停止しました。何も共有されていません。あなたの操作に問題はありません。',
      next: 'アプリに戻ってください。必要な場合は、次の内容を運営者にお知らせください。',
    },
    wait: {
      title: 'しばらくお待ちください',
      lead: 'お使いのネットワークからのリクエストが多すぎます。あなたの操作に問題はありません。',
      next: '少し待ってからこのページを再読み込みするか、アプリに戻って最初からやり直してください。',
    },
    broken: {
      title: 'こちらで問題が起きました',
      lead: '今は応答できません。こちらの問題で、あなたやアプリのせいではありません。',
      next: '少し待ってからこのページを再読み込みするか、アプリに戻って最初からやり直してください。',
    },
    unchecked: 'このサービスは、このアプリを審査していません。ご存じのアプリの場合にだけ進んでください。',
    leaving: 'アプリに戻ります',
    goOn: ['', ' に進む'],
    back: '戻る',
    start: 'スタートページへ',
    support: 'ヘルプとお問い合わせ',
  },
  ar: {
    mistake: {
      title: 'رابط تسجيل الدخول هذا لا يعمل',
      lead: 'أخطأ التطبيق الذي أرسلك إلى هنا. لم يُشارَك أي شيء، والخطأ ليس منك.',
      next: 'يُرجى الرجوع إلى التطبيق وإعادة المحاولة. إن تكرر ذلك فيُرجى إطلاع صانعي التطبيق على هذا:',
    },
    logout: {
      title: 'رابط تسجيل الخروج هذا لا يعمل',
      lead: 'أخطأ التطبيق الذي أرسلك إلى هنا. إن كان دخولك مسجّلًا هنا فما زال كذلك. والخطأ ليس منك.',
      next: 'تسجيل الخروج من هنا يجري من صفحة البداية. إن تكرر ذلك فيُرجى إطلاع صانعي التطبيق على هذا:',
    },
    over: {
      title: 'انتهى هذا الطلب',
      lead: 'سبق الرد عليه أو انتهت صلاحيته.',
      next: 'يُرجى الرجوع إلى التطبيق والبدء من جديد.',
    },
    off: {
      title: 'هذا التطبيق موقوف هنا',
      lead: 'أوقفته الجهة المشغّلة لهذه الخدمة. لم يُشارَك أي شيء، والخطأ ليس منك.',
      next: 'يُرجى الرجوع إلى التطبيق. وعند الحاجة إليه يمكن سؤال الجهة المشغّلة:',
    },
    wait: {
      title: 'يُرجى الانتظار قليلًا',
      lead: 'وصلت من شبكتك طلبات كثيرة جدًا. الخطأ ليس منك.',
      next: 'يُرجى الانتظار قليلًا ثم إعادة تحميل هذه الصفحة، أو الرجوع إلى التطبيق والبدء من جديد.',
    },
    broken: {
      title: 'حدث خطأ لدينا',
      lead: 'لا يمكننا الإجابة الآن. هذا خطؤنا نحن، لا خطؤك ولا خطأ التطبيق.',
      next: 'يُرجى الانتظار قليلًا ثم إعادة تحميل هذه الصفحة، أو الرجوع إلى التطبيق والبدء من جديد.',
    },
    unchecked: 'لم تراجع هذه الخدمة هذا التطبيق. لا ينبغي المتابعة إلا إن كان معروفًا لديك.',
    leaving: 'العودة إلى التطبيق',
    goOn: ['المتابعة إلى ', ''],
    back: 'رجوع',
    start: 'الانتقال إلى صفحة البداية',
    support: 'المساعدة والتواصل',
  },
}
