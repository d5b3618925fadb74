import { describe, expect, it } from 'vitest'
import { leadChange, contactsOf } from './contacts.ts'

describe('contacts', () => {
  it.each([
    [undefined, {}],
    [{}, {}],
    [{ email: ' a@example.com ' }, { email: 'a@example.com' }],
    [{ phone_number: 4912 }, { phone: '4912' }],
    [{ phone: '1', phone_number: '2' }, { phone: '1' }],
    [{ email: '', phone: '  ', name: 'Ada', Email: 'x@example.com' }, {}],
    [{ email: true }, {}],
  ])('of %j are %j', (variables, contacts) => expect(contactsOf(variables)).toEqual(contacts))

  it.each([
    [undefined, {}, undefined],
    [{}, { name: 'Ada' }, undefined],
    [undefined, { email: 'a@example.com' }, 'new'],
    [{ name: 'Ada' }, { name: 'Ada', phone_number: '1' }, 'new'],
    [{ email: 'a@example.com' }, { email: 'a@example.com' }, undefined],
    [{ email: 'a@example.com' }, { email: 'a@example.com', phone: '1' }, 'more'],
    [{ email: 'a@example.com' }, { email: 'b@example.com' }, 'more'],
    // Nothing is captured where something is forgotten, or a turn leaves no state.
    [{ email: 'a@example.com' }, {}, undefined],
    [{ email: 'a@example.com' }, undefined, undefined],
  ])('between %j and %j: %s', (before, after, captured) => expect(leadChange(before, after)).toBe(captured))
})
