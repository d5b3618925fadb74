// Names the sources of credits and the uses of charges, which the ledger knows by kinds and keys.
import type { CreditSource, CreditUse } from '@parlance/contract/billing/credit-flow'
import type { Milli } from '@parlance/contract/lib/money'
import { englishOf, msg } from '@parlance/i18n/messages'
import { readMessage } from '../../lib/stored-message.ts'
import type { FlowRow } from './credit-flow.repository.ts'

const RECHARGE = englishOf(msg('credit_recharge'))

export function creditSource({
  kind,
  origin,
  cause,
  isClient,
}: Pick<FlowRow, 'kind' | 'origin' | 'cause' | 'isClient'>): CreditSource {
  if (kind === 'topup') return englishOf(readMessage(cause)) === RECHARGE ? 'recharge' : 'topup'
  if (kind === 'transfer') return isClient && origin === 'transfer:sale' ? 'sale' : 'transfer'
  if (origin.startsWith('free:')) return 'free'
  return origin.startsWith('paid:') ? 'plan' : 'grant'
}

const USES: Readonly<Record<string, CreditUse>> = {
  turn: 'answer',
  transcript: 'answer',
  call: 'voice',
  'voice-preview': 'voice',
  knowledge: 'knowledge',
  'knowledge-page': 'knowledge',
  crawl: 'knowledge',
  campaign: 'campaign',
  judge: 'test',
  metric: 'test',
  conflict: 'test',
  brief: 'inbox',
  suggest: 'inbox',
  translation: 'inbox',
  assistant: 'assistant',
}

export function creditUse({ work, channel }: Pick<FlowRow, 'work' | 'channel'>): CreditUse {
  const use = USES[work] ?? 'other'
  return use === 'answer' && (channel === 'voice' || channel === 'test') ? channel : use
}

export interface Flow {
  readonly source: CreditSource
  readonly key: string | null
  readonly use: CreditUse
  readonly credits: Milli
}

/** Adds up rows of the same source, key and use; the largest first. */
export function mergeFlows(rows: readonly FlowRow[]): Flow[] {
  const merged = new Map<string, Flow>()
  for (const row of rows) {
    const { key } = row
    const [source, use] = [creditSource(row), creditUse(row)]
    const id = JSON.stringify([source, key, use])
    merged.set(id, { source, key, use, credits: (merged.get(id)?.credits ?? 0) + row.credits })
  }
  return [...merged.values()].toSorted((a, b) => b.credits - a.credits)
}
