// Answers without the secrets that their reader could open more with.

const BARE = new Set(['SECRET_API_KEY', 'VF_DIALOGUE_API_KEY', 'whatsappToken', 'gcloudPrivateKey'])

/** Puts something else in the place of each secret, however deep it lies; `undefined` takes its name away too. */
function replaced(value: unknown, by: (key: string) => '' | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, by))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (key !== 'workspaceSecret' && !BARE.has(key)) return [[key, replaced(one, by)] as const]
      const instead = by(key)
      return instead === undefined ? [] : [[key, instead] as const]
    }),
  )
}

/**
 * For API keys: secrets of agents are left out, so that saving what was read leaves them as they are; that of the workspace
 * is empty, as for its other readers.
 */
export const withoutSecrets = (value: unknown): unknown =>
  replaced(value, (key) => (key === 'workspaceSecret' ? '' : undefined))

/** For people: every secret is empty, as their pages know it of those who may only look. */
export const blankSecrets = (value: unknown): unknown => replaced(value, () => '')

/** What such people send: an empty secret is one that they were not shown, and stays as it is. */
export const withoutBlankSecrets = (raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(raw).filter(([key, value]) => !(BARE.has(key) && value === '')))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
