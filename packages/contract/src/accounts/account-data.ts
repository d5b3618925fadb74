import { z } from 'zod'
import { REGIONS } from '../lib/regions.ts'

export const HeldWorkspace = z.object({
  region: z.enum(REGIONS),
  uid: z.string(),
  name: z.string(),
  agents: z.number().int(),
  documents: z.number().int(),
  conversations: z.number().int(),
  files: z.number().int(),
  members: z.number().int(),
})
export type HeldWorkspace = z.infer<typeof HeldWorkspace>

export const Holdings = z.object({
  workspaces: z.array(HeldWorkspace),
  memberships: z.number().int(),
})
export type Holdings = z.infer<typeof Holdings>

export const MAX_EXPORTS_A_DAY = 3
/** Mails a day that confirm a new address, per mailbox, regardless of the sender. */
export const MAX_ADDRESS_MAILS_A_DAY = 3
export const EXPORT_DAYS = 7

export const AccountExport = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'packing', 'ready', 'failed']),
  /** Packed parts (tables and files), and their total: 0 until they are counted. */
  done: z.number().int(),
  total: z.number().int(),
  bytes: z.number().int(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  expiresAt: z.string(),
})
export type AccountExport = z.infer<typeof AccountExport>

export const isUnderWay = ({ state }: Pick<AccountExport, 'state'>): boolean =>
  state === 'waiting' || state === 'packing'

export type DeletionRefusal = 'address' | 'members' | undefined

/** Why an account may not be deleted: the typed address differs, or other members would lose a workspace without consent. */
export function refusalOfDeletion(
  typed: string,
  email: string,
  workspaces: readonly Pick<HeldWorkspace, 'members'>[],
  withShared: boolean,
): DeletionRefusal {
  if (typed.trim().toLowerCase() !== email) return 'address'
  return !withShared && workspaces.some(({ members }) => members > 0) ? 'members' : undefined
}

/** Replaces a deleted account in others' logs; `random` belongs to this account only and is stored nowhere else. */
export const pseudonymOf = (random: string): string => `Deleted account ${random}`

/** Columns that an export omits: secrets, their hashes, and values derived from other columns. */
const PRIVATE = /hash|sealed|secret|embedding|centre|tsv|lease|etag|^key$|_key$/
export const copyOf = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !PRIVATE.test(name)))

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
