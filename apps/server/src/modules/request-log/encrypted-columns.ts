import { idempotentAnswers } from '../../lib/http/idempotency/idempotency.ts'
import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'

export const sealed: readonly EncryptedColumn[] = [idempotentAnswers('region')]
