// Where answers kept under an Idempotency-Key are sealed.
import { idempotentAnswers } from '../../platform/http/idempotency.ts'
import type { SealedColumn } from '../../platform/sealed.ts'

export const sealed: readonly SealedColumn[] = [idempotentAnswers('region')]
