import { z } from 'zod'
import { isTimeZone } from '../conversations/handoff-hours.ts'
import { rule } from '../lib/rules.ts'

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
export const MAX_HOURS_A_DAY = 4
export const MAX_HOLIDAYS = 100
export const MAX_HANDOFF_PEOPLE = 50

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text)

const Clock = z.string().regex(CLOCK, rule('hours_invalid'))
const HandoffHours = z.strictObject({
  enabled: z.boolean(),
  timeZone: z.string().max(60).refine(isTimeZone, rule('time_zone_unknown')),
  days: z
    .array(
      z
        .array(z.strictObject({ from: Clock, to: Clock }).refine(({ from, to }) => from < to, rule('hours_order')))
        .max(MAX_HOURS_A_DAY),
    )
    .length(7),
  holidays: z
    .array(
      z.strictObject({
        date: z.string().max(10).refine(isDate, rule('holiday_invalid')),
        name: z.string().trim().max(60),
      }),
    )
    .max(MAX_HOLIDAYS),
})

const weekday = () => [{ from: '09:00', to: '17:00' }]

/** Without defaults, so that saving one field leaves the others unchanged. */
export const handoffField = {
  handoffHours: HandoffHours,
  /** Outside these hours: `form` offers to leave a message, `note` says when the team is back. */
  handoffAfterHours: z.enum(['form', 'note']),
  handoffRouting: z.strictObject({
    to: z.enum(['everyone', 'named']),
    people: z
      .array(z.strictObject({ kind: z.enum(['user', 'client']), id: z.string().min(1).max(100) }))
      .max(MAX_HANDOFF_PEOPLE),
  }),
  /** Overrides `handoffRouting`; empty or deleted means no team. */
  handoffTeamId: z.string().max(100),
}

export const handoffConfig = {
  handoffHours: handoffField.handoffHours.default(() => ({
    enabled: false,
    timeZone: 'UTC',
    days: [weekday(), weekday(), weekday(), weekday(), weekday(), [], []],
    holidays: [],
  })),
  handoffAfterHours: handoffField.handoffAfterHours.default('form'),
  handoffRouting: handoffField.handoffRouting.default(() => ({ to: 'everyone' as const, people: [] })),
  handoffTeamId: handoffField.handoffTeamId.default(''),
}
