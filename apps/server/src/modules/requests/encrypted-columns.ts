// Where answers kept under an Idempotency-Key are sealed.
import { idempotentAnswers } from '../../lib/http/idempotency.ts'
import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'

export const sealed: readonly EncryptedColumn[] = [idempotentAnswers('region')]
