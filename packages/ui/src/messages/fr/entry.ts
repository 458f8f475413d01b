import { formatOf } from '../format.ts'
import type { EntryText } from '../texts.ts'

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
    quote: (words) => `« ${words} »`,

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
        description: 'Permet à l’application de vous reconnaître la prochaine fois. Ne contient aucune de vos données.',
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
    notYou: 'Pas vous ?',
    passkey: 'Se connecter avec une clé d’accès',
    passkeyBusy: 'En attente de votre clé d’accès…',
    or: 'ou avec votre mot de passe',
    cancelled:
      'Aucune clé d’accès n’a été utilisée. Si vous n’en avez pas ici, utilisez votre mot de passe ou votre clé de récupération.',
    passkeyRefused:
      'Cette clé d’accès n’ouvre aucun compte ici. Si ce compte a été supprimé, vous pouvez la supprimer. Sinon, gardez-la, connectez-vous autrement et prévenez l’exploitant.',
    login: 'Nom d’utilisateur',
    password: 'Mot de passe',
    busy: 'Ouverture de votre coffre-fort…',
    busyHint: 'Cela prend une à deux secondes : votre mot de passe est ainsi plus long à deviner.',
    throttled: (time) =>
      `Trop de tentatives. Votre mot de passe pourra être réessayé à ${time}. Une clé d’accès ou votre clé de récupération fonctionne tout de suite.`,
    usePassword: 'Utiliser votre mot de passe',
    recovery: 'Utiliser votre clé de récupération',
    anotherDevice: 'Utiliser un autre appareil',
    noAccount: 'Pas encore de compte ?',
    signUp: 'Créer un compte',
    emptyLogin: 'Saisissez votre nom d’utilisateur.',
    emptyPassword: 'Saisissez votre mot de passe.',

    locked: {
      idle: 'Votre coffre-fort a été verrouillé après un moment sans activité. Connectez-vous pour continuer.',
      idleUnsaved:
        'Votre coffre-fort a été verrouillé après un moment sans activité. Les modifications non enregistrées sont perdues.',
      session_ended:
        'Votre session est terminée. Connectez-vous pour continuer ; ce que vous avez saisi est toujours là.',
      older_vault:
        'Le serveur a envoyé un coffre-fort plus ancien ou différent : nous avons donc verrouillé le vôtre. Connectez-vous pour voir ce qui a changé ; ce que vous avez saisi est toujours là.',
      recent_sign_in:
        'Cette application vous demande de vous reconnecter avant d’accepter. Vos choix sont toujours là.',
      other_account: 'La session est fermée. La prochaine personne qui se connecte pourra répondre à cette demande.',
      signed_out: 'La session est fermée et votre coffre-fort est verrouillé.',
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
    firstTime: 'Vous n’avez encore jamais accepté cette application.',
    knownSince: (date) => `Vous l’utilisez depuis le ${date}.`,
    scopes: 'Données demandées',
    reason: (app) => `${app} précise :`,
    signsIn: (app) => `En acceptant, vous vous connectez aussi à ${app}.`,
    shareScope: (title) => `Partager : ${title}`,
    off: 'Non partagé.',
    claimOff: 'Non partagé',
    summary: (app, count) =>
      plural(count, {
        one: (number) => `${app} reçoit ${number} information de votre coffre-fort :`,
        other: (number) => `${app} reçoit ${number} informations de votre coffre-fort :`,
      }),
    approve: 'Accepter',
    approving: 'Envoi…',
    deny: 'Refuser',
    denying: 'Refus…',
    plainFor: (app) => `Non chiffré pour ${app} : ce service peut le lire au passage.`,
    leavingTitle: (app) => `Retour vers ${app}`,
    leaving: 'Si rien ne se passe, utilisez ce lien.',
    continue: (app) => `Continuer vers ${app}`,
  },

  missing: {
    title: 'Nous n’avons pas pu charger cette page',
    text: 'Une partie n’est pas arrivée. Vérifiez votre connexion et réessayez.',
  },

  failures: {
    offline: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
    timeout: 'Le service n’a pas répondu à temps. Réessayez.',
    service_unavailable: 'Le service n’est pas disponible pour le moment. Réessayez dans un instant.',
    server_error: 'Un problème est survenu de notre côté. Réessayez dans un instant.',
    unexpected_answer: 'Nous ne comprenons pas la réponse du service. Réessayez.',
    too_many_requests: 'Trop de tentatives. Patientez un peu et réessayez.',
    tooManyFor: counted({
      one: 'Trop de tentatives. Réessayez dans # minute.',
      other: 'Trop de tentatives. Réessayez dans # minutes.',
    }),
    invalid_credentials: 'Le nom d’utilisateur ou le mot de passe n’est pas correct.',
    invalid_session: 'Votre session est terminée. Reconnectez-vous.',
    wrong_address:
      'Vous ne pouvez pas vous connecter à cette adresse. Utilisez l’adresse habituelle du service, ou prévenez l’exploitant.',
    locked: 'Votre coffre-fort est verrouillé. Reconnectez-vous.',
    account_suspended: 'Ce compte est suspendu. Adressez-vous à l’exploitant.',
    login_taken: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
    login_malformed: 'Les espaces et les caractères invisibles ne sont pas acceptés dans le nom d’utilisateur.',
    login_too_short: 'Utilisez au moins 3 caractères.',
    login_too_long: 'Utilisez au plus 64 caractères.',
    password_too_short: 'Utilisez au moins 15 caractères.',
    password_too_long: 'Utilisez au plus 256 caractères.',
    password_weak: 'Ce mot de passe est facile à deviner. Choisissez quelques mots sans rapport entre eux.',
    password_malformed: 'Le mot de passe contient un caractère abîmé. Saisissez-le de nouveau.',
    registration_expired: 'Cela a pris trop de temps. Réessayez ; votre clé de récupération reste la même.',
    stale_vault: 'Un autre appareil modifie votre coffre-fort. Réessayez dans un instant.',
    too_large: 'C’est plus que ce que le coffre-fort peut contenir.',
    too_many_items: 'Un coffre-fort contient au plus 5 000 entrées. Supprimez-en d’abord.',
    vault_too_large: 'Un coffre-fort contient au plus 16 Mio. Supprimez d’abord des entrées.',
    request_not_pending: 'Cette demande a déjà reçu une réponse. Retournez à l’application et recommencez.',
    request_expired: 'Cette demande a expiré. L’application n’a rien reçu.',
    not_found: 'Cette demande est introuvable.',
    invalid_claims: 'Le service n’a pas accepté l’une des valeurs. L’application n’a rien reçu.',
    malformed_claim: 'Vérifiez le champ signalé. Rien n’a été enregistré ni partagé.',
    worker_failed: 'Votre coffre-fort n’a pas pu démarrer dans ce navigateur. Mettez-le à jour ou essayez-en un autre.',
    missing_unlock:
      'Le serveur a omis l’un de vos moyens de connexion. Nous n’avons pas ouvert le coffre-fort et rien n’a changé. Merci de prévenir l’exploitant.',
    rollback:
      'Le serveur n’a pas envoyé le bon coffre-fort. Nous ne l’avons pas ouvert et rien n’a changé. Merci de prévenir l’exploitant.',
    account_deleted:
      'Vous avez supprimé ce compte sur cet appareil, mais le serveur l’a renvoyé. Nous ne l’avons pas ouvert. Merci de prévenir l’exploitant.',
    unsupported: 'Votre coffre-fort a été enregistré par une version plus récente. Rechargez cette page.',
    insufficient_session: 'Pour cela, connectez-vous avec votre mot de passe.',
    reauth_required: 'Pour cela, confirmez que c’est vous.',
    user_mismatch: 'Cela appartient à un autre compte.',
    staging_expired: 'Cela a pris trop de temps. Réessayez.',
    invalid_scope: 'L’application demande quelque chose que ce service ne connaît pas. L’application n’a rien reçu.',
    recovery_key_length: 'Ce n’est pas une clé de récupération. Vérifiez votre copie.',
    activity_broken:
      'L’activité envoyée par le serveur ne correspond pas à votre coffre-fort. Rien n’a changé. Merci de prévenir l’exploitant.',
    key_rotated: 'Un autre appareil a remplacé la clé du coffre-fort. Reconnectez-vous.',
    app_key_changed:
      'L’application utilise maintenant une autre clé de chiffrement que celle que vous avez acceptée. Rien n’a été partagé. Ne continuez que si vous savez pourquoi.',
    invalid_passkey: 'Le service n’a pas accepté cette clé d’accès. Réessayez.',
    last_method:
      'C’est votre dernier moyen de connexion en dehors de la clé de récupération. Ajoutez-en d’abord un autre.',
    passkey_account_deleted:
      'Vous avez supprimé ce compte : sa clé d’accès n’ouvre plus rien. Vous pouvez la supprimer de vos appareils.',
    passkey_cancelled: 'La clé d’accès n’a pas été utilisée. Réessayez quand vous voulez.',
    passkey_no_prf: 'Cette clé d’accès ne peut pas ouvrir de coffre-fort. Utilisez-en une autre, ou un mot de passe.',
    passkey_unstable:
      'Cette clé d’accès ne peut pas ouvrir de coffre-fort : elle donne chaque fois une clé différente. Utilisez-en une autre.',
    passkey_unsupported:
      'Les clés d’accès ne fonctionnent pas dans ce navigateur. Utilisez un mot de passe ou un autre navigateur.',
    bug: 'Un problème est survenu sur cette page. Rechargez-la ; si cela ne suffit pas, prévenez l’exploitant.',
  },
}
