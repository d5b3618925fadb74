import { SECRET_FIELDS } from '@parlance/contract/agents/schemas'

const BARE: ReadonlySet<string> = new Set(['SECRET_API_KEY', ...SECRET_FIELDS])

/** Replaces each secret at any depth; `undefined` removes the key. */
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

/** For API keys: agents' secrets are omitted, so that saving keeps them; the workspace's secret is empty. */
export const withoutSecrets = (value: unknown): unknown =>
  replaced(value, (key) => (key === 'workspaceSecret' ? '' : undefined))

/** For support: every secret is empty, as for viewers. */
export const blankSecrets = (value: unknown): unknown => replaced(value, () => '')

/** For support's input: an empty secret was not shown to them and is kept. */
export const withoutBlankSecrets = (raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(raw).filter(([key, value]) => !(BARE.has(key) && value === '')))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
