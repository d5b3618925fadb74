// Where the secrets that sign events are sealed.
import type { SealedColumn } from '../../platform/sealed.ts'
import { PLACE } from './events.signing.ts'

export const sealed: readonly SealedColumn[] = [
  {
    name: 'secrets of events',
    in: 'region',
    table: 'workspaces',
    key: ['uid'],
    value: 't.sealed_events_secret',
    set: (parameter) => `sealed_events_secret = ${parameter}`,
    places: ({ uid = '' }) => [{ tenant: uid, where: PLACE }],
  },
]
