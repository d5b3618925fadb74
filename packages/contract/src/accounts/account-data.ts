// What an account holds: the rules of its copy and of its end.
import { z } from 'zod'
import { REGIONS } from '../lib/regions.ts'

/** A workspace that goes with the account of its owner, in numbers. */
export const HeldWorkspace = z.object({
  region: z.enum(REGIONS),
  uid: z.string(),
  name: z.string(),
  agents: z.number().int(),
  documents: z.number().int(),
  conversations: z.number().int(),
  files: z.number().int(),
  /** Others who belong to it. */
  members: z.number().int(),
})
export type HeldWorkspace = z.infer<typeof HeldWorkspace>

export const Holdings = z.object({
  /** Owned ones, in the regions that this process serves. */
  workspaces: z.array(HeldWorkspace),
  /** How many workspaces of others the person belongs to. */
  memberships: z.number().int(),
})
export type Holdings = z.infer<typeof Holdings>

/** Copies of an account's data that may be begun within 24 hours in a region. */
export const MAX_EXPORTS_A_DAY = 3
/** Mails to a mailbox that somebody wants for their account, whoever asks. */
export const MAX_ADDRESS_MAILS_A_DAY = 3
/** How long a copy can be downloaded. */
export const EXPORT_DAYS = 7

/** A copy of what the account holds in one region, as it stands. */
export const AccountExport = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'packing', 'ready', 'failed']),
  /** Parts that are packed, of how many: a table or a file is a part. The number of all is 0 until they are counted. */
  done: z.number().int(),
  total: z.number().int(),
  /** Of the ZIP, once it is ready. */
  bytes: z.number().int(),
  /** ISO times. */
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** When the copy goes, and its record with it. */
  expiresAt: z.string(),
})
export type AccountExport = z.infer<typeof AccountExport>

/** Whether somebody waits for it. */
export const isUnderWay = ({ state }: Pick<AccountExport, 'state'>): boolean =>
  state === 'waiting' || state === 'packing'

export type DeletionRefusal = 'address' | 'members' | undefined

/** Why an account may not go yet: another address was typed, or people besides its owner would lose a workspace unasked. */
export function refusalOfDeletion(
  typed: string,
  email: string,
  workspaces: readonly Pick<HeldWorkspace, 'members'>[],
  withShared: boolean,
): DeletionRefusal {
  if (typed.trim().toLowerCase() !== email) return 'address'
  return !withShared && workspaces.some(({ members }) => members > 0) ? 'members' : undefined
}

/** What stands for a deleted account in the logs of others; `random` belongs to this one account and is kept nowhere else. */
export const pseudonymOf = (random: string): string => `Deleted account ${random}`

/** Columns that a copy leaves out: secrets, what proves them, and what is worked out from the rest. */
const PRIVATE = /hash|sealed|secret|embedding|centre|tsv|lease|etag|^key$|_key$/
/** A row as it stands in the copy. */
export const copyOf = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !PRIVATE.test(name)))

/** The first file of a copy. `at` in ISO. */
export const readmeOf = (email: string, region: string, at: string, names: readonly string[]): string =>
  [
    `A copy of what the account ${email} holds in the region ${region}, made at ${at}.`,
    '',
    'Each .json file is a list of one kind of thing; "account.json", "sessions.json" and "devices.json" are of the account itself.',
    'In the folder "files" lie the files of your workspaces, each under the id that it has in files.json or documents.json.',
    'In the folder "agents" lies each agent as it is published, as a file that can be imported.',
    'Passwords, keys and stored secrets are in none of them. What you typed into a header of a function stands as typed.',
    'Other regions have a copy of their own.',
    '',
    ...names.map((name) => `- ${name}`),
    '',
  ].join('\n')
