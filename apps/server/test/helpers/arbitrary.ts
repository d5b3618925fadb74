// Random values for a JSON schema with fast-check.
import * as fc from 'fast-check'

export interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/** Usually a value of the right shape, sometimes one that almost fits. */
export function arbitraryOf(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  const junk = fc.oneof(
    text,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 3 }),
  )
  const good = (): fc.Arbitrary<unknown> => {
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return fc.oneof(...variants.map((one) => arbitraryOf(one, depth)))
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.const !== undefined) return fc.constant(schema.const)
    switch (schema.type) {
      case 'object':
        return depth > 4
          ? fc.constant({})
          : fc.record(
              Object.fromEntries(
                Object.entries(schema.properties ?? {}).map(([key, one]) => [key, arbitraryOf(one, depth + 1)]),
              ),
              { requiredKeys: [] },
            )
      case 'array':
        return fc.array(arbitraryOf(schema.items ?? {}, depth + 1), { maxLength: 4 })
      case 'string':
        return text
      case 'number':
      case 'integer':
        return fc.oneof(fc.integer({ min: -5, max: 2000 }), fc.double())
      case 'boolean':
        return fc.boolean()
      default:
        return junk
    }
  }
  return fc.oneof({ arbitrary: good(), weight: 9 }, { arbitrary: junk, weight: 1 })
}
