import { z } from 'zod'
import { OpenConfig } from '../agents/schemas.ts'
import { messageFields } from '../lib/rules.ts'

export const MAX_COPIES = 1000
/** The first copies of a push: a tenth, at least this many. */
const FIRST_SHARE = 0.1
const FIRST_MIN = 3
export const firstOf = (copies: number): number =>
  Math.min(copies, Math.max(FIRST_MIN, Math.ceil(copies * FIRST_SHARE)))

const Message = z.object({ message: z.string(), ...messageFields })

export const FleetCopy = z.object({
  agentId: z.string(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** Version of the master at its creation or last push. */
  masterVersion: z.number().int(),
  isCurrent: z.boolean(),
  /** Settings that differ from that version. */
  ownChanges: z.number().int(),
  pushedAt: z.string(),
})
export type FleetCopy = z.infer<typeof FleetCopy>

export const FleetConflict = z.object({
  path: z.array(z.string()),
  names: z.array(z.string()),
})

export const FleetDifference = z.object({
  agentId: z.string(),
  title: z.string(),
  orgName: z.string(),
  /** It has this version of the master: a push brings it nothing. */
  isCurrent: z.boolean(),
  changes: z.number().int(),
  conflicts: z.number().int(),
})
export type FleetDifference = z.infer<typeof FleetDifference>

export const PUSH_STATES = ['running', 'testing', 'done', 'halted', 'stopped', 'rolling_back', 'rolled_back'] as const
export const FleetPush = z.object({
  id: z.string(),
  masterVersion: z.number().int(),
  /** `running` writes, `testing` runs the required tests of the first copies. */
  state: z.enum(PUSH_STATES),
  total: z.number().int(),
  first: z.number().int(),
  pushed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  rolledBack: z.number().int(),
  conflicts: z.number().int(),
  testRuns: z.number().int(),
  testRunsDone: z.number().int(),
  reason: Message.nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  problems: z.array(
    z.object({
      agentId: z.string(),
      title: z.string(),
      conflicts: z.array(FleetConflict),
      failedTests: z.array(z.string()),
      error: Message.nullable(),
    }),
  ),
})
export type FleetPush = z.infer<typeof FleetPush>

export const FleetCopyDifference = z.object({
  before: OpenConfig,
  after: OpenConfig,
  conflicts: z.array(FleetConflict),
})
