import { ServiceError } from '@countersign/service/errors'

export function loginTaken(): ServiceError {
  return new ServiceError('login_taken', 'This name is taken. Choose another one.')
}
