import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Ada@Example.test', 'ada@example.test'],
  ['ada+chat@example.test', 'ada@example.test'],
  ['ada.l@example.test', 'ada.l@example.test'],
  ['a.d.a+1@googlemail.com', 'ada@gmail.com'],
  ['ada@gmail.com', 'ada@gmail.com'],
  ['Ada@ｅxample.test', 'ada@example.test'],
])('%s is the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
