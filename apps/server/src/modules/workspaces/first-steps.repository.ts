// All SQL of what a workspace keeps of its owner's first steps.
import { and, eq } from 'drizzle-orm'
import type { Onboarding } from '@parlance/contract/onboarding/schemas'
import type { Db } from '../../lib/db/pool.ts'
import { workspaces } from './schema.ts'

const KEPT = { showOnboarding: workspaces.showOnboarding, onboarding: workspaces.onboarding }
export interface FirstStepsRow {
  readonly showOnboarding: boolean
  readonly onboarding: unknown
}

export async function find(db: Db, uid: string): Promise<FirstStepsRow | undefined> {
  const [row] = await db.select(KEPT).from(workspaces).where(eq(workspaces.uid, uid))
  return row
}

/** Holds the workspace until the transaction ends. */
export async function lock(db: Db, uid: string): Promise<FirstStepsRow | undefined> {
  const [row] = await db.select(KEPT).from(workspaces).where(eq(workspaces.uid, uid)).for('update')
  return row
}

export const keep = (db: Db, uid: string, onboarding: Onboarding) =>
  db.update(workspaces).set({ showOnboarding: false, onboarding }).where(eq(workspaces.uid, uid))

export const end = (db: Db, uid: string) =>
  db
    .update(workspaces)
    .set({ showOnboarding: false })
    .where(and(eq(workspaces.uid, uid), workspaces.showOnboarding))
