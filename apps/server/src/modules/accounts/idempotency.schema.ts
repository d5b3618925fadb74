// Answers of global calls under an Idempotency-Key.
import { index, pgTable } from 'drizzle-orm/pg-core'
import { idempotencyColumns } from '../../lib/http/idempotency-columns.ts'

export const idempotencyKeys = pgTable('idempotency_keys', idempotencyColumns(), (t) => [
  index('idempotency_keys_actor').on(t.actorHash),
  index('idempotency_keys_expires').on(t.expiresAt),
])
