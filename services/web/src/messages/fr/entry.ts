import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { counted, plural } = formatOf('fr')

export const frEntry: EntryText = {
  common: {
    tryAgain: 'Réessayer',
    cancel: 'Annuler',
    close: 'Fermer',
    signOut: 'Se déconnecter',
    home: 'Aller à votre coffre-fort',
    start: 'Aller à la page d’accueil',
    show: 'Afficher',
    hide: 'Masquer',
    required: 'Nécessaire',
    loading: 'Chargement…',
    save: 'Enregistrer',
    saving: 'Enregistrement…',
    next: 'Continuer',
    back: 'Retour',
    download: 'Télécharger',
    earlier: 'Afficher les entrées précédentes',
    support: 'Aide et contact',
    quote: (words) => `« ${words} »`,

    claims: {
      name: 'Nom complet',
      given_name: 'Prénom',
      family_name: 'Nom de famille',
      nickname: 'Surnom',
      email: 'Adresse e-mail',
      phone: 'Numéro de téléphone',
      address: 'Adresse postale',
      birthdate: 'Date de naissance',
      locale: 'Langue',
      picture: 'Photo',
    },
    scopes: {
      openid: {
        title: 'Vous connecter',
        description:
          'Un identifiant qui indique à l’application que c’est de nouveau vous. Il ne contient aucune de vos données.',
      },
      profile: { title: 'Profil', description: 'Votre nom, votre photo, votre date de naissance et votre langue.' },
    },
    claimScopes: {
      email: 'Votre adresse e-mail.',
      phone: 'Votre numéro de téléphone.',
      address: 'Votre adresse postale.',
    },
  },

  signIn: {
    title: 'Se connecter',
    lead: 'Connectez-vous pour ouvrir votre coffre-fort sur cet appareil.',
    appWaitingTitle: 'Une application attend votre accord',
    appWaiting: 'Connectez-vous pour voir ce qu’elle demande. Rien n’est partagé sans votre accord.',
    firstVisit: 'Rien n’est transmis sans votre accord.',
    welcome: 'Bon retour',
    anotherWay: 'Se connecter autrement',
    notYou: 'Pas vous ?',
    passkey: 'Se connecter avec une clé d’accès',
    passkeyBusy: 'En attente de votre clé d’accès…',
    or: 'ou avec votre mot de passe',
    cancelled:
      'Aucune clé d’accès n’a été utilisée. Si cet appareil n’en a pas pour ce service, utilisez votre mot de passe ou votre clé de récupération.',
    passkeyRefused:
      'Le service n’a pas accepté cette clé d’accès. Elle reste sur votre appareil. Réessayez, ou utilisez une autre clé d’accès, votre mot de passe ou votre clé de récupération. Ne supprimez aucune clé d’accès : prévenez l’exploitant.',
    login: 'Identifiant',
    password: 'Mot de passe',
    submit: 'Se connecter et ouvrir le coffre-fort',
    busy: 'Ouverture de votre coffre-fort…',
    busyHint: 'Cela prend une à deux secondes : c’est ce qui rend lent de deviner votre mot de passe.',
    throttled: (time) =>
      `Trop de tentatives. Vous pourrez réessayer votre mot de passe à ${time}. Une clé d’accès ou votre clé de récupération fonctionne dès maintenant.`,
    usePassword: 'Utiliser votre mot de passe',
    recovery: 'Utiliser votre clé de récupération',
    anotherDevice: 'Utiliser un autre appareil',
    noAccount: 'Pas encore de compte ?',
    signUp: 'En créer un',
    emptyLogin: 'Saisissez votre identifiant.',
    emptyPassword: 'Saisissez votre mot de passe.',

    locked: {
      idle: 'Votre coffre-fort a été verrouillé après un moment sans activité. Connectez-vous pour continuer.',
      idleUnsaved:
        'Votre coffre-fort a été verrouillé après un moment sans activité. Les modifications non enregistrées sont perdues.',
      session_ended:
        'Votre session est terminée. Reconnectez-vous pour continuer ; ce que vous avez saisi est toujours là.',
      older_vault:
        'Le serveur a envoyé un coffre-fort plus ancien ou différent de celui que ce navigateur connaît. Votre coffre-fort a été verrouillé. Reconnectez-vous pour voir ce qui diffère ; ce que vous avez saisi est toujours là.',
      recent_sign_in:
        'Cette application vous demande de vous reconnecter avant de donner votre accord. Vos choix sont toujours là.',
      other_account: 'Vous êtes déconnecté. La personne qui se connecte maintenant peut répondre à cette demande.',
      signed_out: 'Vous êtes déconnecté et votre coffre-fort est verrouillé.',
      left: 'Votre coffre-fort a été verrouillé quand vous avez quitté la page. Connectez-vous pour continuer.',
    },
  },

  consent: {
    title: (app) => `${app} demande certaines de vos données`,
    returnsTo: {
      site: (host) => `Vous retournerez sur ${host}`,
      local: (host) => `Vous retournerez à un programme de cet ordinateur, à l’adresse ${host}`,
      program: (scheme) => `Vous retournerez à une application de cet appareil, ${scheme}`,
    },
    unreviewed: 'Non vérifiée par ce service',
    firstTime: 'Votre coffre-fort ne connaît pas encore cette application.',
    knownSince: (date) => `Vous l’utilisez depuis le ${date}.`,
    changedTitle: (app) => `${app} n’est plus tout à fait l’application que vous aviez approuvée`,
    hostChanged: 'Elle vous ramène maintenant à une autre adresse. Ne continuez que si vous savez pourquoi.',
    before: 'Avant',
    now: 'Maintenant',
    keyChanged:
      'Elle chiffre maintenant avec une autre clé. Soit elle a renouvelé la sienne, soit quelqu’un d’autre veut lire vos données à sa place.',
    keyGone: 'Elle ne chiffre plus ce que vous partagez : les services intermédiaires pourraient aussi le lire.',
    acceptKey: (app) => `Je m’attendais à ce changement de ${app}, ou j’ai interrogé son exploitant.`,
    keyNotAccepted: 'Confirmez d’abord ci-dessus la clé modifiée, ou refusez.',
    scopes: 'Ce qu’elle demande',
    reason: (app) => `${app} précise :`,
    requiredBecause: (app) => `${app} ne fonctionne pas sans cela.`,
    signsIn: (app) => `Toute approbation vous connecte aussi à ${app}.`,
    shareScope: (title) => `Partager : ${title}`,
    noData: 'Aucune de vos données n’est partagée.',
    off: 'Non partagé.',
    claimOff: 'Non partagé',
    chooseOne: (claim) => `${claim} : choisissez`,
    nothingYet:
      'Votre coffre-fort ne contient encore rien pour cela. Ce que vous ajoutez ici est conservé dans votre coffre-fort.',
    addMore: counted({ one: 'Ajouter # information', other: 'Ajouter # autres informations' }),
    addedHint: 'Facultatif. Ce que vous ajoutez ici est également partagé et conservé dans votre coffre-fort.',
    summaryNone: (app) => `${app} apprend que c’est vous et ne reçoit aucune de vos données.`,
    summary: (app, count) =>
      plural(count, {
        one: (number) => `${app} reçoit ${number} information de votre coffre-fort :`,
        other: (number) => `${app} reçoit ${number} informations de votre coffre-fort :`,
      }),
    summaryOff: 'Rien n’est sélectionné. Activez quelque chose pour accepter, ou refusez.',
    approve: 'Accepter',
    approving: 'Envoi de votre accord…',
    deny: 'Refuser',
    denying: 'Envoi de votre refus…',
    requiredGap: (claim, app) => `Remplissez « ${claim} » : ${app} ne fonctionne pas sans cela.`,
    requiredOff: (claim, app) =>
      `Activez « ${claim} » ou une autre donnée à côté : ${app} ne fonctionne pas sans aucune d’elles.`,
    policy: (app) => `Politique de confidentialité de ${app}`,
    terms: (app) => `Conditions d’utilisation de ${app}`,
    sent: 'Seul ce que vous voyez ici est envoyé, et seulement si vous approuvez.',
    sealedFor: (app) => `Votre appareil le chiffre pour ${app} seule : ce service le transmet sans pouvoir le lire.`,
    plainFor: (app) => `Ce service le transmet à ${app} sans chiffrement et peut le lire au passage.`,
    openUntil: 'Cette demande est ouverte jusqu’à',
    leavingTitle: (app) => `Retour vers ${app}`,
    leaving: 'Si rien ne se passe, utilisez ce lien.',
    continue: (app) => `Continuer vers ${app}`,
  },

  problem: {
    malformedTitle: 'Ce lien n’est pas complet',
    malformed: 'L’adresse de la demande est absente ou abîmée. Retournez à l’application et recommencez.',
    unknownTitle: 'Nous ne connaissons pas cette demande',
    unknown:
      'Elle est peut-être trop ancienne, ou elle a été ouverte avec un autre compte. Retournez à l’application et recommencez.',
    expiredTitle: 'Cette demande a expiré',
    expired: (app) =>
      `Pour votre sécurité, une demande ne reste ouverte que quelques minutes. L’application n’a rien reçu. Retournez sur ${app} et recommencez.`,
    approvedTitle: 'Vous avez déjà accepté cette demande',
    approved: (app) => `Un accord ne vaut qu’une fois. Si ${app} ne vous a pas connecté, retournez-y et recommencez.`,
    deniedTitle: 'Vous avez déjà refusé cette demande',
    denied: (app) => `Rien n’a été partagé. Pour changer d’avis, retournez sur ${app} et recommencez.`,
    unsafeTitle: 'Nous ne vous enverrons pas là-bas',
    unsafe:
      'L’adresse de retour est dangereuse à ouvrir, donc aucune réponse n’y a été envoyée. Votre activité indique si quelque chose a été partagé. Merci de prévenir le responsable de l’application.',
    backTo: (app) => `Retour à ${app}`,
    loadTitle: 'Nous n’avons pas pu récupérer la demande',
    load: 'Rien n’est partagé avant votre accord. Veuillez réessayer.',
    pageTitle: 'Nous n’avons pas pu charger cette page',
    page: 'Une partie de cette page n’est pas arrivée. Vérifiez votre connexion et réessayez.',
  },

  failures: {
    offline: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
    timeout: 'Le service n’a pas répondu à temps. Réessayez.',
    service_unavailable: 'Le service n’est pas disponible pour le moment. Réessayez dans un instant.',
    server_error: 'Un problème est survenu de notre côté. Réessayez dans un instant.',
    unexpected_answer: 'Le service a donné une réponse que nous ne comprenons pas. Réessayez.',
    too_many_requests: 'Trop de tentatives. Patientez un peu et réessayez.',
    tooManyFor: counted({
      one: 'Trop de tentatives. Réessayez dans # minute.',
      other: 'Trop de tentatives. Réessayez dans # minutes.',
    }),
    invalid_credentials: 'L’identifiant ou le mot de passe n’est pas correct.',
    invalid_session: 'Votre session est terminée. Reconnectez-vous.',
    wrong_address:
      'Le service n’est pas prévu pour cette adresse : personne ne peut s’y connecter. Utilisez son adresse habituelle, ou prévenez l’exploitant.',
    locked: 'Votre coffre-fort est verrouillé. Reconnectez-vous.',
    login_taken: 'Cet identifiant est déjà pris. Choisissez-en un autre.',
    login_malformed: 'L’identifiant contient une espace ou un caractère invisible.',
    login_too_short: 'L’identifiant doit avoir au moins 3 caractères.',
    login_too_long: 'L’identifiant peut avoir au plus 64 caractères.',
    password_too_short: 'Utilisez au moins 15 caractères.',
    password_too_long: 'Utilisez au plus 256 caractères.',
    password_weak: 'Ce mot de passe est facile à deviner. Utilisez quelques mots que personne d’autre n’assemblerait.',
    password_malformed: 'Le mot de passe contient un caractère abîmé. Saisissez-le de nouveau.',
    registration_expired:
      'Cela a pris trop de temps pour le service. Réessayez ; votre clé de récupération reste la même.',
    stale_vault: 'Un autre appareil modifie votre coffre-fort. Réessayez dans un instant.',
    too_large: 'C’est plus que ce que le coffre-fort peut contenir.',
    too_many_items: 'Un coffre-fort contient au plus 5 000 entrées. Supprimez-en d’abord.',
    vault_too_large: 'Les entrées d’un coffre-fort peuvent faire 16 Mio en tout. Supprimez-en d’abord.',
    receipt_too_old:
      'Ce reçu est plus ancien que le journal que garde votre coffre-fort : il ne peut plus être vérifié.',
    request_not_pending: 'Cette demande a déjà reçu une réponse. Retournez à l’application et recommencez.',
    request_expired: 'Cette demande a expiré. L’application n’a rien reçu.',
    not_found: 'Le service ne connaît pas cette demande.',
    invalid_claims: 'Le service n’accepte pas l’une des valeurs. L’application n’a rien reçu.',
    malformed_claim:
      'L’une des valeurs n’a pas la forme qu’il faut. Rien n’a été enregistré ni partagé ; modifiez-la dans votre coffre-fort.',
    worker_failed: 'Votre coffre-fort n’a pas pu démarrer dans ce navigateur. Mettez-le à jour ou essayez-en un autre.',
    missing_unlock:
      'Le serveur a omis un moyen de connexion que votre coffre-fort mentionne. Il n’a pas été ouvert et rien n’a été modifié. Merci de prévenir le responsable du service.',
    rollback:
      'Le coffre-fort envoyé par le serveur n’est pas celui qu’il devrait être. Rien n’a été ouvert ni modifié. Merci de prévenir le responsable du service.',
    account_deleted:
      'Ce compte a été supprimé sur cet appareil et le serveur le fait revenir. Il n’a pas été ouvert. Veuillez prévenir l’exploitant.',
    unsupported: 'Votre coffre-fort a été écrit par une version plus récente. Rechargez cette page.',
    insufficient_session: 'Pour cela, connectez-vous avec votre mot de passe.',
    reauth_required: 'Pour cela, confirmez que c’est vous.',
    user_mismatch: 'Cela appartient à un autre compte.',
    staging_expired: 'Cela a pris trop de temps. Réessayez.',
    invalid_scope:
      'Le service ne connaît pas l’un des éléments que demande l’application. L’application n’a rien reçu.',
    recovery_key_length: 'Ce n’est pas une clé de récupération. Vérifiez votre copie.',
    activity_broken:
      'Le serveur a envoyé une activité différente de celle que votre coffre-fort consigne. Rien n’a été modifié. Veuillez prévenir l’exploitant.',
    key_rotated: 'Un autre appareil a renouvelé la clé de votre coffre-fort. Reconnectez-vous.',
    app_key_changed:
      'L’application chiffrerait avec une autre clé que celle que vous avez approuvée. Rien n’a été partagé. Ne continuez que si vous savez pourquoi.',
    invalid_passkey: 'Le service n’a pas accepté cette clé d’accès. Réessayez.',
    last_method:
      'C’est votre dernier moyen de connexion en dehors de la clé de récupération. Ajoutez-en d’abord un autre.',
    passkey_cancelled: 'La clé d’accès n’a pas été utilisée. Réessayez quand vous serez prêt.',
    passkey_exists: 'Cet appareil a déjà une clé d’accès de votre compte.',
    passkey_no_prf: 'Cette clé d’accès ne peut pas ouvrir de coffre-fort. Utilisez-en une autre, ou un mot de passe.',
    passkey_unstable:
      'Cette clé d’accès donne chaque fois une clé différente et ne peut pas ouvrir de coffre-fort. Utilisez-en une autre.',
    passkey_unsupported:
      'Ce navigateur ne peut pas utiliser de clés d’accès ici. Utilisez un mot de passe ou un autre navigateur.',
    bug: 'Un problème est survenu dans cette page. Rechargez-la ; s’il persiste, prévenez le responsable du service.',
  },
}
