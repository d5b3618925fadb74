// The day and time of the agent's business, whose time zone its working hours name.
import { localTime } from '@parlance/contract/analytics/time-zones'
import type { Ctx } from '../../../lib/ctx.ts'
import type { TurnAgent } from './types.ts'

export interface LocalNow {
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** For a model, like `20:05 (Europe/Vienna)`. */
  readonly time: string
}

export function localNow(ctx: Pick<Ctx, 'now'>, { config }: Pick<TurnAgent, 'config'>): LocalNow {
  const { timeZone } = config.handoffHours
  const { day, hour, minute } = localTime(timeZone, ctx.now().getTime())
  const [hours, minutes] = [hour, minute].map((part) => String(part).padStart(2, '0'))
  return { today: day, time: `${hours}:${minutes} (${timeZone})` }
}
