import { englishOf } from '@parlance/i18n/messages'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { explainIssue, fieldLabel, rule } from './rules.ts'

test.each<[what: string, schema: z.ZodType, value: unknown, sentence: string]>([
  ['a missing text', z.string(), undefined, 'This field is required.'],
  ['a missing address', z.email(), undefined, 'This field is required.'],
  ['null', z.string(), null, 'Enter text.'],
  ['a number as text', z.string(), 5, 'Enter text.'],
  ['a text as number', z.number(), '5', 'Enter a number.'],
  ['a fraction', z.int(), 1.5, 'Enter a whole number.'],
  ['a text as boolean', z.boolean(), 'yes', 'Use true or false.'],
  ['an object as list', z.array(z.string()), {}, 'Use a list.'],
  ['a list as object', z.object({}), [], 'Use an object.'],
  ['a text as record', z.record(z.string(), z.string()), 'x', 'Use an object.'],
  ['an empty text', z.string().min(1), '', 'This field is required.'],
  ['a text too short', z.string().min(8), 'x', 'Enter at least 8 characters.'],
  ['a text too long', z.string().max(3), 'long', 'Enter at most 3 characters.'],
  ['too few entries', z.array(z.string()).min(2), [], 'Add at least 2 entries.'],
  ['too many entries', z.array(z.string()).max(1000), Array(1001).fill(''), 'Use up to 1,000 entries.'],
  ['a number too small', z.number().min(0), -1, 'Enter 0 or more.'],
  ['a number too big', z.number().max(2), 3, 'Enter 2 or less.'],
  ['zero as positive', z.number().positive(), 0, 'Enter more than 0.'],
  ['a number at its bound', z.number().lt(5), 5, 'Enter less than 5.'],
  ['infinity', z.number(), Infinity, 'Enter a number.'],
  ['a bad address', z.email(), 'nobody', 'Enter a valid email address.'],
  ['a bad URL', z.url(), 'nowhere', 'Enter a valid web address.'],
  ['a bad date', z.iso.date(), '31.1.2026', 'Enter a date, such as 2026-01-31.'],
  ['a bad time', z.iso.datetime(), 'now', 'Enter a date and time, such as 2026-01-31T09:00:00Z.'],
  ['a wrong pattern', z.string().regex(/^a$/), 'b', 'This has the wrong format.'],
  ['an unknown option', z.enum(['on', 'off']), 'maybe', 'Choose one of these: on, off.'],
  ['another literal', z.literal(true), false, 'Choose one of these: true.'],
  ['no member of a union', z.union([z.string(), z.number()]), [], 'This value isn’t valid.'],
  ['no kind of a union', z.discriminatedUnion('k', [z.object({ k: z.literal('a') })]), {}, 'This value isn’t valid.'],
  ['a refused value', z.string().refine(() => false), 'x', 'This value isn’t valid.'],
  ['unknown fields', z.strictObject({}), { a: 1, b: 2 }, 'Unknown fields: a, b.'],
  ['a long unknown field', z.strictObject({}), { ['a'.repeat(9000)]: 1 }, `Unknown fields: ${'a'.repeat(200)}.`],
])('explains %s in a sentence of our own', (_what, schema, value, sentence) => {
  const issue = schema.safeParse(value).error?.issues[0]
  expect(issue && explainIssue(issue)).toMatchObject({ isGeneric: true, reason: { message: sentence } })
})

test('keeps the sentences of rules, which stand alone', () => {
  const [issue] = z.string().min(1, rule('message_required')).safeParse('').error?.issues ?? []
  expect(issue && explainIssue(issue)).toMatchObject({ isGeneric: false, reason: { code: 'message_required' } })
  const [own] =
    z
      .string()
      .refine(() => false, 'a date of our time')
      .safeParse('').error?.issues ?? []
  const told = own && explainIssue(own)
  expect([told?.isGeneric, told && englishOf(told.reason)]).toEqual([true, 'a date of our time'])
})

test.each<[readonly unknown[], string]>([
  [['email'], 'Email'],
  [['clientEmail'], 'Client email'],
  [['userID'], 'User ID'],
  [['base_url'], 'Base URL'],
  [['message', 'text'], 'Text'],
  [['nodes', 0, 'firstMessage'], 'Nodes 1, first message'],
  [['rows', 2, 'cells', 4], 'Cells 5'],
  [['recipients', 3], 'Recipients 4'],
  [[], ''],
])('names the field %j as “%s”', (path, label) => {
  expect(fieldLabel(path)).toBe(label)
})
