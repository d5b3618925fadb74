import { expect, test } from 'vitest'
import { Email } from './accounts.ts'

test.each([
  [' Ada@Example.test ', 'ada@example.test'],
  ["o'brien+news@a-b.example.co", "o'brien+news@a-b.example.co"],
  ['jörg@müller.example', 'jörg@xn--mller-kva.example'],
  ['ada@MÜLLER.example', 'ada@xn--mller-kva.example'],
  ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example'],
  ['ada@ｅｘａｍｐｌｅ.test', 'ada@example.test'],
  ['ada@mail.example。test', 'ada@mail.example.test'],
])('%j is the address %s', (typed, email) => expect(Email.parse(typed)).toBe(email))

// Mail programs would send most of these to `b@example.test`, so that one mailbox had any number of spellings.
test.each([
  'a<b@example.test>',
  'a,b@example.test',
  'a;b@example.test',
  'a:b@example.test',
  '(a)b@example.test',
  '"b"@example.test',
  'b@example.test>',
  'b@[127.0.0.1]',
  'a\\b@example.test',
  '\u200Bb@example.test',
  'b@\u202Eexample.test',
  'b@exam\u0000ple.test',
  'b@example',
  'b@example.test/a.b',
  'b@example.test?a.b',
  'b@example.test#a.b',
  'b@127.0.0.1',
  'b@0x7f.1',
  'b@exam|ple.test',
  'b@exa／mple.test',
  `b@${'ü'.repeat(63)}.example`,
  '@example.test',
  `${'a'.repeat(65)}@example.test`,
])('%j is none', (typed) => expect(Email.safeParse(typed).success).toBe(false))
