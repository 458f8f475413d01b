import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('fr')

export const failures: EntryText['failures'] = {
  offline: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
  timeout: 'Le service n’a pas répondu à temps. Réessayez.',
  unavailable: 'Le service n’est pas disponible pour le moment. Réessayez dans un instant.',
  serverError: 'Un problème est survenu de notre côté. Réessayez dans un instant.',
  unexpectedAnswer: 'Le service a donné une réponse que nous ne comprenons pas. Réessayez.',
  tooMany: 'Trop de tentatives. Patientez un peu et réessayez.',
  tooManyFor: (minutes) =>
    plural(minutes, {
      one: (number) => `Trop de tentatives. Réessayez dans ${number} minute.`,
      other: (number) => `Trop de tentatives. Réessayez dans ${number} minutes.`,
    }),
  invalidCredentials: 'L’identifiant ou le mot de passe n’est pas correct.',
  sessionEnded: 'Votre session est terminée. Reconnectez-vous.',
  locked: 'Votre coffre-fort est verrouillé. Reconnectez-vous.',
  loginTaken: 'Cet identifiant est déjà pris. Choisissez-en un autre.',
  loginMalformed: 'L’identifiant contient une espace ou un caractère invisible.',
  loginTooShort: 'L’identifiant doit avoir au moins 3 caractères.',
  loginTooLong: 'L’identifiant peut avoir au plus 64 caractères.',
  passwordTooShort: 'Utilisez au moins 15 caractères.',
  passwordTooLong: 'Utilisez au plus 256 caractères.',
  passwordWeak: 'Ce mot de passe est facile à deviner. Utilisez quelques mots que personne d’autre n’assemblerait.',
  passwordMalformed: 'Le mot de passe contient un caractère abîmé. Saisissez-le de nouveau.',
  registrationExpired:
    'Cela a pris trop de temps pour le service. Réessayez ; votre clé de récupération reste la même.',
  staleVault: 'Un autre appareil modifie votre coffre-fort. Réessayez dans un instant.',
  tooLarge: 'C’est plus que ce que le coffre-fort peut contenir.',
  requestNotPending: 'Cette demande a déjà reçu une réponse. Retournez à l’application et recommencez.',
  requestExpired: 'Cette demande a expiré. Rien n’a été partagé.',
  notFound: 'Le service ne connaît pas cette demande.',
  invalidClaims: 'Le service n’accepte pas l’une des valeurs. Rien n’a été partagé.',
  workerFailed: 'Votre coffre-fort n’a pas pu démarrer dans ce navigateur. Mettez-le à jour ou essayez-en un autre.',
  rollback:
    'Le serveur a envoyé un coffre-fort plus ancien que celui que cet appareil a déjà vu. Il n’a pas été ouvert et rien n’a été modifié. Merci de prévenir le responsable du service.',
  refusedVault:
    'Le coffre-fort envoyé par le serveur n’est pas celui qu’il devrait être. Rien n’a été ouvert ni modifié. Merci de prévenir le responsable du service.',
  newerVault: 'Votre coffre-fort a été écrit par une version plus récente. Rechargez cette page.',
  insufficientSession: 'Pour cela, connectez-vous avec votre mot de passe.',
  reauthRequired: 'Pour cela, reconnectez-vous.',
  userMismatch: 'Cela appartient à un autre compte.',
  tookTooLong: 'Cela a pris trop de temps. Réessayez.',
  invalidScope: 'Le service ne connaît pas l’un des éléments que demande l’application. Rien n’a été partagé.',
  wrongRecoveryKey: 'Ce n’est pas une clé de récupération. Vérifiez votre copie.',
  activityBroken:
    'Le serveur a envoyé une activité différente de celle que votre coffre-fort consigne. Rien n’a été modifié. Veuillez prévenir l’exploitant.',
  keyRotated: 'Un autre appareil a renouvelé la clé de votre coffre-fort. Reconnectez-vous.',
  appKeyChanged:
    'L’application chiffrerait avec une autre clé que celle que vous avez approuvée. Rien n’a été partagé. Ne continuez que si vous savez pourquoi.',
  invalidPasskey: 'Le service n’a pas accepté cette clé d’accès. Réessayez.',
  lastMethod:
    'C’est votre dernier moyen de connexion en dehors de la clé de récupération. Ajoutez-en d’abord un autre.',
  passkeyCancelled: 'La clé d’accès n’a pas été utilisée. Réessayez quand vous serez prêt.',
  passkeyExists: 'Cet appareil a déjà une clé d’accès de votre compte.',
  passkeyNoPrf: 'Cette clé d’accès ne peut pas ouvrir de coffre-fort. Utilisez-en une autre, ou un mot de passe.',
  passkeyUnstable:
    'Cette clé d’accès donne chaque fois une clé différente et ne peut pas ouvrir de coffre-fort. Utilisez-en une autre.',
  passkeyUnsupported:
    'Ce navigateur ne peut pas utiliser de clés d’accès ici. Utilisez un mot de passe ou un autre navigateur.',
  bug: 'Un problème est survenu dans cette page. Rechargez-la ; s’il persiste, prévenez le responsable du service.',
}
