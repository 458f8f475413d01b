import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('fr')

export const signUp: RestText['signUp'] = {
  title: 'Créez votre compte',
  lead: 'Cela prend une minute. Il vous faut un identifiant, un mot de passe et un endroit où garder une clé de secours.',
  appWaiting: 'L’application qui vous a envoyé ici attend. Vous verrez juste après ce qu’elle demande.',
  step: (step) => `Étape ${step} sur 2`,
  login: 'Identifiant',
  loginHint: 'Un nom ou une adresse e-mail ; de 3 à 64 caractères. Nous n’en gardons qu’une empreinte.',
  password: 'Mot de passe',
  passwordHint: 'Au moins 15 caractères. Quatre ou cinq mots sans rapport entre eux sont faciles à retenir.',
  passwordMissing: (missing) =>
    plural(missing, {
      one: (number) => `Encore ${number} caractère.`,
      other: (number) => `Encore ${number} caractères.`,
    }),
  passwordShort: 'Utilisez au moins 15 caractères.',
  passwordRepetitive: 'Trop répétitif. Utilisez davantage de caractères différents.',
  passwordName: 'C’est presque uniquement votre identifiant. Choisissez autre chose.',
  passwordGood: 'Assez long. L’utilisez-vous uniquement ici ?',
  passwordWarning:
    'Personne ne peut réinitialiser ce mot de passe pour vous, pas même nous. C’est à cela que sert la clé de secours.',
  emptyLogin: 'Choisissez un identifiant.',
  submit: 'Continuer',
  busy: 'Préparation…',
  haveAccount: 'Vous avez déjà un compte ?',
  signIn: 'Se connecter',
}
