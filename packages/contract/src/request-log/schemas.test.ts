import { expect, test } from 'vitest'
import { loggedPath } from './schemas.ts'

test.each([
  ['/v2/agents/{agentId}/kb/{docId}', { agentId: 'a1', docId: 'd-2' }, '/v2/agents/a1/kb/d-2'],
  [
    '/v2/workspaces/{uid}/members/{email}',
    { uid: 'w1', email: 'ada@example.test' },
    '/v2/workspaces/w1/members/{email}',
  ],
  ['/v2/workspaces/{uid}/secrets/{name}', { uid: 'w1', name: 'SHOP' }, '/v2/workspaces/w1/secrets/{name}'],
  ['/workspace/{userId}/logs', { userId: 'u1' }, '/workspace/{userId}/logs'],
  ['/v2/agents/{agentId}', { agentId: 'a b?key=1' }, '/v2/agents/{agentId}'],
  ['/v2/agents/{agentId}', {}, '/v2/agents/{agentId}'],
])('logs %s with ids only', (path, params, shown) => {
  expect(loggedPath(path, params)).toBe(shown)
})
