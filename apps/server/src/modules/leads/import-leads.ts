// Imports rows of a file: updates known people, adds others, and reports invalid rows by line.
import { emailKeyOf, phoneKeyOf } from '@parlance/contract/leads/captured'
import { type BrokenRow, type CheckedRow, checkRow, isBroken } from '@parlance/contract/leads/import'
import { type ImportRow, type LeadSettings, MAX_LEADS } from '@parlance/contract/leads/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'
import { findPerson } from './same-person.ts'
import type { LeadRow } from './schema.ts'
import { bounded } from './views.ts'

export interface ImportInput {
  readonly agentId: string
  readonly rows: readonly ImportRow[]
  readonly group: string
  readonly dryRun: boolean
}

export async function importLeads(
  settingsOf: (ctx: Ctx, agentId: string) => Promise<LeadSettings>,
  ctx: Ctx,
  { agentId, rows, group, dryRun }: ImportInput,
) {
  return ctx.tx(async (tx) => {
    await tx.assertStill?.(tx)
    if (!dryRun) await repository.lockAgent(tx.db, agentId)
    const { stages } = await settingsOf(tx, agentId)
    const checked = rows.map((row) => checkRow(row, stages))
    const taken = checked.filter((row): row is CheckedRow => !isBroken(row))
    const known = await repository.findSame(tx.db, agentId, {
      emails: taken.map(({ lead }) => emailKeyOf(lead.email)),
      phones: taken.map(({ lead }) => phoneKeyOf(lead.phone)),
    })
    const people = createPeople(known)
    for (const { lead } of taken) {
      const found = people.find(lead.email, lead.phone)
      people.put(
        applied(found, { ...lead, group: lead.group || group }, () => ({
          id: randomId(16),
          workspaceId: tx.workspaceId,
          agentId,
          stage: stages[0]?.id ?? 'new',
          source: 'import',
          conversationIds: [],
          createdAt: tx.now(),
          updatedAt: tx.now(),
        })),
      )
    }
    const { added, changed } = people.result()
    const room = MAX_LEADS - (await repository.countUpTo(tx.db, agentId, MAX_LEADS))
    if (added.length > room) throw new AppError('LIMIT_REACHED', msg('too_many_leads', { max: MAX_LEADS }))
    if (!dryRun) {
      await repository.insert(tx.db, added)
      await repository.update(
        tx.db,
        changed.map((row) => ({ ...row, updatedAt: tx.now() })),
      )
    }
    const broken = checked.filter(isBroken).map(toAnswer)
    return { created: added.length, updated: taken.length - added.length, broken }
  })
}

const toAnswer = ({ line, reason }: BrokenRow) =>
  typeof reason === 'string' ? { line, message: reason } : { line, ...reason }

type Fresh = Omit<LeadRow, 'name' | 'email' | 'phone' | 'emailKey' | 'phoneKey' | 'variables' | 'group'>

/** Values of the row replace existing ones; missing values are kept. */
function applied(found: LeadRow | undefined, lead: CheckedRow['lead'], fresh: () => Fresh): LeadRow {
  const email = lead.email || (found?.email ?? '')
  const phone = lead.phone || (found?.phone ?? '')
  const base = found ?? fresh()
  return {
    ...base,
    name: lead.name || (found?.name ?? ''),
    email,
    phone,
    emailKey: emailKeyOf(email),
    phoneKey: phoneKeyOf(phone),
    variables: bounded({ ...found?.variables, ...lead.variables }),
    stage: lead.stage ?? base.stage,
    group: lead.group || (found?.group ?? ''),
  }
}

/** Finds leads, including earlier rows of the file; the oldest of several. */
function createPeople(known: readonly LeadRow[]) {
  const stored = new Set(known.map(({ id }) => id))
  const byId = new Map<string, LeadRow>()
  const byKey = new Map<string, Set<string>>()
  const touched = new Set<string>()
  const put = (row: LeadRow) => {
    const before = byId.get(row.id)
    byId.set(row.id, row)
    const keys = keysOf(row)
    const dropped = before ? keysOf(before).filter((key) => !keys.includes(key)) : []
    for (const key of dropped) byKey.get(key)?.delete(row.id)
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(row.id))
  }
  known.forEach(put)
  return {
    find(email: string, phone: string): LeadRow | undefined {
      const keys = { emailKey: emailKeyOf(email), phoneKey: phoneKeyOf(phone) }
      const ids = keysOf(keys).flatMap((key) => [...(byKey.get(key) ?? [])])
      return findPerson(
        ids.flatMap((id) => byId.get(id) ?? []),
        keys,
      )
    },
    put(row: LeadRow) {
      put(row)
      touched.add(row.id)
    },
    result() {
      const rows = [...touched].flatMap((id) => byId.get(id) ?? [])
      return {
        added: rows.filter(({ id }) => !stored.has(id)),
        changed: rows.filter(({ id }) => stored.has(id)),
      }
    },
  }
}

const keysOf = ({ emailKey, phoneKey }: Pick<LeadRow, 'emailKey' | 'phoneKey'>): string[] => [
  ...(emailKey ? [`email ${emailKey}`] : []),
  ...(phoneKey ? [`phone ${phoneKey}`] : []),
]
