import { expect, test } from 'vitest'
import { hostName, isOwnMachine } from './host.ts'

test.each([
  ['Chat.Example.COM', 'chat.example.com'],
  ['chat.example.com:8443', 'chat.example.com'],
  ['chat.example.com.', 'chat.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['[::1]:3000', '[::1]'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  [`${'a'.repeat(64)}.example`, undefined],
  [`${'a.'.repeat(150)}`, undefined],
  ['a..example', undefined],
  ['-a.example', undefined],
  ['a.example/evil', undefined],
  ['user@a.example', undefined],
  ['a.example:99999999', undefined],
  ['a.example, b.example', undefined],
  ['', undefined],
  [null, undefined],
])('reads the header %j as the host %j', (header, host) => expect(hostName(header)).toBe(host))

test.each([
  ['localhost', true],
  ['10.0.0.7', true],
  ['[::1]', true],
  ['a.localhost', false],
  ['example.com', false],
])('%s is of this machine: %s', (host, own) => expect(isOwnMachine(host)).toBe(own))
