// Owns the onboarding state of a workspace: whether onboarding is still to be shown, the answers given and what was created.
import { AppError } from '@parlance/contract/lib/errors'
import { Onboarding } from '@parlance/contract/onboarding/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './first-steps.repository.ts'

export interface FirstStepsState {
  readonly showOnboarding: boolean
  readonly onboarding: Onboarding
}

export interface FirstSteps {
  /** NOT_FOUND for a deleted workspace. */
  readonly firstSteps: (ctx: Ctx, uid: string) => Promise<FirstStepsState>
  /** The same, locked until the transaction ends. */
  readonly lockFirstSteps: (ctx: Ctx, uid: string) => Promise<FirstStepsState>
  /** Stores the answers and results, which completes onboarding. */
  readonly saveFirstSteps: (ctx: Ctx, uid: string, onboarding: Onboarding) => Promise<void>
  /** Does nothing if a user has named it. */
  readonly nameAfterSite: (ctx: Ctx, uid: string, name: string) => Promise<void>
  /** Completes onboarding; stored answers remain. */
  readonly finishFirstSteps: (ctx: Ctx, uid: string) => Promise<void>
}

export const createFirstSteps = (): FirstSteps => ({
  firstSteps: async (ctx, uid) => read(await repository.find(ctx.db, uid)),
  lockFirstSteps: async (ctx, uid) => read(await repository.lock(ctx.db, uid)),
  saveFirstSteps: async (ctx, uid, onboarding) => void (await repository.saveAnswers(ctx.db, uid, onboarding)),
  nameAfterSite: async (ctx, uid, name) => void (await repository.nameUnnamed(ctx.db, uid, name)),
  finishFirstSteps: async (ctx, uid) => void (await repository.finish(ctx.db, uid)),
})

function read(row: repository.FirstStepsRow | undefined): FirstStepsState {
  if (!row) throw new AppError('NOT_FOUND')
  return { showOnboarding: row.showOnboarding, onboarding: Onboarding.parse(row.onboarding ?? {}) }
}
