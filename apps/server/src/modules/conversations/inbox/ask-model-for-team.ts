// Asks an agent's model on behalf of its team, within the agent's monthly limit and counted towards it.
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits, type Milli } from '@parlance/contract/lib/money'
import { monthKey } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { type AskModelDeps, createAskModel, type Question } from '../../billing/index.ts'
import { ModelError } from '../ports.ts'
import { addUsage, readUsage, reserveUsage } from '../repository.ts'
import { overLimit } from '../turn/admission.ts'
import type { TurnAgent } from '../turn/types.ts'

export interface AskModelForTeamDeps extends AskModelDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
}
/** Resolves to the answer's text. Throws LIMIT_REACHED, CREDITS_EXHAUSTED and MODEL_UNAVAILABLE. */
export type AskModelForTeam = (ctx: Ctx, question: Question) => Promise<string>

/** The agent's monthly limit for team questions. Its limit of visitors' messages does not apply. */
const usageLimit = (agent: Pick<TurnAgent, 'maxTokensUsage'> | undefined): Milli =>
  fromCredits(agent?.maxTokensUsage ?? 0)

/** @throws LIMIT_REACHED when the agent's limit is used up. For work that costs something before the model is asked. */
export async function assertMayAsk(ctx: Ctx, agent: TurnAgent): Promise<void> {
  const used = await readUsage(ctx.db, agent.agentId, monthKey(ctx.now()))
  if (overLimit(used, { messagesLimit: 0, usageLimit: usageLimit(agent) })) throw new AppError('LIMIT_REACHED')
}

export function createAskModelForTeam(deps: AskModelForTeamDeps): AskModelForTeam {
  return async (ctx, question) => {
    const { agentId } = question
    const month = monthKey(ctx.now())
    const limit = usageLimit(await deps.forTurn(ctx, agentId, { draft: false }))
    let reserved: Milli = 0
    let cost: Milli = 0
    const ask = createAskModel({
      ...deps,
      async hold(own, item) {
        if (!(await reserveUsage(own.db, { agentId, month, milli: item.amount, limit })))
          throw new AppError('LIMIT_REACHED')
        reserved = item.amount
        await deps.hold(own, item)
      },
      settle(own, item) {
        cost = item.cost
        return deps.settle(own, item)
      },
    })
    try {
      return (await ask(ctx, question)).text
    } catch (error) {
      if (error instanceof ModelError)
        throw new AppError('MODEL_UNAVAILABLE', msg('model_unavailable'), { cause: error })
      throw error
    } finally {
      if (cost !== reserved) await addUsage(ctx.db, agentId, month, cost - reserved)
    }
  }
}
