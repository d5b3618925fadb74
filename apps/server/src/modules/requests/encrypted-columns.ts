// Where answers kept under an Idempotency-Key are sealed.
import { idempotentAnswers } from '../../lib/http/idempotency.ts'
import type { SealedColumn } from '../../lib/sealed.ts'

export const sealed: readonly SealedColumn[] = [idempotentAnswers('region')]
