import { expect, test } from 'vitest'
import { AgentConfig } from './schemas.ts'

const hours = (...days: { from: string; to: string }[][]) =>
  AgentConfig.shape.handoffHours.safeParse({
    enabled: true,
    timeZone: 'Europe/Vienna',
    days: Array.from({ length: 7 }, (_, day) => days[day] ?? []),
    holidays: [],
  })

test('explains how to enter hours past midnight', () => {
  expect(hours([{ from: '21:00', to: '01:00' }]).error?.issues[0]?.message).toContain('up to 24:00')
  expect(hours([{ from: '21:00', to: '24:00' }], [{ from: '00:00', to: '01:00' }]).success).toBe(true)
})
