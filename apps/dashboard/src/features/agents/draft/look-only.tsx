// Around the pages that edit the draft: who may not edit looks at them, and is told so first.
import { lazy, Suspense, type ReactNode } from 'react'
import { useCan } from '../../../can.ts'

const LookedAt = lazy(() => import('./looked-at.tsx'))

export interface LookProps {
  /** For a page that is exactly as high as its frame. */
  fill?: boolean
  children: ReactNode
}

export function LookOnly({ fill, children }: LookProps) {
  if (useCan('editor')) return children
  return (
    <Suspense fallback={null}>
      <LookedAt fill={fill ?? false}>{children}</LookedAt>
    </Suspense>
  )
}
