import type { RestText } from '../messages.ts'

export const events: RestText['events'] = {
  signed_up: 'Compte créé',
  signed_in: 'Connexion',
  sign_in_failed: 'Une connexion a échoué',
  sign_in_paused: 'Connexion par mot de passe suspendue après de nombreuses tentatives',
  session_ended: 'Un appareil a été déconnecté',
  other_sessions_ended: 'Tous les autres appareils ont été déconnectés',
  method_added: 'Moyen de connexion ajouté',
  method_removed: 'Moyen de connexion supprimé',
  password_changed: 'Mot de passe changé',
  login_name_changed: 'Identifiant changé',
  recovery_key_replaced: 'Clé de récupération remplacée',
  account_key_rotated: 'Tout verrouillé avec une nouvelle clé',
  account_exported: 'Compte exporté',
  grant_revoked: 'Accès d’une application révoqué',
}
