import type { EntryText } from '../messages.ts'

export const signIn: EntryText['signIn'] = {
  title: 'Se connecter',
  lead: 'Un seul geste vous connecte et ouvre votre coffre-fort, ici, sur cet appareil.',
  appWaitingTitle: 'Une application attend votre accord',
  appWaiting:
    'Connectez-vous pour voir de quelle application il s’agit et ce qu’elle demande. Rien n’est partagé sans votre accord.',
  passkey: 'Se connecter avec une clé d’accès',
  passkeyBusy: 'En attente de votre clé d’accès…',
  or: 'ou avec votre mot de passe',
  noPasskeys:
    'Ce navigateur ne peut pas utiliser de clés d’accès ici. Votre mot de passe ouvre tout aussi bien votre coffre-fort.',
  cancelled:
    'Aucune clé d’accès n’a été utilisée. Si cet appareil n’en a pas pour ce service, utilisez votre mot de passe ou votre clé de récupération.',
  unknownPasskey:
    'Le service ne connaît pas cette clé d’accès : elle a été supprimée ou appartient à un autre compte. Choisissez-en une autre, ou utilisez votre mot de passe ou votre clé de récupération.',
  login: 'Identifiant',
  password: 'Mot de passe',
  submit: 'Se connecter et ouvrir le coffre-fort',
  busy: 'Ouverture de votre coffre-fort…',
  busyHint: 'Cela prend une à deux secondes : c’est ce qui rend lent de deviner votre mot de passe.',
  throttled: (time) =>
    `Trop de tentatives. Vous pourrez réessayer votre mot de passe à ${time}. Une clé d’accès ou votre clé de récupération fonctionne dès maintenant.`,
  recovery: 'Utiliser votre clé de récupération',
  saveReadable: 'Enregistrer ce qui est lisible',
  noAccount: 'Pas encore de compte ?',
  signUp: 'En créer un',
  emptyLogin: 'Saisissez votre identifiant.',
  emptyPassword: 'Saisissez votre mot de passe.',

  locked: {
    idle: 'Votre coffre-fort a été verrouillé après cinq minutes sans activité. Connectez-vous pour continuer.',
    idleUnsaved:
      'Votre coffre-fort a été verrouillé après cinq minutes sans activité. Les modifications non enregistrées sont perdues.',
    session_ended:
      'Votre session est terminée. Reconnectez-vous pour continuer ; ce que vous avez saisi est toujours là.',
    recent_sign_in:
      'Cette application vous demande de vous reconnecter avant de donner votre accord. Vos choix sont toujours là.',
    signed_out: 'Vous êtes déconnecté et votre coffre-fort est verrouillé.',
    left: 'Votre coffre-fort a été verrouillé quand vous avez quitté la page. Connectez-vous pour continuer.',
  },
}
