import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Ada@Example.test', 'ada@example.test'],
  ['ada+chat@example.test', 'ada@example.test'],
  ['ada.l@example.test', 'ada.l@example.test'],
  ['a.d.a+1@googlemail.com', 'ada@gmail.com'],
  ['ada@gmail.com', 'ada@gmail.com'],
  ['Ada@ｅxample.test', 'ada@example.test'],
  // How mail programs deliver them.
  ['ada@gm\uFE0Fail.com', 'ada@gmail.com'],
  ['ada@gm\u034Fail.com', 'ada@gmail.com'],
  ['ada@gm\uFE0F\uFE0Fail.com', 'ada@gmail.com'],
  ['ada@mail。example.test', 'ada@mail.example.test'],
  ['ada@mail｡example.test', 'ada@mail.example.test'],
  ['ada@ex%61mple.test', 'ada@example.test'],
  ['ada@example.test.', 'ada@example.test'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  // A mailbox of the last domain, not of Ada's.
  ['ada＠gmail.com@other.test', 'ada@gmail.com@other.test'],
  ['ada@nowhere', 'ada@nowhere'],
  ['nobody', '@nobody'],
])('%s is the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
