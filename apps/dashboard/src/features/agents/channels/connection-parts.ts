// What a drawer shows to connect its channel, below what all channels share; loaded when the drawer opens.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { ForeignChannel } from './channels.ts'

export interface ConnectionPartProps {
  channel: ForeignChannel
}

export const CONNECTION_PARTS: Partial<
  Record<ForeignChannel, LazyExoticComponent<ComponentType<ConnectionPartProps>>>
> = {
  telegram: lazy(() => import('./telegram-connection.tsx')),
}
