/** Parses form fields with brackets as Stripe does; a field that no handler reads is unknown. */
import type { Stripe } from 'stripe'
import { StripeFault } from './fault.ts'

export type Value = string | Value[] | { [name: string]: Value }

/** Parses `a[b][0][c]=1` into nested objects and lists. */
export function parseForm(text: string): { [name: string]: Value } {
  const root: { [name: string]: Value } = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/([^[\]]+)|\[\]/g)].map(([whole, key]) => key ?? whole)
    put(root, path, value)
  }
  return listsOf(root) as { [name: string]: Value }
}

function put(into: { [name: string]: Value }, [key = '', ...rest]: readonly string[], value: string): void {
  if (key === '__proto__') return
  const name = key === '[]' ? String(Object.keys(into).length) : key
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const inner = into[name]
  const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
  into[name] = next
  put(next, rest, value)
}

/** Turns objects whose keys count from 0 into lists. */
function listsOf(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  const inner = keys.map((key) => [key, listsOf(value[key] ?? '')] as const)
  if (keys.length > 0 && keys.every((key, nth) => key === String(nth))) return inner.map(([, one]) => one)
  return Object.fromEntries(inner)
}

export class Input {
  private readonly fields: { [name: string]: Value }
  private readonly path: string
  private readonly taken = new Set<string>()
  private readonly inner: Input[] = []
  constructor(fields: { [name: string]: Value }, path = '') {
    this.fields = fields
    this.path = path
  }

  private name(field: string): string {
    return this.path === '' ? field : `${this.path}[${field}]`
  }
  has(field: string): boolean {
    return Object.hasOwn(this.fields, field)
  }
  string(field: string): string | undefined {
    this.taken.add(field)
    const value = this.has(field) ? this.fields[field] : undefined
    if (value === undefined) return undefined
    if (typeof value !== 'string')
      throw StripeFault.invalid(`Invalid string: ${JSON.stringify(value)}`, this.name(field))
    return value
  }
  /** Null when it was cleared. */
  text(field: string): string | null | undefined {
    const value = this.string(field)
    return value === '' ? null : value
  }
  required(field: string): string {
    const value = this.string(field)
    if (value === undefined || value === '')
      throw StripeFault.invalid(`Missing required param: ${this.name(field)}.`, this.name(field), 'parameter_missing')
    return value
  }
  integer(field: string): number | undefined {
    const value = this.string(field)
    if (value === undefined || value === '') return undefined
    if (!/^-?\d{1,15}$/.test(value))
      throw StripeFault.invalid(`Invalid integer: ${value}`, this.name(field), 'parameter_invalid_integer')
    return Number(value)
  }
  number(field: string): number | undefined {
    const value = this.string(field)
    if (value === undefined || value === '') return undefined
    if (!/^-?\d{1,15}(\.\d{1,12})?$/.test(value))
      throw StripeFault.invalid(`Invalid decimal: ${value}`, this.name(field))
    return Number(value)
  }
  boolean(field: string): boolean | undefined {
    const value = this.string(field)
    if (value === undefined || value === '') return undefined
    if (value !== 'true' && value !== 'false') throw StripeFault.invalid(`Invalid boolean: ${value}`, this.name(field))
    return value === 'true'
  }
  choice<const Name extends string>(field: string, names: readonly Name[]): Name | undefined {
    const value = this.string(field)
    if (value === undefined || value === '') return undefined
    const found = names.find((name) => name === value)
    if (found === undefined)
      throw StripeFault.invalid(`Invalid ${this.name(field)}: must be one of ${names.join(', ')}`, this.name(field))
    return found
  }
  object(field: string): Input | undefined {
    this.taken.add(field)
    const value = this.has(field) ? this.fields[field] : undefined
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string' || Array.isArray(value))
      throw StripeFault.invalid(`Invalid object`, this.name(field), 'parameter_invalid')
    const found = new Input(value, this.name(field))
    this.inner.push(found)
    return found
  }
  objects(field: string): Input[] | undefined {
    this.taken.add(field)
    const value = this.has(field) ? this.fields[field] : undefined
    if (value === undefined) return undefined
    if (value === '') return []
    if (!Array.isArray(value)) throw StripeFault.invalid(`Invalid array`, this.name(field))
    return value.map((one, nth) => {
      if (typeof one === 'string' || Array.isArray(one)) throw StripeFault.invalid(`Invalid object`, this.name(field))
      const found = new Input(one, this.name(`${field}][${nth}`))
      this.inner.push(found)
      return found
    })
  }
  strings(field: string): string[] | undefined {
    this.taken.add(field)
    const value = this.has(field) ? this.fields[field] : undefined
    if (value === undefined) return undefined
    if (value === '') return []
    const all = Array.isArray(value) ? value : [value]
    return all.map((one) => {
      if (typeof one !== 'string') throw StripeFault.invalid(`Invalid string`, this.name(field))
      return one
    })
  }
  /** Merges like Stripe: an empty value removes a key, an empty field all of them. */
  metadata(before: Stripe.Metadata = {}): Stripe.Metadata {
    this.taken.add('metadata')
    if (!this.has('metadata')) return before
    const value = this.fields['metadata']
    if (value === '' || typeof value !== 'object' || Array.isArray(value)) return {}
    const merged = { ...before }
    for (const [key, one] of Object.entries(value)) {
      if (typeof one !== 'string')
        throw StripeFault.invalid('Metadata values can only be strings', this.name('metadata'))
      if (key.length > 40 || one.length > 500) throw StripeFault.invalid('Metadata is too long', this.name('metadata'))
      if (one === '') delete merged[key]
      else merged[key] = one
    }
    return merged
  }
  /** Accepts fields that mean nothing here. */
  ignore(...fields: string[]): this {
    for (const field of fields) this.taken.add(field)
    return this
  }
  /** The real service refuses unknown fields. */
  assertAllTaken(): void {
    const unknown = Object.keys(this.fields).find((field) => !this.taken.has(field))
    if (unknown !== undefined)
      throw StripeFault.invalid(
        `Received unknown parameter: ${this.name(unknown)}`,
        this.name(unknown),
        'parameter_unknown',
      )
    for (const one of this.inner) one.assertAllTaken()
  }
}
