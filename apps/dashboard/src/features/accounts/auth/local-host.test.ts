import { expect, test } from 'vitest'
import { isLocalHost } from './local-host.ts'

test.each([
  ['localhost', true],
  ['app.localhost', true],
  ['printer.local', true],
  ['127.0.0.1', true],
  ['192.168.1.20', true],
  ['10.0.0.7', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['[::1]', true],
  ['[fd00::1]', true],
  ['[2001:db8::1]', false],
  ['203.0.113.5', false],
  ['app.parlance.example', false],
  ['localhost.example.com', false],
  ['local', false],
])('%s: %s', (hostname, local) => expect(isLocalHost(hostname)).toBe(local))
