import { expect, test } from 'vitest'
import { targetOf } from './target.ts'

test.each([
  ['/app/eu/agents/a/convos?conversation=c', { to: '/app/eu/agents/a/convos', search: { conversation: 'c' } }],
  ['/login', undefined],
  ['//evil.example/app/eu', undefined],
  ['https://evil.example/app/eu', undefined],
  ['javascript:alert(1)', undefined],
  ['/app/../login', undefined],
])('%s', (urlPathname, target) => expect(targetOf(urlPathname)).toEqual(target))
