// Where accounts keep sealed values.
import { idempotentAnswers } from '../../lib/http/idempotency.ts'
import type { Place, EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { ERASURE } from './deletion/delete-account.ts'
import { NOTICE } from './security-notices.ts'
import { RESET } from './operator.ts'
import { RECOVERY_PLACE, recoveryKeysOf, SECRET_PLACE } from './two-factor/two-factor.ts'

export const sealed: readonly EncryptedColumn[] = [
  idempotentAnswers('identity'),
  {
    name: 'authenticator apps',
    in: 'identity',
    table: 'two_factors',
    key: ['user_id'],
    value: 't.secret',
    set: (parameter) => `secret = ${parameter}`,
    places: ({ user_id: tenant = '' }) => [{ tenant, where: SECRET_PLACE }],
  },
  {
    name: 'keys of recovery codes',
    in: 'identity',
    table: 'two_factors',
    key: ['user_id'],
    value: 't.recovery_key',
    set: (parameter) => `recovery_key = ${parameter}`,
    places: ({ user_id: tenant = '' }) => [{ tenant, where: RECOVERY_PLACE }],
    // Codes of before accounts had keys of their own hang on the master key that made them.
    missing: { when: 't.confirmed_at is not null', plain: recoveryKeysOf },
  },
]

/** Of work that waits in a queue. */
export const queued: readonly Place[] = [ERASURE, NOTICE, RESET]
