// Owns what a workspace remembers of its owner's first steps: whether they are still ahead, what was answered and made.
import { AppError } from '@parlance/contract/lib/errors'
import { Onboarding } from '@parlance/contract/onboarding/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './first-steps.repository.ts'

export interface FirstStepsState {
  readonly showOnboarding: boolean
  readonly onboarding: Onboarding
}

export interface FirstSteps {
  /** NOT_FOUND for a workspace that is gone. */
  readonly firstSteps: (ctx: Ctx, uid: string) => Promise<FirstStepsState>
  /** The same in a transaction, in which no other of these calls goes on for this workspace. */
  readonly lockFirstSteps: (ctx: Ctx, uid: string) => Promise<FirstStepsState>
  /** Keeps what was answered and made; the steps are over with it. */
  readonly keepFirstSteps: (ctx: Ctx, uid: string, onboarding: Onboarding) => Promise<void>
  /** No first steps any more; what is kept of them stays. */
  readonly endFirstSteps: (ctx: Ctx, uid: string) => Promise<void>
}

export const createFirstSteps = (): FirstSteps => ({
  firstSteps: async (ctx, uid) => read(await repository.find(ctx.db, uid)),
  lockFirstSteps: async (ctx, uid) => read(await repository.lock(ctx.db, uid)),
  keepFirstSteps: async (ctx, uid, onboarding) => void (await repository.keep(ctx.db, uid, onboarding)),
  endFirstSteps: async (ctx, uid) => void (await repository.end(ctx.db, uid)),
})

function read(row: repository.FirstStepsRow | undefined): FirstStepsState {
  if (!row) throw new AppError('NOT_FOUND')
  return { showOnboarding: row.showOnboarding, onboarding: Onboarding.parse(row.onboarding ?? {}) }
}
