import { idempotentAnswers } from '../../lib/http/idempotency/idempotency.ts'
import type { VaultContext, EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { ERASURE_VAULT_CONTEXT } from './deletion/delete-account.ts'
import { NOTICE_VAULT_CONTEXT } from './security-notices.ts'
import { RESET_VAULT_CONTEXT } from './reset-factors.ts'
import { RECOVERY_VAULT_CONTEXT, recoveryKeysOf, SECRET_VAULT_CONTEXT } from './two-factor/two-factor.ts'

export const sealed: readonly EncryptedColumn[] = [
  idempotentAnswers('identity'),
  {
    name: 'authenticator apps',
    in: 'identity',
    table: 'two_factors',
    key: ['user_id'],
    value: 't.secret',
    set: (parameter) => `secret = ${parameter}`,
    contexts: ({ user_id: tenant = '' }) => [{ tenant, where: SECRET_VAULT_CONTEXT }],
  },
  {
    name: 'keys of recovery codes',
    in: 'identity',
    table: 'two_factors',
    key: ['user_id'],
    value: 't.recovery_key',
    set: (parameter) => `recovery_key = ${parameter}`,
    contexts: ({ user_id: tenant = '' }) => [{ tenant, where: RECOVERY_VAULT_CONTEXT }],
    // Old recovery codes were derived from the master key.
    missing: { when: 't.confirmed_at is not null', plain: recoveryKeysOf },
  },
]

export const queued: readonly VaultContext[] = [ERASURE_VAULT_CONTEXT, NOTICE_VAULT_CONTEXT, RESET_VAULT_CONTEXT]
