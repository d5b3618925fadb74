// Lists that are answered whole and take `limit`: the request pipeline leaves the first of them, so that no service has to.
import type { z } from 'zod'

/** Keys under which answers have their list. */
const LIST_KEYS = ['items', 'languages', 'data']

type Fields = Readonly<Record<string, z.ZodType | undefined>>
const fieldsOf = (schema: z.ZodType | undefined): Fields => {
  let inner = schema as (z.ZodType & { unwrap?: () => z.ZodType; shape?: Fields }) | undefined
  while (inner?.unwrap) inner = inner.unwrap()
  return inner?.shape ?? {}
}

/** The key of the answer that `limit` cuts; undefined where a service pages the list itself, and for all other calls. */
export function unpagedListKey(input: z.ZodType | undefined, output: z.ZodType | undefined): string | undefined {
  const taken = fieldsOf(input)
  if (!taken['limit'] || taken['cursor']) return undefined
  const answered = fieldsOf(output)
  return LIST_KEYS.find((key) => answered[key]?.type === 'array')
}

export function cutList(key: string | undefined, output: unknown, input: unknown): unknown {
  const limit = (input as { limit?: number } | undefined)?.limit
  if (key === undefined || limit === undefined) return output
  const answer = output as Record<string, unknown[]>
  return { ...answer, [key]: answer[key]?.slice(0, limit) }
}
