import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('es')

export const sessions: RestText['sessions'] = {
  title: 'Dispositivos',
  lead: 'Dónde tiene abierta la sesión ahora mismo.',
  current: 'Este dispositivo',
  unknownBrowser: 'Navegador desconocido',
  unknownNetwork: 'red desconocida',
  methods: { password: 'con contraseña', passkey: 'con llave de acceso', recovery: 'con clave de recuperación' },
  network: (network) => `desde ${network}`,
  lastSeen: (when) => `Visto por última vez el ${when}`,
  onlyThis: 'Su cuenta no tiene la sesión abierta en ningún otro lugar.',
  end: 'Cerrar sesión',
  ended: 'Se cerró la sesión en ese dispositivo.',
  endOthers: 'Cerrar sesión en los demás dispositivos',
  endOthersTitle: '¿Cerrar sesión en los demás dispositivos?',
  endOthersMessage: 'Quien los use tendrá que iniciar sesión de nuevo. Este dispositivo sigue con la sesión abierta.',
  endOthersApps: 'Quitar también el acceso a todas las aplicaciones; tendrán que volver a pedírselo.',
  endedOthers: (count) =>
    plural(count, {
      one: 'Se cerró la sesión en el otro dispositivo.',
      other: (number) => `Se cerró la sesión en otros ${number} dispositivos.`,
    }),
  events: 'Lo que notó el servicio',
  eventsLead:
    'Lo dice el servicio; su caja fuerte no puede comprobarlo. Si algo de esto no fue usted, cierre la sesión en los demás dispositivos y revise sus formas de iniciar sesión.',
  noEvents: 'Todavía nada.',
}
