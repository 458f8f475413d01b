import type { EntryText } from '../messages.ts'

export const problem: EntryText['problem'] = {
  malformedTitle: 'Este enlace no está completo',
  malformed: 'La dirección de la solicitud falta o está dañada. Vuelva a la aplicación y empiece de nuevo.',
  unknownTitle: 'No conocemos esta solicitud',
  unknown:
    'Puede que sea demasiado antigua o que se abriera con otra cuenta. Vuelva a la aplicación y empiece de nuevo.',
  expiredTitle: 'Esta solicitud ha caducado',
  expired: (app) =>
    `Por su seguridad, una solicitud solo está abierta unos minutos. No se ha compartido nada. Vuelva a ${app} y empiece de nuevo.`,
  approvedTitle: 'Ya ha aprobado esto',
  approved: (app) =>
    `Una aprobación sirve una sola vez. Si ${app} no inició su sesión, vuelva allí y empiece de nuevo.`,
  deniedTitle: 'Ya ha rechazado esto',
  denied: (app) => `No se ha compartido nada. Para decidir de nuevo, vuelva a ${app} y empiece otra vez.`,
  unsafeTitle: 'No le enviaremos allí',
  unsafe:
    'La aplicación dio una dirección que no es seguro abrir. No se ha compartido nada. Por favor, avise a su responsable.',
  backTo: (app) => `Volver a ${app}`,
  loadTitle: 'No hemos podido obtener la solicitud',
  load: 'No se ha compartido nada. Su solicitud sigue esperando.',
  pageTitle: 'No hemos podido cargar esta página',
  page: 'Una parte de esta página no ha llegado. Compruebe su conexión e inténtelo de nuevo.',
  notFoundTitle: 'Aquí no hay nada',
  notFound: 'Esta dirección no existe.',
}
