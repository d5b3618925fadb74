// Admits a batch of messages. Where credits run short, visitors get what less urgent work holds.
import type { HoldPriority } from '../../billing/index.ts'
import { admit, type Admission, type Asked, type Known, type Ledgers } from './admission-rules.ts'
import { newConversationId } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import type { Db } from '../../../lib/db/pool.ts'
import type { TurnLedger } from './ledger.ts'

/** People who try out their agent, and tests of it, come after its visitors. */
export const priorityOf = ({ channel }: { readonly channel: string }): HoldPriority =>
  channel === 'test' ? 'waiting' : 'visitor'

interface MessageToAdmit {
  readonly asked: Asked
  readonly known: Known | undefined
  readonly priority: HoldPriority
}

interface Locked {
  readonly balances: ReadonlyMap<string, Milli>
  readonly usage: Ledgers['usage']
  readonly unsent: ReadonlySet<string>
}

const UNKNOWN: Known = { earlier: undefined, conversation: undefined }
const isUnpaid = (admission: Admission | undefined) =>
  admission?.kind === 'refused' && admission.code === 'CREDITS_EXHAUSTED'

/** Answers one admission per message, in their order. What was taken from other holds is available when this resolves. */
export async function admitBatch(
  ledger: Pick<TurnLedger, 'yieldable' | 'makeRoom'>,
  db: Db,
  messages: readonly MessageToAdmit[],
  locked: Locked,
  now: number,
): Promise<Admission[]> {
  const admissions = admitInOrder(messages, ledgersOf(locked), now)
  const unpaid = messages.filter((one) => one.priority === 'visitor' && isUnpaid(admissions.get(one)))
  const room = new Map<string, Milli>()
  for (const workspaceId of new Set(unpaid.map(({ asked }) => asked.workspaceId)))
    room.set(workspaceId, await ledger.yieldable(db, workspaceId, 'visitor'))
  if ([...room.values()].every((amount) => amount === 0)) return messages.flatMap((one) => admissions.get(one) ?? [])

  const ledgers = ledgersOf(locked)
  for (const [id, amount] of room) ledgers.balances.set(id, (locked.balances.get(id) ?? 0) + amount)
  const isVisitor = ({ priority }: MessageToAdmit) => priority === 'visitor'
  const visitors = admitInOrder(messages.filter(isVisitor), ledgers, now)
  for (const [workspaceId, amount] of room) {
    // Only visitors get more than was available.
    const left = (ledgers.balances.get(workspaceId) ?? 0) - amount
    ledgers.balances.set(workspaceId, Math.max(0, left))
    if (left < 0) await ledger.makeRoom(db, { workspaceId, priority: 'visitor', amount: -left })
  }
  const others = admitInOrder(
    messages.filter((one) => !isVisitor(one)),
    ledgers,
    now,
  )
  return messages.flatMap((one) => visitors.get(one) ?? others.get(one) ?? [])
}

const admitInOrder = (messages: readonly MessageToAdmit[], ledgers: Ledgers, now: number) =>
  new Map(
    messages.map((one) => [one, admit(one.asked, one.known ?? UNKNOWN, ledgers, newConversationId(), now)] as const),
  )

const ledgersOf = ({ balances, usage, unsent }: Locked): Ledgers => ({
  balances: new Map(balances),
  usage: new Map(usage),
  busy: new Set(),
  keys: new Map(),
  unsent: new Set(unsent),
})
