import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('es')

export const consent: EntryText['consent'] = {
  loading: 'Obteniendo la solicitud…',
  title: (app) => `${app} pide algunos de sus datos`,
  returnsTo: {
    site: (host) => `Usted volverá a ${host}`,
    local: (host) => `Usted volverá a un programa de este ordenador, en ${host}`,
    program: (scheme) => `Usted volverá a una aplicación de este dispositivo, ${scheme}`,
  },
  firstTime: 'Es la primera vez que se lo pide.',
  knownSince: (date) => `Usted la usa desde el ${date}.`,
  changedTitle: (app) => `${app} no es exactamente la aplicación que usted aprobó`,
  hostChanged: 'Ahora le lleva de vuelta a otra dirección. Continúe solo si sabe por qué.',
  before: 'Antes',
  now: 'Ahora',
  keyChanged:
    'Ahora cifra con otra clave. O bien la ha renovado, o bien otra persona quiere leer sus datos en su lugar.',
  keyGone: 'Ya no cifra lo que usted comparte, así que los servicios intermedios también podrían leerlo.',
  acceptKey: (app) => `Esperaba este cambio de ${app} o he preguntado a su operador.`,
  keyNotAccepted: 'Confirme primero arriba la clave cambiada, o rechace la solicitud.',
  scopes: 'Lo que pide',
  reason: (app) => `${app} dice:`,
  requiredBecause: (app) => `${app} no funciona sin esto.`,
  signsIn: (app) => `Cualquier aprobación inicia también su sesión en ${app}.`,
  shareScope: (title) => `Compartir: ${title}`,
  noData: 'No comparte ninguno de sus datos.',
  off: 'No se comparte.',
  claimOff: 'No se comparte',
  chooseOne: (claim) => `${claim}: elija una opción`,
  nothingYet: 'Su caja fuerte aún no contiene nada para esto. Lo que añada aquí se guarda en su caja fuerte.',
  addMore: (count) => plural(count, { one: 'Añadir 1 dato más', other: (number) => `Añadir ${number} datos más` }),
  addedHint: 'Opcional. Lo que añada aquí también se comparte y se guarda en su caja fuerte.',
  summaryNone: (app) => `${app} sabrá que es usted y no recibirá ninguno de sus datos.`,
  summary: (app, count) =>
    plural(count, {
      one: `${app} recibe 1 dato de su caja fuerte:`,
      other: (number) => `${app} recibe ${number} datos de su caja fuerte:`,
    }),
  summaryOff: 'Todo está desactivado. Active algo para aprobar, o rechace la solicitud.',
  approve: 'Aprobar',
  approving: 'Aprobando…',
  deny: 'Rechazar',
  denying: 'Rechazando…',
  requiredGap: (claim, app) => `Rellene «${claim}»: ${app} no funciona sin ello.`,
  requiredOff: (claim, app) =>
    `Active «${claim}» u otro dato del mismo grupo: ${app} no funciona sin ninguno de ellos.`,
  policy: (app) => `Política de privacidad de ${app}`,
  terms: (app) => `Condiciones de uso de ${app}`,
  promiseSealed: (app) =>
    `Su dispositivo cifra lo que usted comparte para que solo ${app} pueda leerlo. Solo se envía lo que ve aquí, y solo cuando usted lo aprueba.`,
  openUntil: 'Esta solicitud está abierta hasta las',
  promise:
    'Su caja fuerte está abierta solo en este dispositivo. Solo se firma y se envía lo que ve aquí, y solo cuando usted lo aprueba.',
  leavingTitle: (app) => `Le llevamos de vuelta a ${app}`,
  leaving: 'Si no ocurre nada, use este enlace.',
  continue: (app) => `Continuar a ${app}`,
}
