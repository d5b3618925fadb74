// All SQL of what a workspace keeps of its owner's first steps.
import { and, eq, sql } from 'drizzle-orm'
import type { Onboarding } from '@parlance/contract/onboarding/schemas'
import type { Db } from '../../lib/db/pool.ts'
import { workspaces } from './schema.ts'

const SHOWN_COLUMNS = { showOnboarding: workspaces.showOnboarding, onboarding: workspaces.onboarding }
export interface FirstStepsRow {
  readonly showOnboarding: boolean
  readonly onboarding: unknown
}

export async function find(db: Db, uid: string): Promise<FirstStepsRow | undefined> {
  const [row] = await db.select(SHOWN_COLUMNS).from(workspaces).where(eq(workspaces.uid, uid))
  return row
}

export async function lock(db: Db, uid: string): Promise<FirstStepsRow | undefined> {
  const [row] = await db.select(SHOWN_COLUMNS).from(workspaces).where(eq(workspaces.uid, uid)).for('update')
  return row
}

export const saveAnswers = (db: Db, uid: string, onboarding: Onboarding) =>
  db.update(workspaces).set({ showOnboarding: false, onboarding }).where(eq(workspaces.uid, uid))

/** New workspaces are called «Personal» and five characters. */
export const nameUnnamed = (db: Db, uid: string, workspaceName: string) =>
  db
    .update(workspaces)
    .set({ workspaceName })
    .where(and(eq(workspaces.uid, uid), sql`${workspaces.workspaceName} ~ '^Personal [A-Za-z0-9]{5}$'`))

export const finish = (db: Db, uid: string) =>
  db
    .update(workspaces)
    .set({ showOnboarding: false })
    .where(and(eq(workspaces.uid, uid), workspaces.showOnboarding))
