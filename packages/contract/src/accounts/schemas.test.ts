import { expect, test } from 'vitest'
import { emailOf } from '../lib/mailbox.ts'
import { Email, KnownEmail } from './schemas.ts'

test.each([
  [' Ada@Example.test ', 'ada@example.test'],
  ["o'brien+news@a-b.example.co", "o'brien+news@a-b.example.co"],
  ['jörg@müller.example', 'jörg@xn--mller-kva.example'],
  ['ada@MÜLLER.example', 'ada@xn--mller-kva.example'],
  ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example'],
  ['ada@ｅｘａｍｐｌｅ.test', 'ada@example.test'],
  ['ada@mail.example。test', 'ada@mail.example.test'],
  // Keyboards add invisible variation selectors, which the ASCII name does not have.
  ['ada@\u2764\uFE0F.example', 'ada@xn--qei.example'],
  ['ａｄａ％ｂ@example.test', 'ａｄａ％ｂ@example.test'],
  ['عمر@example.test', 'عمر@example.test'],
  ['an%b@example.test', 'an%b@example.test'],
])('%j is the address %s', (typed, email) => expect(Email.parse(typed)).toBe(email))

// Mail programs would deliver most of these to `b@example.test`, so that one mailbox had many spellings.
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
  'b\u3164@example.test',
  'b\u115F@example.test',
  '\u1160b@example.test',
  'b\u2800@example.test',
  'b\uFE0F@example.test',
  'b\u034Fb@example.test',
  'b\u{E0100}@example.test',
  'a＠b@example.test',
  'a﹫b@example.test',
  'a，b@example.test',
  'a；b@example.test',
  'a\u037Eb@example.test',
  'a：b@example.test',
  'a＜b＞@example.test',
  '＂b＂@example.test',
  'a（b）@example.test',
  'a⑴b@example.test',
  'a．b@example.test',
  'a…b@example.test',
  'a@%63.example',
  'a@b%2Eexample.test',
  'a@％63.example',
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
  'a..b@example.test',
  '.a@example.test',
  'a.@example.test',
  'a@b',
  'a@b..example.test',
  'a@example.test.',
  'a@-b.example',
  'a@b-.example',
  'a@b_c.example',
  'a@example.t',
  `${'a'.repeat(65)}@example.test`,
])('refuses %j with one message', (typed) => {
  const told = Email.safeParse(typed).error?.issues.map(({ message }) => message) ?? []
  expect(told.at(-1)).toBe('Please enter a valid email')
  expect(emailOf(typed)).toBeUndefined()
})

test('still accepts known accounts with other forms of address', () => {
  expect(KnownEmail.parse(' A..b@X_y.example ')).toBe('a..b@x_y.example')
  for (const typed of ['b\u3164@example.test', 'a＠b@example.test', 'a，b@example.test'])
    expect([KnownEmail.parse(typed), emailOf(typed)]).toEqual([typed, undefined])
  for (const typed of ['', 'ada', 'a b@example.test', '@example.test', 'a@b@c.example'])
    expect(KnownEmail.safeParse(typed).error?.issues[0]?.message).toBe('Please enter a valid email')
})

test('reads long invalid texts as fast as short ones', () => {
  for (const typed of [`${'a.'.repeat(120)}@`, `a@${'b-'.repeat(125)}`, `a@${'b.'.repeat(125)}`, 'a'.repeat(100_000)]) {
    const began = performance.now()
    emailOf(typed)
    expect(performance.now() - began).toBeLessThan(50)
  }
})
