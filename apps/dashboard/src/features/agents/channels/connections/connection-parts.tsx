// Channel-specific parts of the drawer, below the common ones; loaded when it opens.
import { lazy, type ComponentType, type ReactNode } from 'react'
import type { ForeignChannel } from '../channels.ts'

export interface ConnectionPartProps {
  channel: ForeignChannel
}
type ShowPart = (channel: ForeignChannel) => ReactNode

function part(load: () => Promise<{ default: ComponentType<ConnectionPartProps> }>): ShowPart {
  const Part = lazy(load)
  return (channel) => <Part channel={channel} />
}

export const CONNECTION_PARTS: Partial<Record<ForeignChannel, ShowPart>> = {
  discord: part(() => import('./discord-connection.tsx')),
  email: part(() => import('./email-connection.tsx')),
  instagram: part(() => import('../meta-pages/meta-pages-connection.tsx')),
  messenger: part(() => import('../meta-pages/meta-pages-connection.tsx')),
  sms: part(() => import('../twilio/sms-connection.tsx')),
  telegram: part(() => import('./telegram-connection.tsx')),
  webhook: part(() => import('./webhook-connection.tsx')),
  whatsapp: part(() => import('../whatsapp/whatsapp-connection.tsx')),
}
