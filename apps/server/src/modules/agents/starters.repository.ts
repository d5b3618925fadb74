import type { GeneratedStarters } from '@parlance/contract/agents/generated-starters'
import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { agents } from './schema.ts'

interface Owner {
  readonly agentId: string
  readonly workspaceId: string
}
const ofOwner = ({ agentId, workspaceId }: Owner) => and(eq(agents.id, agentId), eq(agents.workspaceId, workspaceId))

export async function want(db: Db, owner: Owner, at: Date): Promise<void> {
  await db.update(agents).set({ startersDueAt: at }).where(ofOwner(owner))
}

export function claim(db: Db, now: Date, limit: number) {
  const due = db
    .select({ id: agents.id })
    .from(agents)
    .where(lte(agents.startersDueAt, now))
    .orderBy(agents.startersDueAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(agents)
    .set({ startersDueAt: null })
    .where(inArray(agents.id, due))
    .returning({ agentId: agents.id, workspaceId: agents.workspaceId })
}

export async function keep(db: Db, owner: Owner, made: GeneratedStarters): Promise<void> {
  await db.update(agents).set({ generatedStarters: made }).where(ofOwner(owner))
}
